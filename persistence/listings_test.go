package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

func TestListOfGamesIsPagedNewestFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		var opened []string
		for i := range 7 {
			if i%3 > 0 { // some at the same moment
				w.clock.advance(time.Second)
			}
			id, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 1 + i%2}, by(ps[i%2]))
			must(t, err)
			opened = append(opened, id)
		}
		seen := map[string]bool{}
		last := w.clock.now().Add(time.Hour)
		f := domain.GameFilter{Limit: 3}
		for pages := 1; ; pages++ {
			games, next, err := w.Games(t.Context(), f)
			must(t, err)
			for _, g := range games {
				if seen[g.ID] || g.OpenedAt.After(last) {
					t.Errorf("game %s of %v comes after %v", g.ID, g.OpenedAt, last)
				}
				seen[g.ID], last = true, g.OpenedAt
			}
			if next == "" {
				if pages != 3 || len(seen) != len(opened) {
					t.Errorf("%d games on %d pages", len(seen), pages)
				}
				break
			}
			f.After = next
		}
		for _, cursor := range []string{"made up", "MSAA", "MSD_", "MQ"} { // nonsense; "1 \x00", "1 \xff", "1"
			_, _, err := w.Games(t.Context(), domain.GameFilter{Limit: 3, After: cursor})
			refused(t, err, domain.InvalidCursor)
		}
		open, _, err := w.Games(t.Context(), domain.GameFilter{Limit: 100, Kind: "toy", Status: domain.Opened, Player: ps[1].ID})
		must(t, err)
		if len(open) != 3 || open[0].Players[0] != "person2" || open[0].Pace["bid"] != domain.DefaultPace || open[0].Deadline != nil {
			t.Errorf("open games of person2: %+v", open)
		}
		if one, next, err := w.Games(t.Context(), domain.GameFilter{}); err != nil || len(one) != 1 || next == "" {
			t.Errorf("a page of no games: %v, %q, %v", one, next, err)
		}
		none, _, err := w.Games(t.Context(), domain.GameFilter{Limit: 100, Kind: "other"})
		if err != nil || len(none) != 0 {
			t.Errorf("games of another kind: %v, %v", none, err)
		}
	})
}

func TestTurnsAreThoseThatWaitForMeSoonestFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		first := w.game(t, ps...)
		w.clock.advance(time.Second)
		second := w.game(t, ps...)
		turns, err := w.Turns(t.Context(), ps[1].ID)
		must(t, err)
		if len(turns) != 2 || turns[0].Game != first || turns[1].Game != second || turns[0].Seat != 2 || turns[0].Stored {
			t.Fatalf("turns %+v", turns)
		}
		thinking := bid(2)
		thinking.Ready = false
		w.decide(t, first, thinking, ps[1])
		w.decide(t, second, bid(2), ps[1])
		turns, err = w.Turns(t.Context(), ps[1].ID)
		must(t, err)
		if len(turns) != 1 || turns[0].Game != first || !turns[0].Stored || !turns[0].Sealed || turns[0].Title != "an evening" {
			t.Errorf("turns %+v", turns)
		}
		w.decide(t, second, bid(1), ps[0])
		turns, err = w.Turns(t.Context(), ps[1].ID)
		must(t, err)
		if len(turns) != 2 || turns[1].Phase != "take" || turns[1].Sealed || turns[1].Step != 2 {
			t.Errorf("turns %+v", turns)
		}
	})
}

func TestGameIDsGoThroughAllGames(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		for range 5 {
			w.game(t, ann)
		}
		n, after := 0, ""
		for {
			ids, err := w.GameIDs(t.Context(), after, 2)
			must(t, err)
			if len(ids) == 0 {
				break
			}
			n, after = n+len(ids), ids[len(ids)-1]
		}
		if n != 5 {
			t.Errorf("%d games", n)
		}
	})
}
