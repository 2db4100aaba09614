package persistence_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tender/domain"
	"tender/domain/kinds"
)

// gamesOf are the games of a series in their order.
func gamesOf(t *testing.T, w *world, id string) domain.SeriesView {
	t.Helper()
	v, err := w.Series(t.Context(), id, "")
	must(t, err)
	return v
}

func TestSeriesGoesOnByItselfWithEverybodyASeatFurther(t *testing.T) {
	onBoth(t, func(t *testing.T, first *world) {
		w := openWith(t, first.url, nil, slices.Clone(kinds.All))
		ps := w.people(t, 3)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "money", Seats: 3, Series: &domain.Series{Of: 3}}, by(ps[0]))
		must(t, err)
		for _, p := range ps[1:] {
			w.decide(t, game, domain.Join{}, p)
		}
		v, err := w.View(t.Context(), game, "")
		must(t, err)
		if v.Series == nil || v.Series.Number != 1 || v.Series.Of != 3 {
			t.Fatalf("series %+v", v.Series)
		}
		id := v.Series.ID
		sums := make([]int, 3)
		for number := 1; number <= 3; number++ {
			all := gamesOf(t, w, id)
			if len(all.Games) != number || all.Over {
				t.Fatalf("before game %d is over: %+v", number, all)
			}
			game := all.Games[number-1].Game
			v, err := w.View(t.Context(), game, "")
			must(t, err)
			seated := slices.Concat(ps[number-1:], ps[:number-1])
			for i, seat := range v.Seats {
				if want := seated[i].Name; seat.Player != want {
					t.Errorf("game %d, seat %d is %s's, not %s's", number, i+1, seat.Player, want)
				}
			}
			if v.Status != domain.Active || v.Title != "" || v.Size != 3 {
				t.Errorf("game %d is %s", number, v.Status)
			}
			w.play(t, game, seated, rand.New(rand.NewPCG(uint64(number), 5)))
			w.verify(t, game)
			v, err = w.View(t.Context(), game, "")
			must(t, err)
			for i, total := range v.Result.Totals {
				sums[(i+number-1)%3] += total
			}
		}
		all := gamesOf(t, w, id)
		if len(all.Games) != 3 || !all.Over {
			t.Fatalf("in the end: %+v", all)
		}
		for i, s := range all.Standings {
			if s.Total != sums[s.Place-1] || s.Player != ps[s.Place-1].Name || s.Played != 3 {
				t.Errorf("%+v, but the games add up to %v", s, sums)
			}
			if i > 0 && s.Total > all.Standings[i-1].Total {
				t.Error("the standings are out of order")
			}
		}
	})
}

func TestSeriesEndsWithAGameThatIsCalledOff(t *testing.T) {
	onBoth(t, func(t *testing.T, first *world) {
		w := openWith(t, first.url, nil, slices.Clone(kinds.All))
		ps := w.people(t, 2)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "money", Seats: 2, Series: &domain.Series{Of: 2}}, by(ps[0]))
		must(t, err)
		w.decide(t, game, domain.Join{}, ps[1])
		must(t, w.CallOff(t.Context(), game, domain.Act{Who: ps[0].ID, What: domain.ActAbandon}))
		v, err := w.View(t.Context(), game, "")
		must(t, err)
		if all := gamesOf(t, w, v.Series.ID); !all.Over || len(all.Games) != 1 || all.Games[0].Totals != nil {
			t.Errorf("%+v", all)
		}
		_, err = w.Series(t.Context(), "nothing", ps[0].ID)
		refused(t, err, domain.NotFound)
	})
}
