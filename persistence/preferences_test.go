package persistence_test

import (
	"encoding/json"
	"testing"
	"time"
	_ "time/tzdata"

	"tender/domain"
)

// prefer sets preferences, for all games or for one.
func (w *world) prefer(t *testing.T, a domain.Account, game, text string) {
	t.Helper()
	var p domain.Preferences
	must(t, json.Unmarshal([]byte(text), &p))
	must(t, p.Check(time.LoadLocation))
	must(t, w.SetPreferences(t.Context(), a.ID, game, p))
}

// slow opens a game of people who have a week to bid.
func (w *world) slow(t *testing.T, seats ...domain.Account) string {
	t.Helper()
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Pace: domain.Pace{"bid": 7 * 24 * 3600, "take": 3600}}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{}, a)
	}
	return game
}

// nothingLeft expects that nothing but reminders, which come after days, is due or under way.
func (w *world) nothingLeft(t *testing.T) {
	t.Helper()
	if next, err := w.NextDelivery(t.Context()); err != nil || next.Before(w.clock.now().Add(24*time.Hour)) && !next.IsZero() {
		t.Errorf("something is left: %v, %v", next, err)
	}
}

// work does as a worker would with all that is due, and gives the mails by what is in each.
func (w *world) work(t *testing.T) (mails [][]string) {
	t.Helper()
	due, err := w.ClaimDeliveries(t.Context(), 100, time.Minute)
	must(t, err)
	for _, d := range due {
		now := w.clock.now()
		sent := domain.Attempt{At: now, Status: domain.Delivered}
		if d.Channel != domain.ByEmail {
			w.finish(t, d, sent, true)
			continue
		}
		if !d.DigestAt.IsZero() {
			gathered, held, err := w.GatherDigest(t.Context(), d, time.Minute)
			must(t, err)
			if held {
				mails = append(mails, w.mailTogether(t, gathered))
			}
			continue
		}
		o, err := w.Obligation(t.Context(), d)
		must(t, err)
		switch {
		case o.Void != "":
			sent.Status, sent.Why = domain.Dropped, o.Void
		case o.Timing.Why == domain.WhyOff:
			sent.Status, sent.Why = domain.Withheld, domain.WhyOff
		case o.Timing.Why != "":
			sent = domain.Attempt{At: now, PutOff: true, Status: domain.Pending, Why: o.Timing.Why, RetryAt: o.Timing.Before}
		default:
			mails = append(mails, []string{d.ID})
		}
		w.finish(t, d, sent, true)
	}
	return mails
}

// mailTogether finishes what was gathered and gives what is still owed of it.
func (w *world) mailTogether(t *testing.T, gathered []domain.Delivery) (mail []string) {
	t.Helper()
	var tried []domain.Tried
	for _, d := range gathered {
		o, err := w.Obligation(t.Context(), d)
		must(t, err)
		a := domain.Attempt{At: w.clock.now(), Status: domain.Delivered}
		if o.Void != "" {
			a.Status, a.Why = domain.Dropped, o.Void
		} else {
			mail = append(mail, d.ID)
		}
		tried = append(tried, domain.Tried{Delivery: d, Attempt: a})
	}
	if held, err := w.FinishTogether(t.Context(), tried); err != nil || !held {
		t.Errorf("held %v, %v", held, err)
	}
	return mail
}

func TestPreferencesAreKeptForAllGamesAndForOne(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		game := w.game(t, ann, bob)
		w.prefer(t, ann, "", `{"zone":"Asia/Kolkata"}`)
		w.prefer(t, ann, "", `{"zone":"Europe/Berlin","quiet_hours":"22:00-07:00","digest_at":0}`)
		w.prefer(t, ann, game, `{"quiet_hours":"none","events":{"reminder":{"email":"off"}}}`)
		all, one, err := w.Preferences(t.Context(), ann.ID, game)
		must(t, err)
		if all.Zone != "Europe/Berlin" || all.QuietHours.To.String() != "07:00" || *all.DigestAt != 0 || all.Events != nil {
			t.Errorf("for all: %+v", all)
		}
		if one.Zone != "" || one.QuietHours == nil || one.DigestAt != nil || one.Events[domain.Reminder].Email != domain.Off {
			t.Errorf("for one: %+v", one)
		}
		if _, one, err := w.Preferences(t.Context(), ann.ID, ""); err != nil || one.QuietHours != nil {
			t.Errorf("for none: %+v, %v", one, err)
		}
		if all, one, err := w.Preferences(t.Context(), bob.ID, game); err != nil || all.Zone != "" || one.Events != nil {
			t.Errorf("another's: %+v, %+v, %v", all, one, err)
		}
		must(t, w.ForgetPreferences(t.Context(), ann.ID, game))
		if all, one, err := w.Preferences(t.Context(), ann.ID, game); err != nil || all.Zone != "Europe/Berlin" || one.QuietHours != nil {
			t.Errorf("without those for one: %+v, %+v, %v", all, one, err)
		}
		refused(t, w.SetPreferences(t.Context(), "nobody", "", domain.Preferences{}), domain.NotFound)
	})
}

