package money

import (
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// Options are what a host can choose. An option that an edition lacks is nil or empty there.
type Options struct {
	Removed        []string     `json:"removed"`
	MetalValues    *MetalValues `json:"metal_values,omitempty"` // 2025
	StallRounds    int          `json:"stall_rounds"`
	ShowBidSizes   bool         `json:"show_bid_sizes"`
	ShowKnownCards bool         `json:"show_known_cards"`
	TieBreak       string       `json:"tie_break,omitempty"` // classic
}

// MetalValues are what gold and silver are worth in the 2025 edition, whose rulebook does not print it. Its scoring
// example only adds up with gold 20 and silver 10, so these are the default; 10 and 10 plays them as the older coins.
type MetalValues struct {
	Gold   int `json:"gold"`
	Silver int `json:"silver"`
}

// How ties for the highest bid can be broken.
const (
	LowestSerial = "lowest-serial" // the bid with the lowest single serial goes first
	SerialSum    = "serial-sum"    // the lowest sum of serials goes first, equal sums by the lowest single one
)

// The limits of the options, and the defaults of those that are numbers.
const (
	defaultStallRounds = 6
	// MaxStallRounds is the most quiet rounds in a row that can be asked for: more than any table will sit through.
	// 0 means never: such a game ends only when somebody takes from the market.
	MaxStallRounds = 100

	defaultGold   = 20
	defaultSilver = 10
	// MaxMetalValue is the most that a metal can be worth: the highest score of a whole currency without sets is 300,
	// and a single card should not decide a game.
	MaxMetalValue = 100
)

// Defaults gives every option of an edition its default.
func (rules) Defaults(name string) Options {
	o := Options{Removed: []string{}, StallRounds: defaultStallRounds, ShowBidSizes: true}
	switch name {
	case Edition2025:
		o.MetalValues = &MetalValues{Gold: defaultGold, Silver: defaultSilver}
	case EditionClassic:
		o.TieBreak = LowestSerial
	}
	return o
}

// Allow refuses with domain.InvalidOption and a pointer to the option.
func (rules) Allow(name string, seats int, o Options) error {
	e := editionOf(name)
	if err := o.allowRemoved(e.mostLeaving(seats), seats); err != nil {
		return err
	}
	if err := o.allowMetal(name); err != nil {
		return err
	}
	if o.StallRounds < 0 || o.StallRounds > MaxStallRounds {
		return invalid("/stall_rounds", "Give stall_rounds from 0 (never) to %d.", MaxStallRounds)
	}
	return o.allowTieBreak(name)
}

func (o Options) allowRemoved(most, seats int) error {
	if o.Removed == nil {
		return invalid("/removed", "Give removed as a list of currencies; it may be empty.")
	}
	for i, name := range o.Removed {
		pointer := "/removed/" + strconv.Itoa(i)
		if !slices.Contains(Currencies, name) {
			return invalid(pointer, "There is no currency %q; name some of %s.", name, strings.Join(Currencies, ", "))
		}
		if slices.Contains(o.Removed[:i], name) {
			return invalid(pointer, "The %s is named twice; name each currency once.", name)
		}
	}
	if len(o.Removed) > most {
		return invalid("/removed", "At most %s can leave a game of up to %d seats; name no more.", plural(most, "currency", "currencies"), seats)
	}
	return nil
}

func (o Options) allowMetal(name string) error {
	if name != Edition2025 {
		if o.MetalValues != nil {
			return invalid("/metal_values", "The edition %s has coins of 10 only; leave metal_values out.", name)
		}
		return nil
	}
	if o.MetalValues == nil {
		return invalid("/metal_values", "Give metal_values as an object with gold and silver, or leave it out.")
	}
	if o.MetalValues.Gold < 0 || o.MetalValues.Gold > MaxMetalValue {
		return invalid("/metal_values/gold", "Give gold a value from 0 to %d.", MaxMetalValue)
	}
	if o.MetalValues.Silver < 0 || o.MetalValues.Silver > MaxMetalValue {
		return invalid("/metal_values/silver", "Give silver a value from 0 to %d.", MaxMetalValue)
	}
	return nil
}

func (o Options) allowTieBreak(name string) error {
	if name != EditionClassic {
		if o.TieBreak != "" {
			return invalid("/tie_break", "In the edition %s the lowest serial always breaks a tie; leave tie_break out.", name)
		}
		return nil
	}
	if o.TieBreak != LowestSerial && o.TieBreak != SerialSum {
		return invalid("/tie_break", "Give tie_break as %q or %q.", LowestSerial, SerialSum)
	}
	return nil
}

// value is what a card is worth under these options.
func (o Options) value(card Card) int {
	switch {
	case o.MetalValues != nil && card.Currency == Gold:
		return o.MetalValues.Gold
	case o.MetalValues != nil && card.Currency == Silver:
		return o.MetalValues.Silver
	}
	return card.Value
}

func invalid(pointer, format string, args ...any) error {
	return domain.Refuse(domain.InvalidOption, format, args...).At(pointer)
}
