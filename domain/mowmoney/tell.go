package mowmoney

import (
	"encoding/json"
	"fmt"
	"strings"

	"tender/domain"
)

// tell says what an event told, from what its viewer was told: of a card that was bought only the buyer is told which.
func tell(e domain.EventView, names domain.Names) string {
	switch e.Type {
	case "bids_revealed":
		return told(e, func(d BidsRevealed) string { return d.tell(names) })
	case "mower_bought":
		return told(e, func(d MowerBought) string {
			return fmt.Sprintf("%s bought the %s mower for $%d.", names.Of(d.Seat), d.Mower, d.Price)
		})
	case "card_bought":
		return told(e, func(d CardBought) string { return d.tell(names) })
	case "deck_reshuffled":
		return told(e, func(d DeckReshuffled) string {
			return fmt.Sprintf("The %s deck was made anew from %d discards.", d.Deck, d.Cards)
		})
	case "investing_done":
		return told(e, func(d InvestingDone) string { return d.tell(names) })
	case "odd_job_done", "odd_job_picked_up":
		return told(e, func(d OddJobDone) string {
			return fmt.Sprintf("%s did an odd job, %s, for $%d with %s.", names.Of(d.Seat), jobWords(d.Job.String()), d.Paid, cardWords(d.Cards))
		})
	case "contract_won":
		return told(e, func(d ContractWon) string { return d.tell(names) })
	case "contract_left":
		return told(e, func(d ContractLeft) string {
			return fmt.Sprintf("Nobody bid on %s: its contract of %d RP went to the bottom of its pile.", place(d.At), d.Contract.RP)
		})
	case "contract_turned_up":
		return told(e, func(d ContractTurnedUp) string {
			return fmt.Sprintf("On %s a contract of %d RP was turned up.", place(d.At), d.Contract.RP)
		})
	case "pickup_passed":
		return told(e, func(d PickupPassed) string { return names.Of(d.Seat) + " did no odd job." })
	case "round_began":
		return told(e, func(d RoundBegan) string { return d.tell(names) })
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

// tell gives every stack a line.
func (d BidsRevealed) tell(names domain.Names) string {
	var lines []string
	var passed []int
	for _, bid := range d.Bids {
		if len(bid.Stacks) == 0 {
			passed = append(passed, bid.Seat)
		}
		for _, t := range bid.Stacks {
			lines = append(lines, names.Of(bid.Seat)+" "+t.tell()+".")
		}
	}
	if len(passed) > 0 {
		lines = append(lines, names.All(passed)+" passed.")
	}
	return strings.Join(lines, "\n")
}

func (t RevealedStack) tell() string {
	var under []string
	if len(t.Cards) > 0 {
		under = append(under, cardWords(t.Cards))
	}
	for _, c := range t.Stake {
		under = append(under, fmt.Sprintf("a stake of %d RP", c.RP))
	}
	if t.Bluffs > 0 {
		under = append(under, plural(t.Bluffs, "bluff card", "bluff cards"))
	}
	did := "bid on " + place(t.Token)
	switch {
	case t.Decoy:
		did = "laid a decoy on " + place(t.Token)
	case t.Token == oddJobToken:
		did = "bid an odd job, " + jobWords(t.Job) + ","
	}
	return did + " with " + domain.Together(under)
}

func (d CardBought) tell(names domain.Names) string {
	if d.Card == nil {
		return fmt.Sprintf("%s bought a %s card for $%d.", names.Of(d.Seat), d.Deck, d.Price)
	}
	return fmt.Sprintf("%s bought a %s card for $%d and drew %s.", names.Of(d.Seat), d.Deck, d.Price, cardWords([]Card{*d.Card}))
}

func (d InvestingDone) tell(names domain.Names) string {
	if len(d.Discard) == 0 {
		return names.Of(d.Seat) + " was done investing."
	}
	return fmt.Sprintf("%s was done investing and discarded %s.", names.Of(d.Seat), cardWords(d.Discard))
}

func (d ContractWon) tell(names domain.Names) string {
	contract := fmt.Sprintf("won the contract of %d RP on %s", d.Contract.RP, place(d.At))
	seat, ok := d.Winner.(float64)
	if !ok {
		return "The dummy " + contract + d.tellRival(names) + "."
	}
	text := names.Of(int(seat)) + " " + contract
	if d.Bid != nil {
		text += fmt.Sprintf(" with a bid of $%d", *d.Bid)
	}
	if d.DummyBid != nil {
		text += fmt.Sprintf(" against the dummy's $%d", *d.DummyBid)
	}
	text += fmt.Sprintf(" and was paid $%d", d.Paid)
	if len(d.Dummy) > 0 {
		text += "; the dummy drew " + cardWords(d.Dummy)
	}
	if d.DummyDry != nil {
		text += fmt.Sprintf("; the %s deck ran dry", *d.DummyDry)
	}
	return text + "."
}

// tellRival says with what the dummy won; where the player made no bid it drew nothing.
func (d ContractWon) tellRival(names domain.Names) string {
	if d.Bid == nil || d.DummyBid == nil {
		return ""
	}
	return fmt.Sprintf(" with $%d against %s's $%d; it drew %s", *d.DummyBid, names.Of(soloSeat), *d.Bid, cardWords(d.Dummy))
}

func (d RoundBegan) tell(names domain.Names) string {
	text := fmt.Sprintf("Round %d began", d.Round)
	if d.First > 0 {
		text += "; " + names.Of(d.First) + " was first"
	}
	if d.LastRound {
		text += "; it was announced as the last"
	}
	return text + "."
}

// place is a neighborhood by its letter and name.
func place(token string) string {
	for i, name := range neighborhoodNames {
		if tokenOf(i) == token {
			return name
		}
	}
	return "the odd jobs"
}

func jobWords(job string) string { return strings.ReplaceAll(job, "_", " ") }

// cardWords writes cards: "basic $2★ (17), medium $3 (60)".
func cardWords(cards []Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		star := ""
		if c.Star {
			star = "★"
		}
		words[i] = fmt.Sprintf("%s $%d%s (%d)", c.Deck, c.Value, star, c.ID)
	}
	return strings.Join(words, ", ")
}
