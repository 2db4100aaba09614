package domain

import (
	"maps"
	"slices"
	"strings"
)

// Pace says, by phase, how many seconds a wait of that phase may take, from MinPace to MaxPace.
type Pace map[string]int

// The bounds of a pace, and what a phase gets that the host said nothing about, in seconds.
const (
	MinPace     = 60
	MaxPace     = 30 * 24 * 60 * 60
	DefaultPace = 24 * 60 * 60
)

// checkPace gives every phase of the kind a duration.
func (k *Kind) checkPace(given Pace) (Pace, error) {
	pace := Pace{}
	for _, p := range k.Phases {
		pace[p.Name] = DefaultPace
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		seconds := given[name]
		if _, ok := pace[name]; !ok {
			return nil, Refuse(PaceOutOfRange, "%s has no phase %q to give a pace to.", k.Title, name).At("/pace/" + pointerToken(name))
		}
		if seconds < MinPace || seconds > MaxPace {
			return nil, Refuse(PaceOutOfRange, "The pace of phase %s must be between %d seconds (1 minute) and %d seconds (30 days).",
				name, MinPace, MaxPace).At("/pace/" + pointerToken(name))
		}
		pace[name] = seconds
	}
	return pace, nil
}

// pointerToken writes a member's name as a part of a JSON pointer (RFC 6901, 3).
func pointerToken(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
