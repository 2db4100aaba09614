package year

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tender/domain"
)

// figures are what a year is summed up in.
type figures struct {
	people                     map[manner]int
	kinds                      map[string]int            // games by kind and edition
	endings                    map[string]int            // games by how they ended
	waits                      map[string]int            // by phase
	passed                     map[string]int            // deadlines that ended a wait, by phase
	missed                     map[manner]int            // turns, by whose they were
	moves                      map[string]int            // by what made them
	events                     map[string]int            // that are about time and seats
	notices                    map[domain.NoticeType]int // that arrived
	void                       map[domain.Why]int        // that were not sent
	refused                    map[domain.Code]int
	inputs                     int
	crossed                    map[string]int // games with a local time that ran while clocks changed there
	latest                     time.Duration  // that a deadline was ended late
	placed, vacations, ordered int
	lastOver                   time.Time
}

func newFigures() figures {
	return figures{people: map[manner]int{}, kinds: map[string]int{}, endings: map[string]int{}, waits: map[string]int{}, passed: map[string]int{},
		missed: map[manner]int{}, moves: map[string]int{}, events: map[string]int{}, notices: map[domain.NoticeType]int{}, void: map[domain.Why]int{},
		refused: map[domain.Code]int{}, crossed: map[string]int{}}
}

// report prints them.
func (w *world) report(lasted, checked time.Duration) {
	f := w.figures
	w.Logf("%d games in a year took %s, checking them %s; the last ended on %s", len(w.games), lasted.Round(time.Second/10), checked.Round(time.Second/10), f.lastOver.Format(time.DateOnly))
	for _, line := range []struct{ what, count string }{
		{"people", counted(f.people)},
		{"games", counted(f.kinds)},
		{"ended", counted(f.endings)},
		{"waits", counted(f.waits)},
		{"deadlines that ended one", counted(f.passed)},
		{"turns missed by who is", counted(f.missed)},
		{"moves", counted(f.moves)},
		{"events", counted(f.events)},
		{"notices that arrived", counted(f.notices)},
		{"notices not worth sending any more", counted(f.void)},
		{"refused", counted(f.refused)},
		{"games with a local time while clocks changed there", counted(f.crossed)},
	} {
		w.Logf("%s: %s", line.what, line.count)
	}
	w.Logf("entries of logs: %d; vacations declared: %d; standing orders given: %d times", f.inputs, f.vacations, f.ordered)
	w.Logf("deadlines placed at a local time: %d; the latest of all was ended %s after it came", f.placed, f.latest)
}

// counted writes counts in the order of their names, with their sum.
func counted[K ~string](counts map[K]int) string {
	var parts []string
	sum := 0
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
		sum += counts[name]
	}
	return fmt.Sprintf("%d (%s)", sum, strings.Join(parts, ", "))
}
