package mowmoney

import (
	"encoding/json"
	"slices"
	"strings"

	"tender/domain"
)

// The words that commands begin with, where they are not types of moves.
const (
	wordBuy     = "buy"
	wordDiscard = "discard"
	wordMower   = "mower"
	wordCard    = "card"
)

// commandForms are the commands for help.
var commandForms = []domain.CommandForm{
	{Usage: "buy SORT mower", Phase: phaseInvest, Example: "buy medium mower", About: "Buy the medium or the advanced mower. Write a line for each thing you buy."},
	{Usage: "buy DECK card", Phase: phaseInvest, Example: "buy basic card", About: "Buy the top card of the basic, medium or advanced deck."},
	{Usage: "done", Phase: phaseInvest, Example: "done", About: "End your turn within the hand limits."},
	{Usage: "done discard CARDS", Phase: phaseInvest, Example: "done discard 12 40",
		About: "End it with the cards named discarded, exactly down to the limits. Cards are named by their numbers in your hand."},
	{Usage: "bid TOKEN CARDS", Phase: phaseBid, Example: "bid A 3 17",
		About: "Seal a bid on a neighborhood, A to F, with cards that meet its contract. A second stack follows on the same line: bid A 3 17, B 20 21 22."},
	{Usage: "bid OJ CARDS for JOB", Phase: phaseBid, Example: "bid OJ 10 15 49 for clean up",
		About: "Seal a bid for an odd job: clean up, trim shrubs, repair fence, plant trees or install sprinklers. Without for it is the best paid of those that the cards share."},
	{Usage: "bid TOKEN CARDS stake CONTRACTS bluff NUMBER", Phase: phaseBid, Example: "bid A 3 17 stake 1 bluff 2, OJ bluff 1",
		About: "Stake contracts by their numbers, and lay bluff cards beside. A stack of bluff cards alone only looks like a bid."},
	{Usage: "bid TOKEN CARDS decoy", Phase: phaseBid, Example: "bid B 3 17 decoy", About: "Any cards that only look like a bid: they come back."},
	{Usage: movePass, Phase: phaseBid, Example: movePass, About: "Bid nothing."},
	{Usage: "pickup CARDS for JOB", Phase: phasePickup, Example: "pickup 10 15 49 for clean up", About: "Do one odd job from hand; for is only needed as in a bid."},
	{Usage: movePass, Phase: phasePickup, Example: movePass, About: "Do no odd job."},
}

// readCommand understands a line against what its writer sees.
func readCommand(line domain.CommandLine, d domain.Drawing) (domain.Command, error) {
	r := &reader{}
	// A view that cannot be read shows no hand, so that no card can be named.
	_ = json.Unmarshal(d.Table, &r.table)
	_ = json.Unmarshal(d.Own, &r.own)
	read, known := map[string]func() (domain.Command, error){
		moveBid: r.bid, wordBuy: r.buy, moveDone: r.done, movePickup: r.pickup, movePass: r.pass,
	}[line.Verb]
	if !known {
		return domain.Command{}, nil
	}
	tokens, err := line.Tokens()
	if err != nil {
		return domain.Command{}, err
	}
	if len(tokens) > 0 {
		var ok bool
		if r.items, ok = domain.Items(tokens); !ok {
			return domain.Command{}, bad("Write one comma or none between numbers and words, and none at the end.")
		}
	}
	return read()
}

// reader reads one line.
type reader struct {
	table Table
	own   Own
	items [][]domain.Token // what stands between commas
}

func understood(m Move, said string) (domain.Command, error) {
	raw, err := json.Marshal(m)
	return domain.Command{Move: raw, Said: said}, err
}

func bad(format string, args ...any) error {
	return domain.Refuse(domain.BadCommand, format, args...)
}

// words are the items in one, where commas part nothing but a list.
func (r *reader) words() []domain.Token { return slices.Concat(r.items...) }

func (r *reader) pass() (domain.Command, error) {
	switch {
	case len(r.items) > 0:
		return domain.Command{}, bad("Write pass alone on its line.")
	case r.table.Phase == phasePickup:
		return understood(Move{Type: movePass}, "pass: do no odd job")
	}
	return understood(Move{Type: moveBid, Stacks: []Stack{}}, "pass: lay no stack")
}

