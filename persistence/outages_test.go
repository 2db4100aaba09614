package persistence_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/persistence"
)

// attentive is another server on the same database that notices outages of more than two minutes.
func (w *world) attentive(t *testing.T) *world {
	t.Helper()
	other := *w
	s, err := persistence.Open(t.Context(), w.url, persistence.Options{Kinds: w.kinds, Now: w.clock.now, Log: slog.New(slog.NewTextHandler(w.log, nil)), Plan: plan, OutageAfter: 2 * time.Minute})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	other.Store = s
	return &other
}

func (w *world) notice(t *testing.T, mail domain.MailHealth) {
	t.Helper()
	must(t, w.NoticeOutages(t.Context(), mail))
}

// deadline is that of a game, and how many events it has told.
func (w *world) deadline(t *testing.T, game string) (time.Time, int) {
	t.Helper()
	v, err := w.View(t.Context(), game, "")
	must(t, err)
	return *v.Deadline, v.LastEvent
}

func TestAfterAnOutageOfTheServerNoDeadlineEndsAWaitBeforeItHasMoved(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w = w.attentive(t)
		ps := w.people(t, 2)
		fine := domain.MailHealth{}
		w.notice(t, fine)
		game := w.game(t, ps...) // waits take a minute
		before, told := w.deadline(t, game)
		w.clock.advance(30 * time.Minute) // nobody was there
		w.expire(t, 0)
		other := w.attentive(t) // the program starts anew
		other.expire(t, 0)
		other.notice(t, fine)
		other.notice(t, fine)
		w.notice(t, fine)
		after, now := w.deadline(t, game)
		if got := after.Sub(before).Round(time.Second); got != 30*time.Minute || now != told+1 {
			t.Errorf("moved by %s in %d lines", got, now-told)
		}
		w.expire(t, 0)
		w.verify(t, game)
		w.clock.advance(time.Minute)
		w.notice(t, fine)
		w.expire(t, 1)
		// A gap of two minutes is none.
		before, told = w.deadline(t, game)
		w.clock.advance(2 * time.Minute)
		w.notice(t, fine)
		if after, now = w.deadline(t, game); after != before || now != told {
			t.Errorf("moved by %s", after.Sub(before))
		}
		w.expire(t, 1)
	})
}

func TestCreditThatIsCutShortIsGoneOnWithAndGivesNothingTwice(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w = w.attentive(t)
		ps := w.people(t, 2)
		w.notice(t, domain.MailHealth{})
		games := make([]string, 70) // more than one batch
		for i := range games {
			games[i] = w.game(t, ps...)
		}
		w.exec(t, "UPDATE games SET state = 'nonsense' WHERE id = '"+games[3]+"'") // keeps no other from its own
		before, _ := w.deadline(t, games[0])
		w.clock.advance(10 * time.Minute)
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("killed"))
		if err := w.NoticeOutages(ctx, domain.MailHealth{}); err == nil {
			t.Error("killed, and it says nothing")
		}
		w.notice(t, domain.MailHealth{})
		w.exec(t, "UPDATE outages SET done_at = 0, game_id = ''") // killed before it was written down that all had theirs
		w.expire(t, 0)
		w.notice(t, domain.MailHealth{})
		for i, game := range games {
			if i == 3 {
				continue
			}
			after, told := w.deadline(t, game)
			if got := after.Sub(before).Round(time.Minute); got != 10*time.Minute || told != 4 {
				t.Fatalf("game %d moved by %s, %d lines", i, got, told)
			}
			w.verify(t, game)
		}
	})
}

func TestWhileNoMailCanBeSentDeadlinesAreHeldAndMovesTaken(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w = w.attentive(t)
		ps := w.people(t, 2)
		began := w.clock.now()
		tick := func(d time.Duration, mail domain.MailHealth) {
			t.Helper()
			for range int(d / time.Minute) {
				w.clock.advance(time.Minute)
				w.notice(t, mail)
			}
		}
		down := domain.MailHealth{Failing: began}
		w.notice(t, down)
		game := w.game(t, ps...)
		w.decide(t, game, bid(3), ps[0])
		w.clock.advance(time.Minute)
		w.notice(t, down)
		w.expire(t, 1) // nobody knows yet; seat 2 has missed its bid
		tick(3*time.Minute, down)
		if o, err := w.Outage(t.Context()); err != nil || o != nil {
			t.Errorf("an outage after four minutes: %+v, %v", o, err)
		}
		late := w.game(t, ps...)
		tick(time.Minute, down)
		if o, err := w.Outage(t.Context()); err != nil || o == nil || o.From.After(began) {
			t.Errorf("no outage after five: %+v, %v", o, err)
		}
		w.expire(t, 2) // both are held
		if next, err := w.NextDeadline(t.Context()); err != nil || !next.IsZero() {
			t.Errorf("next at %s, %v", next, err)
		}
		tick(10*time.Minute, down)
		w.expire(t, 0)
		w.decide(t, late, bid(4), ps[1]) // its deadline has come
		w.verify(t, late)
		e, err := w.Explain(t.Context(), late, ps[0].ID, false)
		must(t, err)
		if !e.Held || e.Outage == nil || !strings.Contains(e.Text(), "Moves are taken") {
			t.Errorf("%s", e.Text())
		}
		w.clock.advance(time.Second)
		w.notice(t, domain.MailHealth{Back: w.clock.now(), Sent: w.clock.now()})
		before, _ := w.deadline(t, late)
		w.expire(t, 0)
		v, err := w.View(t.Context(), game, "")
		must(t, err)
		if v.Seats[1].Missed != 0 {
			t.Error("a miss in the outage counts")
		}
		if !before.After(w.clock.now()) {
			t.Errorf("the deadline is %s, now is %s", before, w.clock.now())
		}
		w.verify(t, game)
		w.clock.advance(time.Hour)
		w.notice(t, domain.MailHealth{})
		w.notice(t, domain.MailHealth{})
		w.verify(t, late)
	})
}

func TestOutageOfTheMailServiceHoldsNothingForEver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w = w.attentive(t)
		began := w.clock.now()
		down := domain.MailHealth{Failing: began}
		w.notice(t, down)
		open := func() bool {
			o, err := w.Outage(t.Context())
			must(t, err)
			return o != nil
		}
		for range 3*24*60 + 10 {
			w.clock.advance(time.Minute)
			if w.clock.now().Sub(began) < 6*time.Minute || w.clock.now().Sub(began) > domain.MaxHeld-2*time.Minute {
				w.notice(t, down)
			}
		}
		if open() {
			t.Error("it holds on")
		}
		w.notice(t, domain.MailHealth{Sent: w.clock.now()}) // by another server, once
		w.clock.advance(time.Minute)
		again := domain.MailHealth{Failing: w.clock.now()}
		for range 6 {
			w.clock.advance(time.Minute)
			w.notice(t, again)
		}
		if !open() {
			t.Error("the next one is not noticed")
		}
		w.clock.advance(time.Minute)
		w.notice(t, domain.MailHealth{Sent: w.clock.now()}) // another server's mail went through
		if open() {
			t.Error("it goes on although mails are sent")
		}
	})
}