func TestTimesAreInTheReadersZone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"zone":"Australia/Lord_Howe"}`)
		w.slow(t, ann)
		for _, d := range w.claim(t)[domain.BidWanted] {
			if o, err := w.Obligation(t.Context(), d); err != nil || o.To.Zone.String() != "Australia/Lord_Howe" || o.Ask.Type != domain.BidWanted || !o.Ask.Until.Equal(*o.View.Deadline) {
				t.Errorf("%+v, %v", o, err)
			}
		}
	})
}

func TestMailWaitsForTheMorningAndIsDroppedWhenItsTurnIsOverByThen(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		for _, a := range []domain.Account{ann, bob} {
			w.prefer(t, a, "", `{"zone":"Asia/Tokyo","quiet_hours":"20:00-07:00"}`) // it is 21:00 there
		}
		game := w.slow(t, ann, bob)
		if mails := w.work(t); len(mails) != 0 {
			t.Fatalf("mails in quiet hours: %v", mails)
		}
		next, err := w.NextDelivery(t.Context())
		if want := time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC); err != nil || !next.Equal(want) {
			t.Fatalf("next %v, %v", next, err)
		}
		w.decide(t, game, bid(1), ann)
		w.clock.advance(10 * time.Hour)
		if mails := w.work(t); len(mails) != 3 { // that it has started to both, that a bid is wanted to Bob
			t.Errorf("mails in the morning: %v", mails)
		}
		w.nothingLeft(t)
	})
}

func TestChangedPreferencesCountForWhatIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"quiet_hours":"10:00-20:00"}`)
		w.slow(t, ann)
		second := w.slow(t, ann)
		if mails := w.work(t); len(mails) != 0 {
			t.Fatalf("mails in quiet hours: %v", mails)
		}
		<-w.DeliveriesWake()
		w.prefer(t, ann, second, `{"quiet_hours":"none"}`)
		<-w.DeliveriesWake() // the worker is told
		if mails := w.work(t); len(mails) != 2 {
			t.Errorf("mails of the second game: %v", mails)
		}
		w.prefer(t, ann, "", `{"events":{"bid_wanted":{"email":"off"}}}`)
		if mails := w.work(t); len(mails) != 1 {
			t.Errorf("mails of the first game, of which one is off: %v", mails)
		}
		w.nothingLeft(t)
	})
}

func TestChangedPreferencesLeaveAloneWhatIsUnderWay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"digest_at":13,"events":{"bid_wanted":{"email":"digest"},"game_started":{"email":"digest"}}}`)
		w.slow(t, ann)
		w.work(t)
		w.clock.advance(time.Hour)
		due, err := w.ClaimDeliveries(t.Context(), 1, time.Minute)
		must(t, err)
		gathered, held, err := w.GatherDigest(t.Context(), due[0], time.Minute)
		must(t, err)
		w.prefer(t, ann, "", `{}`)
		if mails := w.work(t); !held || len(gathered) != 2 || len(mails) != 0 {
			t.Errorf("gathered %d; mails beside the digest that is under way: %v", len(gathered), mails)
		}
		if mail := w.mailTogether(t, gathered); len(mail) != 2 {
			t.Errorf("the digest holds %v", mail)
		}
	})
}

func TestPreferencesChangedDuringAnAttemptCountForWhatItWouldKeep(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"quiet_hours":"10:00-20:00"}`)
		w.slow(t, ann)
		d, at := w.claim(t)[domain.GameStarted][0], w.clock.now()
		o, err := w.Obligation(t.Context(), d)
		must(t, err)
		w.clock.advance(time.Second)
		w.prefer(t, ann, "", `{}`)
		w.finish(t, d, domain.Attempt{At: at, PutOff: true, Status: domain.Pending, Why: o.Timing.Why, RetryAt: o.Timing.Before}, true)
		if mails := w.work(t); o.Timing.Why != domain.WhyQuietHours || len(mails) != 1 {
			t.Errorf("%+v, then mails %v", o.Timing, mails)
		}
	})
}

func TestLetterThatIsPutOffIsNotTried(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		must(t, w.AskForSignIn(t.Context(), "ann@x.org", "ann@x.org"))
		for range 3 {
			l, err := w.ClaimLetters(t.Context(), 10, time.Minute)
			must(t, err)
			if len(l) != 1 || l[0].Attempts != 0 {
				t.Fatalf("claimed %+v", l)
			}
			now := w.clock.now()
			held, err := w.FinishLetter(t.Context(), l[0], domain.Attempt{At: now, PutOff: true, Status: domain.Pending, RetryAt: now.Add(time.Minute)})
			if err != nil || !held {
				t.Errorf("%v, %v", held, err)
			}
			w.clock.advance(time.Minute)
		}
	})
}

func TestAllThatSomebodyHasSaidIsListed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		must(t, w.SetPreferences(ctx, ann.ID, "", domain.Preferences{Zone: "Pacific/Apia"}))
		must(t, w.SetPreferences(ctx, ann.ID, "g", domain.Preferences{QuietHours: &domain.QuietHours{From: 60, To: 120}}))
		must(t, w.SetPreferences(ctx, ann.ID, "h", domain.Preferences{Zone: "UTC"}))
		must(t, w.ForgetPreferences(ctx, ann.ID, "h"))
		must(t, w.SetPreferences(ctx, bob.ID, "g", domain.Preferences{Zone: "UTC"}))
		said, err := w.AllPreferences(ctx, ann.ID)
		if err != nil || len(said) != 2 || said[""].Zone != "Pacific/Apia" || said["g"].QuietHours == nil || said["g"].QuietHours.To != 120 {
			t.Errorf("%+v, %v", said, err)
		}
	})
}