// buy reads "buy medium mower", "buy a basic card", "buy mower medium".
func (r *reader) buy() (domain.Command, error) {
	var words []string
	for _, t := range r.words() {
		words = append(words, t.Text)
	}
	if len(r.items) == 1 && len(words) == 3 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		words = words[1:]
	}
	if len(r.items) == 1 && len(words) == 2 {
		for _, pair := range [][2]string{{words[0], words[1]}, {words[1], words[0]}} {
			if _, ok := deckNamed(pair[0]); !ok {
				continue
			}
			switch pair[1] {
			case wordMower:
				return understood(Move{Type: moveBuyMower, Mower: pair[0]}, "buy the "+pair[0]+" mower")
			case wordCard:
				return understood(Move{Type: moveBuyCard, Deck: pair[0]}, "buy a card of the "+pair[0]+" deck")
			}
		}
	}
	return domain.Command{}, bad("Say what you buy, a line for each: buy medium mower, buy advanced mower, buy basic card, buy medium card or buy advanced card.")
}

// done reads "done" and "done discard 3 12".
func (r *reader) done() (domain.Command, error) {
	words := r.words()
	if len(words) == 0 {
		return understood(Move{Type: moveDone, Discard: []int{}}, "end your turn, discarding nothing")
	}
	ids, rest := numbersOf(words[1:])
	if words[0].Text != wordDiscard || len(ids) == 0 || len(rest) > 0 {
		return domain.Command{}, bad("Write done, or done discard and the numbers of the cards: done discard 12 40.")
	}
	said, err := r.cards(ids)
	if err != nil {
		return domain.Command{}, err
	}
	return understood(Move{Type: moveDone, Discard: ids}, "end your turn, discarding "+said)
}

// pickup reads "pickup 10 15 49 for clean up".
func (r *reader) pickup() (domain.Command, error) {
	ids, rest := numbersOf(r.words())
	m := Move{Type: movePickup, Cards: ids}
	if len(rest) > 0 {
		m.Job, rest, _ = takeJob(rest) // what is no job stays
	}
	if len(ids) == 0 || len(rest) > 0 {
		return domain.Command{}, bad("Name three cards by their numbers, and the odd job if they share two: pickup 10 15 49 for clean up.")
	}
	said, err := r.cards(ids)
	if err != nil {
		return domain.Command{}, err
	}
	said = "pick up an odd job with " + said
	if m.Job != "" {
		said += ", for " + spoken(m.Job)
	}
	return understood(m, said)
}

// cards says what cards are, and refuses those that are not in hand.
func (r *reader) cards(ids []int) (said string, err error) {
	words := make([]string, len(ids))
	for i, id := range ids {
		at := slices.IndexFunc(r.own.Hand, func(c Card) bool { return c.ID == id })
		if at < 0 {
			var held []string
			for j := range r.own.Hand {
				held = append(held, cardText(&r.own.Hand[j]))
			}
			return "", domain.Refuse(CardNotInHand, "You do not hold card %d; your hand is %s.", id, orNothing(strings.Join(held, ", ")))
		}
		if slices.Contains(ids[:i], id) {
			return "", domain.Refuse(CardTwice, "Card %d is named twice; name it once.", id)
		}
		words[i] = cardText(&r.own.Hand[at])
	}
	return listed(words, "and"), nil
}

func orNothing(text string) string {
	if text == "" {
		return "empty"
	}
	return text
}

// numbersOf takes the numbers from the front of some words.
func numbersOf(words []domain.Token) (ids []int, rest []domain.Token) {
	for len(words) > 0 && words[0].IsNumber() {
		ids, words = append(ids, words[0].Number), words[1:]
	}
	return ids, words
}

// takeJob takes an odd job from the front of some words, with or without a "for" before it.
func takeJob(words []domain.Token) (name string, rest []domain.Token, ok bool) {
	named := words
	if named[0].Text == "for" {
		named = named[1:]
	}
	for _, job := range jobNames {
		if rest, ok := takeWords(named, spoken(job)); ok {
			return job, rest, true
		}
	}
	return "", words, false
}

// takeWords takes the words of a name from the front of some words, in any case.
func takeWords(words []domain.Token, name string) (rest []domain.Token, ok bool) {
	for _, part := range strings.Fields(name) {
		if len(words) == 0 || !strings.EqualFold(words[0].Text, part) {
			return nil, false
		}
		words = words[1:]
	}
	return words, true
}
