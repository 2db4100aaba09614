package persistence_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"encoding/json"

	"tender/domain"
	"tender/domain/kinds"
)

func TestVerifyFindsWhatWasTamperedWith(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for _, statement := range []string{
			"UPDATE games SET state = REPLACE(state, '\"resolve\":0', '\"resolve\":1')",
			"UPDATE games SET round = 5",
			"UPDATE sealed SET move = REPLACE(move, '3', '4')",
			"UPDATE sealed SET at = at + 1",
			"DELETE FROM sealed",
			"UPDATE seats SET since = 0 WHERE seat = 2",
			"DELETE FROM events WHERE n = 2",
		} {
			game := w.game(t, ps...)
			w.decide(t, game, bid(3), ps[0])
			w.verify(t, game)
			w.exec(t, statement)
			if err := w.Verify(t.Context(), game); err == nil {
				t.Errorf("not noticed: %s", statement)
			}
		}
	})
}

// TestRandomGamesOfEveryKindFoldToWhatIsStored plays whole games as people do: some move, some think again, some are
// late.
func TestRandomGamesOfEveryKindFoldToWhatIsStored(t *testing.T) {
	onBoth(t, func(t *testing.T, first *world) {
		w := openWith(t, first.url, nil, append(slices.Clone(kinds.All), toy()))
		ps := w.people(t, 6)
		for _, k := range append(slices.Clone(kinds.All), toy()) {
			for seed := range uint64(2) {
				r := rand.New(rand.NewPCG(seed, 7))
				edition := k.Editions[int(seed)%len(k.Editions)]
				seats := ps[:min(len(ps), edition.MaxSeats)]
				game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: k.Name, Edition: edition.Name, Seats: len(seats)}, by(seats[0]))
				must(t, err)
				for _, p := range seats[1:] {
					w.decide(t, game, domain.Join{}, p)
				}
				w.play(t, game, seats, r)
				w.verify(t, game)
				if record, err := w.Record(t.Context(), game, ""); err != nil || len(record.Names) != len(seats) {
					t.Errorf("record: %v", err)
				}
			}
		}
	})
}

// play plays a game to its end.
func (w *world) play(t *testing.T, game string, seats []domain.Account, r *rand.Rand) {
	t.Helper()
	for range 2000 {
		v, err := w.View(t.Context(), game, "")
		must(t, err)
		if v.Status == domain.Over {
			return
		}
		if r.IntN(20) == 0 {
			w.clock.advance(domain.DefaultPace * time.Second)
			w.expire(t, 1)
			continue
		}
		seat := v.WaitingFor[r.IntN(len(v.WaitingFor))]
		log, err := w.Log(t.Context(), game)
		must(t, err)
		table, err := w.kinds.Fold(log)
		must(t, err)
		move := table.Sample(seat, r)
		kind, err := w.kinds.Find(v.Kind)
		must(t, err)
		if kind.Phase(v.Phase).Sealed {
			w.decide(t, game, domain.Seal{Move: move, Ready: r.IntN(3) > 0}, seats[seat-1])
		} else {
			w.decide(t, game, domain.PlayMoves{Moves: []json.RawMessage{move}, Meant: domain.Meant{Step: v.Step}}, seats[seat-1])
		}
		if r.IntN(10) == 0 {
			w.verify(t, game)
		}
	}
	t.Errorf("game %s does not end", game)
}
