package money

import (
	"fmt"

	"tender/domain"
)

const aboutKind = "Money! by Reiner Knizia, for 2 to 5. Every round everybody secretly bids cards from their hand; then, from the " +
	"highest bid down, each bid is swapped whole with a side of the market or with another player's bid, or kept. " +
	"When the deck has run out one more round is played, and the hands are counted: per currency, 200 or more scores " +
	"all of it, from 100 to 200 only what exceeds 100; three identical cards score 100 more. " +
	"Decided here, because the sources are silent: the numbers on the cards; that gold is worth 20 and silver 10 in the " +
	"2025 edition (its rulebook does not print the values, and its scoring example only adds up with these; the option " +
	"metal_values changes them); that the deck lasts when the market needs no cards; and that after six rounds in a row " +
	"without dealing the next is the last (the option stall_rounds changes it)."

const about2025 = "The edition of 2025: 63 notes, 6 gold and 6 silver, worth 20 and 10 by our reading of the rulebook's example. " +
	"Three gold or three silver are a set too. One currency leaves with 2 or 4 players, two with 3, none with 5. " +
	"With 2 players the fake card parts a bid in two: the cards before it and the cards after it move on their own."

const aboutClassic = "The older published rules: 63 notes and 6 coins of 10, which make no sets; the fake is called the bluff card. " +
	"One currency leaves with 4 players, two with 3, none with 5. Side I is the right side of the market, side II the left."

func describeEditions() []domain.Edition {
	return []domain.Edition{
		edition2025.describe("Money! (2025)", about2025,
			aboutRemoved(&edition2025), aboutMetal, aboutStall, aboutSizes, aboutKnown),
		editionClassic.describe("Money! (classic)", aboutClassic,
			aboutRemoved(&editionClassic), aboutStall, aboutSizes, aboutKnown, aboutTies),
	}
}

func aboutRemoved(e *edition) domain.Option {
	return domain.Option{
		Name: "removed", Type: "array", Default: []string{}, Max: new(e.mostLeaving(e.seats[1])), Values: Currencies,
		About: "Currencies that leave the game before any others, in this order, as many as the number of players asks " +
			"for; the rest is drawn at random.",
	}
}

var (
	aboutMetal = domain.Option{
		Name: "metal_values", Type: "object", Default: MetalValues{Gold: defaultGold, Silver: defaultSilver},
		Min: new(0), Max: new(MaxMetalValue),
		About: "What a gold and a silver card are worth. The box does not say; its example adds up with 20 and 10. " +
			"Give 10 and 10 to play them as the coins of the older editions.",
	}
	aboutStall = domain.Option{
		Name: "stall_rounds", Type: "integer", Default: defaultStallRounds, Min: new(0), Max: new(MaxStallRounds),
		About: "After so many rounds in a row that dealt no card the next round is the last. 0 for never: then a game in " +
			"which nobody touches the market does not end.",
	}
	aboutSizes = domain.Option{
		Name: "show_bid_sizes", Type: "boolean", Default: true,
		About: "Show how many cards lie face down in a sealed bid, the fake included; never which.",
	}
	aboutKnown = domain.Option{
		Name: "show_known_cards", Type: "boolean", Default: false,
		About: "A memory aid: show which cards in a hand everybody has seen, in the market or in an open bid.",
	}
	aboutTies = domain.Option{
		Name: "tie_break", Type: "string", Default: LowestSerial, Values: []string{LowestSerial, SerialSum},
		About: fmt.Sprintf("Of equal bids, which moves first: that with the lowest single serial (%s), or that with the "+
			"lowest sum of serials and, these equal, the lowest single one (%s, the Chinese rules).", LowestSerial, SerialSum),
	}
)
