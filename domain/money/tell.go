package money

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tender/domain"
)

// tell says what an event told. Events hold all that it says: everything in them is public.
func tell(e domain.EventView, names domain.Names) string {
	switch e.Type {
	case EventBidsLaid:
		return told(e, func(d BidsLaid) string { return d.tell(names) })
	case EventTurnTaken:
		return told(e, func(d TurnTaken) string { return d.tell(names) })
	case EventMarketRefilled:
		return told(e, MarketRefilled.tell)
	case EventMarketUnchanged:
		return told(e, MarketUnchanged.tell)
	case EventLastRoundAnnounced:
		return told(e, LastRoundAnnounced.tell)
	case EventRoundStarted:
		return told(e, func(d RoundStarted) string { return fmt.Sprintf("Round %d started.", d.Round) })
	case EventHandsCounted:
		return "The hands were counted."
	}
	return ""
}

// told reads an event for a sentence; an event that cannot be read gives none.
func told[T any](e domain.EventView, sentence func(T) string) string {
	var data T
	if json.Unmarshal(e.Data, &data) != nil {
		return ""
	}
	return sentence(data)
}

// tell gives every bid a line.
func (d BidsLaid) tell(names domain.Names) string {
	var lines []string
	for _, bid := range d.Bids {
		lines = append(lines, fmt.Sprintf("%s laid bid %s, worth %d: %s.", names.Of(bid.Seat), bid.ID, bid.Value, describe(bid.Cards)))
	}
	if len(d.Passed) > 0 {
		lines = append(lines, names.All(d.Passed)+" passed.")
	}
	return strings.Join(lines, "\n")
}

func (d TurnTaken) tell(names domain.Names) string {
	who := names.Of(d.Seat)
	if d.Did != MoveSwap {
		return fmt.Sprintf("%s kept bid %s: %s.", who, d.Bid, describe(d.Got))
	}
	with := "side " + d.With
	if !slices.Contains(sides[:], d.With) {
		with = fmt.Sprintf("bid %s of %s", d.With, names.Of(owner(d.With)))
	}
	return fmt.Sprintf("%s swapped bid %s (%s) with %s and got %s.", who, d.Bid, describe(d.Gave), with, describe(d.Got))
}

func (d MarketRefilled) tell() string {
	var got []string
	for i, cards := range [2][]Card{d.I, d.II} {
		if len(cards) > 0 {
			got = append(got, "side "+sides[i]+" got "+describe(cards))
		}
	}
	return fmt.Sprintf("The market was refilled: %s. The deck was left with %s.", strings.Join(got, "; "), plural(d.DeckLeft, "card", "cards"))
}

func (d MarketUnchanged) tell() string {
	if d.QuietRounds == 1 {
		return "No card was dealt to the market."
	}
	return fmt.Sprintf("No card was dealt to the market, %d rounds in a row by then.", d.QuietRounds)
}

func (d LastRoundAnnounced) tell() string {
	why := "the deck had run out"
	if d.Because == BecauseStandstill {
		why = "no card had been dealt for so many rounds"
	}
	return fmt.Sprintf("Round %d was announced as the last: %s.", d.Round, why)
}
