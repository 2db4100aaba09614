package mowmoney

import "tender/domain"

// Options of the edition 2016.
type Options struct {
	StallRounds  int  `json:"stall_rounds"`   // rounds in a row without a contract taken before the last round; 0 for never
	ShowBidSizes bool `json:"show_bid_sizes"` // others see the number of stacks and cards of a sealed bid
}

const (
	defaultStallRounds = 6
	maxStallRounds     = 20
)

var editions = []domain.Edition{{
	Name: "2016", Title: "Mow Money (Mayday Games, 2016)", MinSeats: 1, MaxSeats: 6,
	About: "The published game for one to six; alone one plays eight rounds against a dummy rival.",
	Options: []domain.Option{
		{
			Name: "stall_rounds", Type: "integer", Default: defaultStallRounds, Min: new(0), Max: new(maxStallRounds),
			About: "After so many rounds in a row in which nobody took a contract, the next round is the last; 0 for never.",
		},
		{
			Name: "show_bid_sizes", Type: "boolean", Default: true,
			About: "While bids are secret, show how many stacks each holds and how many cards lie in each, bluffs and stakes included.",
		},
	},
}}

// Defaults gives the options their default values.
func (rules) Defaults(string) Options {
	return Options{StallRounds: defaultStallRounds, ShowBidSizes: true}
}

// Allow checks that options are within their limits.
func (rules) Allow(_ string, _ int, o Options) error {
	if o.StallRounds < 0 || o.StallRounds > maxStallRounds {
		return domain.Refuse(domain.InvalidOption, "Give stall_rounds a number from 0 (never) to %d.", maxStallRounds).At("/stall_rounds")
	}
	return nil
}
