package persistence_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// walk reads a list to its end, in pages of limit games.
func (w *world) walk(t *testing.T, f domain.GameFilter) (all []domain.GameSummary) {
	t.Helper()
	for range 100 {
		page, next, err := w.Games(t.Context(), f)
		must(t, err)
		if all = append(all, page...); next == "" {
			return all
		}
		f.After = next
	}
	t.Fatal("the list does not end")
	return nil
}

func TestListsInEveryOrderSkipAndRepeatNoGame(t *testing.T) {
	deadline := func(g domain.GameSummary) int64 {
		if g.Deadline == nil {
			return math.MaxInt64
		}
		return g.Deadline.UnixMilli()
	}
	keys := map[domain.GameSort]func(g domain.GameSummary) int64{
		"":                  func(g domain.GameSummary) int64 { return -g.OpenedAt.UnixMilli() },
		domain.Newest:       func(g domain.GameSummary) int64 { return -g.OpenedAt.UnixMilli() },
		domain.Oldest:       func(g domain.GameSummary) int64 { return g.OpenedAt.UnixMilli() },
		domain.NextDeadline: deadline,
	}
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for i := range 12 {
			if i%4 == 0 { // the others are opened, and some due, at the same moment
				w.clock.advance(time.Second)
			}
			id, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 2}, by(ps[0]))
			must(t, err)
			if i%3 > 0 { // the others stay open, without a deadline
				w.decide(t, id, domain.Join{}, ps[1])
			}
		}
		for sort, key := range keys {
			for limit := 1; limit <= 13; limit += 3 {
				games := w.walk(t, domain.GameFilter{Sort: sort, Limit: limit})
				ids := map[string]bool{}
				for _, g := range games {
					ids[g.ID] = true
				}
				if len(games) != 12 || len(ids) != 12 {
					t.Errorf("%q by %d: %d games, %d different ones", sort, limit, len(games), len(ids))
				}
				if !slices.IsSortedFunc(games, func(a, b domain.GameSummary) int { return int(min(1, max(-1, key(a)-key(b)))) }) {
					t.Errorf("%q by %d: not in order: %+v", sort, limit, games)
				}
			}
		}
		due := w.walk(t, domain.GameFilter{Sort: domain.NextDeadline, Status: domain.Active, Player: ps[1].ID, Limit: 3})
		if len(due) != 8 || due[0].Deadline == nil || due[7].Deadline == nil {
			t.Errorf("running games of person2: %+v", due)
		}
	})
}

func TestCursorIsGoodForItsOwnListOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		w.game(t, ps...)
		w.game(t, ps...)
		own := domain.GameFilter{Kind: "toy", Status: domain.Active, Player: ps[0].ID, Sort: domain.Oldest, Limit: 1}
		_, next, err := w.Games(t.Context(), own)
		must(t, err)
		if next == "" {
			t.Fatal("there is no cursor")
		}
		for name, change := range map[string]func(f *domain.GameFilter){
			"another sort":   func(f *domain.GameFilter) { f.Sort = domain.NextDeadline },
			"no sort":        func(f *domain.GameFilter) { f.Sort = "" },
			"no kind":        func(f *domain.GameFilter) { f.Kind = "" },
			"another status": func(f *domain.GameFilter) { f.Status = domain.Over },
			"another player": func(f *domain.GameFilter) { f.Player = ps[1].ID },
			"all players":    func(f *domain.GameFilter) { f.Player = "" },
			"a tag alone":    func(f *domain.GameFilter) { f.After = next[:strings.Index(next, ".")+1] },
			"no tag":         func(f *domain.GameFilter) { f.After = next[strings.Index(next, ".")+1:] },
			"forged":         func(f *domain.GameFilter) { f.After = next[:strings.Index(next, ".")+1] + "MSAA" }, // "1 \x00"
		} {
			f := own
			f.After = next
			change(&f)
			_, _, err := w.Games(t.Context(), f)
			t.Log(name)
			refused(t, err, domain.InvalidCursor)
		}
		_, _, err = w.Acts(t.Context(), next, 1)
		refused(t, err, domain.InvalidCursor)
		own.After, own.Limit = next, 5 // the length of pages may change
		if rest, _, err := w.Games(t.Context(), own); err != nil || len(rest) != 1 {
			t.Errorf("the rest: %v, %v", rest, err)
		}
		// Naming the order that is there anyway changes nothing.
		_, next, err = w.Games(t.Context(), domain.GameFilter{Limit: 1})
		must(t, err)
		_, _, err = w.Games(t.Context(), domain.GameFilter{Limit: 1, Sort: domain.Newest, After: next})
		must(t, err)
	})
}
