package money

import (
	"encoding/json"
	"strings"

	"tender/domain"
)

// movePass is the word for a bid of the fake alone.
const movePass = "pass"

// commandForms are the commands for help.
var commandForms = []domain.CommandForm{
	{Usage: "bid CARDS", Phase: PhaseBid, Example: "bid dollar 20, yen 30 x2, fake",
		About: "Seal a bid. Cards are named by currency and value, x2 for two of them; of equal cards in your hand those with the " +
			"lowest serials are taken, and the answer says which. With the fake the bid looks larger by a card until the reveal."},
	{Usage: "bid SERIALS", Phase: PhaseBid, Example: "bid 17 42 0",
		About: "The same, by the numbers in brackets behind your cards; 0 is the fake. Between two commas stand either serials or names. " +
			"Where two players play the edition 2025 the cards before and after the fake are two bids."},
	{Usage: movePass, Phase: PhaseBid, Example: movePass, About: "Bid the fake alone: no turn this round."},
	{Usage: "swap SIDE", Phase: PhaseSwap, Example: "swap I", About: "Swap your bid with side I or II of the market."},
	{Usage: "swap PLAYER", Phase: PhaseSwap, Example: "swap bob",
		About: "Swap it with the bid of another player, by name, by seat (swap seat 2) or as the bid is called (swap 2, swap 2L)."},
	{Usage: MoveKeep, Phase: PhaseSwap, Example: MoveKeep, About: "Take your bid back."},
}

// readCommand understands a line against what its writer sees.
func readCommand(line domain.CommandLine, d domain.Drawing) (domain.Command, error) {
	switch line.Verb {
	case MoveBid:
		return readBid(line, d)
	case MoveSwap:
		return readSwap(line.Rest, d)
	case movePass, MoveKeep:
		if line.Rest != "" {
			return domain.Command{}, bad("Write %s alone on its line.", line.Verb)
		}
		if line.Verb == MoveKeep {
			return understood(Move{Type: MoveKeep}, "keep your bid")
		}
		return understood(pass(), "bid the fake (0): a pass")
	}
	return domain.Command{}, nil
}

func understood(m Move, said string) (domain.Command, error) {
	raw, err := json.Marshal(m)
	return domain.Command{Move: raw, Said: said}, err
}

func bad(format string, args ...any) error {
	return domain.Refuse(domain.BadCommand, format, args...)
}

// writeCommand writes a move in short: "bid 17 0 3", "swap II", "keep".
func writeCommand(raw json.RawMessage, d domain.Drawing) string {
	var m Move
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	switch m.Type {
	case MoveBid:
		return MoveBid + " " + list(m.Cards)
	case MoveSwap:
		var table TableView
		if json.Unmarshal(d.Table, &table) != nil {
			return ""
		}
		return MoveSwap + " " + targetsOf(table, d).spelling(m.With)
	}
	return m.Type
}

// readOwnHand is the hand that a drawing shows to its viewer, empty for a spectator.
func readOwnHand(d domain.Drawing) []Card {
	own, _ := readOwn(d.Own)
	return own.Hand
}

// listed joins words as people say what they can choose from: "a, b or c".
func listed(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
