// Package money plays Money!, a card game by Reiner Knizia for 2 to 5: trade currencies with the market and the other
// players, in secret bids, so that the hand you end with is worth the most.
//
// Two editions:
//
//	                    2025                                    classic
//	players             2–5                                     3–5
//	notes               63: seven currencies, each 20 20 20 30 30 30 40 50 60
//	metal               6 gold and 6 silver                     6 coins of 10
//	fake card           one per seat, worth 0, written 0        the same ("bluff card")
//	currencies out      2 players: 1, 3: 2, 4: 1, 5: 0          the same
//	sets of three       20s, 30s of a currency; gold; silver    20s, 30s of a currency
//	two bids per seat   with 2 players                          never
//	market sides        I and II                                right (I) and left (II)
//
// Options (see options.go for limits):
//
//	removed             array of currencies   both      those that leave the game first; the rest is drawn
//	metal_values        {gold, silver}        2025      {20, 10}; the box does not print them, see MetalValues
//	stall_rounds        integer               both      6; after so many rounds without dealing the next is the last
//	show_bid_sizes      boolean               both      true; how many cards lie face down in a sealed bid
//	show_known_cards    boolean               both      false; a memory aid: cards in hand that everybody has seen
//	tie_break           string                classic   "lowest-serial", or "serial-sum" as in the Chinese rules
//
// Sources: the 2025 rulebook; for classic the older published rules and their Chinese translation. Where they are
// silent this package decides, and a test named after the decision holds it: card numbers (cards.go), the values of
// gold and silver (options.go), who is dealt to first (setup.go), a market that needs nothing and the standstill
// (refill.go), what happens to currencies that the host named when fewer players sit down (setup.go).
//
// A round: everybody seals a bid (bid.go); the bids are laid open and move from the highest down, each once (swap.go);
// the market is filled and the round may be the last (refill.go). Then the hands are counted (score.go).
//
// The package knows nothing of deadlines, accounts, storage or how moves arrive.
package money
