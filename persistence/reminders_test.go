package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

// hourly opens a game in which each wait takes an hour, with everything that is to be sent at its start sent.
func (w *world) hourly(t *testing.T, seats ...domain.Account) string {
	t.Helper()
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Pace: domain.Pace{"bid": 3600, "take": 3600}}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{}, a)
	}
	w.send(t)
	return game
}

// send does to everything that is due what the worker does, and gives what was sent: by type, the seats it was sent to.
func (w *world) send(t *testing.T) map[domain.NoticeType][]int {
	t.Helper()
	sent := map[domain.NoticeType][]int{}
	for what, due := range w.claim(t) {
		for _, d := range due {
			o, err := w.Obligation(t.Context(), d)
			must(t, err)
			a := domain.Attempt{At: w.clock.now(), Status: domain.Dropped, Why: domain.WhyNotOwed}
			if o.Void == "" {
				a.Status, a.Why = domain.Delivered, ""
				sent[what] = append(sent[what], d.Notice.Seat)
			}
			w.finish(t, d, a, true)
		}
	}
	return sent
}

// expectSent lets time pass and says what is sent then.
func (w *world) expectSent(t *testing.T, after time.Duration, want map[domain.NoticeType]int) {
	t.Helper()
	w.clock.advance(after)
	sent := w.send(t)
	for what, n := range want {
		if len(sent[what]) != n {
			t.Errorf("%s to seats %v, want %d", what, sent[what], n)
		}
		delete(sent, what)
	}
	if len(sent) > 0 {
		t.Errorf("also sent: %v", sent)
	}
}

func TestReminderWaitsForItsTime(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.hourly(t, w.people(t, 2)...)
		next, err := w.NextDelivery(t.Context())
		if want := w.clock.now().Add(30 * time.Minute).Truncate(time.Millisecond); err != nil || !next.Equal(want) {
			t.Fatalf("next delivery %v, want %v, %v", next, want, err)
		}
		w.expectSent(t, 30*time.Minute-time.Second, nil)
		w.clock.advance(time.Second)
		for _, d := range w.claim(t)[domain.Reminder] {
			if o, err := w.Obligation(t.Context(), d); err != nil || o.Void != "" || o.View.Deadline == nil || !o.View.Deadline.Equal(d.Notice.Deadline) ||
				!d.CameUp().Equal(next) || d.CreatedAt.Equal(next) {
				t.Errorf("%v, %v: %+v", o.Void, err, d)
			}
		}
		w.expectSent(t, 20*time.Minute, map[domain.NoticeType]int{domain.LastReminder: 2}) // which says what the first would have, that nobody has finished
		w.expectSent(t, 10*time.Minute, nil)
	})
}

func TestReminderIsDroppedWhenTheMoveIsIn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.hourly(t, ps...)
		w.decide(t, game, domain.Seal{Move: bid(1).Move}, ps[0]) // not ready: it counts all the same
		w.decide(t, game, bid(1), ps[1])
		w.expectSent(t, 30*time.Minute, map[domain.NoticeType]int{domain.Reminder: 1})
		w.decide(t, game, domain.Withdraw{}, ps[0])
		w.expectSent(t, 20*time.Minute, map[domain.NoticeType]int{domain.LastReminder: 2})
		w.decide(t, game, bid(1), ps[0])
		w.decide(t, game, bid(2), ps[2])
		w.expectSent(t, time.Second, map[domain.NoticeType]int{domain.TurnStarted: 1})
		w.verify(t, game)
	})
}

func TestExtensionPutsNewRemindersInThePlaceOfTheOld(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.hourly(t, ps...)
		w.decide(t, game, domain.Seal{Move: bid(1).Move}, ps[0])
		w.clock.advance(29 * time.Minute)
		view, err := w.View(t.Context(), game, ps[0].ID)
		must(t, err)
		press := domain.Extend{Deadline: *view.Deadline, By: 1800}
		w.decide(t, game, press, ps[0])
		_, err = w.Decide(t.Context(), game, press, by(ps[0]))
		refused(t, err, domain.DeadlineChanged)
		w.expectSent(t, time.Second, map[domain.NoticeType]int{domain.DeadlineMoved: 1}) // of the 90 minutes
		w.expectSent(t, 2*time.Minute, nil)
		w.expectSent(t, 13*time.Minute+59*time.Second, map[domain.NoticeType]int{domain.Reminder: 1})
		w.expectSent(t, 20*time.Minute, nil) // an hour is over
		if n, err := w.ExpireDue(t.Context()); err != nil || n != 0 {
			t.Errorf("%d games went on at the old deadline, %v", n, err)
		}
		w.verify(t, game)
		w.expectSent(t, 15*time.Minute, map[domain.NoticeType]int{domain.LastReminder: 1})
		w.clock.advance(10 * time.Minute)
		if n, err := w.ExpireDue(t.Context()); err != nil || n != 1 {
			t.Errorf("%d games went on at the new deadline, %v", n, err)
		}
		w.verify(t, game)
	})
}

func TestOfTwoMovesOfADeadlineTheLastIsTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.hourly(t, ps...)
		for range 2 {
			view, err := w.View(t.Context(), game, ps[0].ID)
			must(t, err)
			w.decide(t, game, domain.Extend{Deadline: *view.Deadline}, ps[0])
		}
		w.expectSent(t, time.Second, map[domain.NoticeType]int{domain.DeadlineMoved: 2})
		w.verify(t, game)
	})
}

func TestRestartedWorkerRemindsOnceOnEachChannel(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 1)
		_, err := w.AddWebhook(t.Context(), domain.Webhook{Account: ps[0].ID, URL: "https://a.example"}, "", "")
		must(t, err)
		w.hourly(t, ps...)
		w.clock.advance(30 * time.Minute)
		first := w.claim(t)[domain.Reminder] // by a worker that is killed
		ids := map[string]domain.Channel{}
		for _, d := range first {
			ids[d.ID] = d.Channel
		}
		if len(ids) != 2 || first[0].Channel == first[1].Channel {
			t.Fatalf("%+v", first)
		}
		after := open(t, w.url, w.clock)
		after.expectSent(t, 30*time.Second, nil) // the lease is the other's
		w.clock.advance(30 * time.Second)
		again := after.claim(t)[domain.Reminder]
		if len(again) != 2 || ids[again[0].ID] != again[0].Channel || ids[again[1].ID] != again[1].Channel {
			t.Fatalf("%+v, after %+v", again, first)
		}
		for _, d := range again {
			after.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Delivered}, true)
			w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Delivered}, false)
		}
		after.expectSent(t, 10*time.Minute, nil)
	})
}

// After an outage a later notice takes the place of a call to move only if it is sent: a reminder of a turn in which there
// is nothing to choose is not.
func TestCallIsNotLeftOutForAReminderThatIsNotSent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 1, Pace: domain.Pace{"bid": 3600, "take": 3600},
			Options: []byte(`{"rounds":7}`)}, by(ann))
		must(t, err)
		w.send(t)
		w.decide(t, game, bid(1), ann)
		w.clock.advance(31 * time.Minute)
		due := w.claim(t)
		for what, owed := range map[domain.NoticeType]bool{domain.TurnStarted: true, domain.Reminder: false} {
			for _, d := range due[what] {
				if o, err := w.Obligation(t.Context(), d); err != nil || (o.Void == "") != owed {
					t.Errorf("%s: %q, %v", what, o.Void, err)
				}
			}
			if len(due[what]) == 0 {
				t.Errorf("no %s is due", what)
			}
		}
	})
}
