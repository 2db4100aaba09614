package persistence_test

import (
	"testing"

	"tender/domain"
)

func TestWatcherIsWokenByACommitAndNotByARefusal(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		changed, stop := w.Watch(game)
		drain(t, w, changed)
		_, err := w.Decide(t.Context(), game, domain.Withdraw{}, by(ps[0]))
		refused(t, err, domain.NothingSealed)
		if len(changed) > 0 {
			t.Error("woken by a refusal")
		}
		w.decide(t, game, bid(1), ps[0])
		<-changed
		stop()
		stop() // once more does no harm
		drain(t, w, changed)
		w.decide(t, game, domain.Withdraw{}, ps[0])
		if len(changed) > 0 {
			t.Error("woken after stop")
		}
	})
}

// drain empties a channel once what the games' openings set off has arrived.
func drain(t *testing.T, w *world, changed <-chan struct{}) {
	t.Helper()
	w.settle(t)
	select {
	case <-changed:
	default:
	}
}

// settle waits until this store has heard of everything that it announced so far: on Postgres notifications come back
// in order, so hearing of a new game is hearing of all before it.
func (w *world) settle(t *testing.T) {
	t.Helper()
	const last = "the last"
	heard, stop := w.Watch(last)
	defer stop()
	if w.url[:7] == "sqlite:" {
		return
	}
	for _, channel := range []string{"tender_sealed", "tender_moved"} {
		w.exec(t, "SELECT pg_notify('"+channel+"', '"+last+"')")
		<-heard
	}
}

func TestReplicasHearOfEachOther(t *testing.T) {
	w := onPostgres(t)
	replica := open(t, w.url, w.clock)
	ps := w.people(t, 2)
	game := w.game(t, ps...)
	<-replica.DeliveriesWake()
	changed, stop := replica.Watch(game)
	defer stop()
	drain(t, replica, changed)
	for _, p := range ps { // the first only seals, the second moves the table
		w.decide(t, game, bid(1), p)
		<-changed
	}
}

func TestListenerThatWasCutOffConnectsAgainAndWakesEverybody(t *testing.T) {
	w := onPostgres(t)
	changed, stop := w.Watch("any")
	defer stop()
	w.settle(t)
	w.exec(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`)
	<-changed
	ps := w.people(t, 2)
	replica := open(t, w.url, w.clock)
	game := replica.game(t, ps...)
	again, stopAgain := w.Watch(game)
	defer stopAgain()
	replica.decide(t, game, bid(1), ps[0])
	<-again
}
