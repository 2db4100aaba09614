package persistence_test

import (
	"testing"

	"tender/domain"
)

func TestRoundIsVoidedByTheLog(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps, mo := t.Context(), w.people(t, 2), w.person(t, "mo")
		game := w.game(t, ps...)
		w.decide(t, game, bid(3), ps[0])
		w.decide(t, game, bid(4), ps[1])
		w.decide(t, game, domain.VoidRound{Round: 1, Why: "a mistake"}, ps[0]) // in phase take
		w.verify(t, game)
		v, err := w.View(ctx, game, "")
		must(t, err)
		if v.Phase != "bid" || v.Round != 1 || v.Step != 3 || v.Table.(map[string]any)["resolved"] != 0 {
			t.Errorf("%+v", v)
		}
		w.decide(t, game, bid(5), ps[1])
		before := w.dump(t)
		_, err = w.Decide(ctx, game, domain.VoidRound{Round: 1}, by(ps[0]))
		refused(t, err, domain.CannotVoid)
		same(t, "refused", before, w.dump(t))
		act := domain.Act{Who: mo.ID, What: domain.ActVoid, Detail: "again"}
		must(t, w.Moderate(ctx, game, domain.VoidRound{Round: 1, Moderator: true, Why: "again"}, act))
		w.verify(t, game)
		if got := w.acts(t); len(got) != 1 || got[0] != "mo|round_voided|"+game+"|again|" {
			t.Errorf("acts %v", got)
		}
		for range 2 {
			w.decide(t, game, bid(6), ps[0])
			w.decide(t, game, bid(1), ps[1])
			w.decide(t, game, take(), ps[0])
		}
		w.verify(t, game)
		record, err := w.Record(ctx, game, ps[0].ID)
		must(t, err)
		if len(record.Steps) != 6 {
			t.Errorf("%d steps in the record: what was voided is in it", len(record.Steps))
		}
	})
}

func TestSeatThatIsGivenToABotIsPlayedAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps, mo := w.people(t, 2), w.person(t, "mo")
		game := w.game(t, ps...)
		w.decide(t, game, bid(3), ps[0])
		must(t, w.Moderate(t.Context(), game, domain.Substitute{Seat: 2, Moderator: true}, domain.Act{Who: mo.ID, What: domain.ActSubstitute}))
		w.verify(t, game)
		v, err := w.View(t.Context(), game, ps[1].ID)
		must(t, err)
		if v.You != nil || v.Step == 1 {
			t.Errorf("%+v", v)
		}
		if turns, err := w.Turns(t.Context(), ps[1].ID); err != nil || len(turns) != 0 {
			t.Errorf("turns %+v, %v", turns, err)
		}
	})
}
