package domain_test

import (
	"encoding/json"
	"testing"
	"time"

	"tender/domain"
)

// wishes reads preferences as somebody would write them, over the defaults.
func wishes(t testing.TB, text string) domain.Preferences {
	t.Helper()
	var p domain.Preferences
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	if err := p.Check(time.LoadLocation); err != nil {
		t.Fatal(err)
	}
	return domain.DefaultPreferences().With(p)
}

// when asks about a mail that says that the game is over: nothing hurries.
func when(t testing.TB, p domain.Preferences, now time.Time) domain.Timing {
	return p.When(domain.GameOver, domain.ByEmail, domain.Ask{}, now, in(t, p.Zone))
}

func TestQuietHoursEndAtTheRightInstantWhateverClocksDo(t *testing.T) {
	for _, c := range []struct{ zone, hours, now, until string }{ // until is empty when it is not quiet
		{"Europe/Berlin", "22:00-07:00", "2026-01-10T20:59", ""},
		{"Europe/Berlin", "22:00-07:00", "2026-01-10T21:00", "2026-01-11T06:00"},
		{"Europe/Berlin", "22:00-07:00", "2026-01-11T05:59", "2026-01-11T06:00"},
		{"Europe/Berlin", "22:00-07:00", "2026-01-11T06:00", ""},
		{"Europe/Berlin", "22:00-07:00", "2026-03-28T22:00", "2026-03-29T05:00"}, // a night of eight hours
		{"Europe/Berlin", "22:00-07:00", "2026-10-24T21:00", "2026-10-25T06:00"}, // and one of ten
		{"Europe/Berlin", "22:00-02:30", "2026-03-28T22:00", "2026-03-29T01:00"}, // there is no 02:30: it is 03:00
		{"Europe/Berlin", "22:00-02:30", "2026-10-25T00:45", "2026-10-25T01:30"}, // 02:30 comes twice: the second
		{"Europe/Berlin", "02:30-07:00", "2026-10-25T00:30", "2026-10-25T06:00"}, // they begin with the first
		{"Europe/Berlin", "13:00-14:00", "2026-06-01T11:30", "2026-06-01T12:00"},
		{"Europe/Berlin", "13:00-14:00", "2026-06-01T12:00", ""},
		{"America/New_York", "22:00-07:00", "2026-03-08T04:00", "2026-03-08T11:00"},
		{"America/New_York", "22:00-07:00", "2026-11-01T04:00", "2026-11-01T12:00"},
		{"Australia/Lord_Howe", "22:00-07:00", "2026-10-03T12:00", "2026-10-03T20:00"}, // half an hour less
		{"Australia/Lord_Howe", "22:00-07:00", "2026-04-04T12:00", "2026-04-04T20:30"},
		{"Australia/Lord_Howe", "22:00-02:15", "2026-10-03T12:00", "2026-10-03T15:30"},
		{"Pacific/Apia", "22:00-07:00", "2011-12-30T08:00", "2011-12-30T17:00"}, // the 29th, and the 31st came next
		{"UTC", "none", "2026-01-10T23:00", ""},
	} {
		got := when(t, wishes(t, `{"zone":"`+c.zone+`","quiet_hours":"`+c.hours+`"}`), utc(t, c.now))
		want := domain.Timing{}
		if c.until != "" {
			want = domain.Timing{Why: domain.WhyQuietHours, Before: utc(t, c.until)}
		}
		if got != want {
			t.Errorf("%s, %s, at %s: %v", c.zone, c.hours, c.now, got)
		}
	}
}

func TestDigestComesAtItsHourOnEveryDayThatThereIs(t *testing.T) {
	for _, c := range []struct{ zone, hour, now, at string }{
		{"Europe/Berlin", "8", "2026-03-28T07:00", "2026-03-29T06:00"},
		{"Europe/Berlin", "8", "2026-03-28T06:59", "2026-03-28T07:00"},
		{"Europe/Berlin", "8", "2026-10-24T06:00", "2026-10-25T07:00"},
		{"Europe/Berlin", "2", "2026-10-24T23:00", "2026-10-25T01:00"}, // twice: the second
		{"Europe/Berlin", "2", "2026-10-25T00:30", "2026-10-25T01:00"},
		{"Europe/Berlin", "2", "2026-10-25T01:00", "2026-10-26T01:00"}, // and once only
		{"Europe/Berlin", "2", "2026-03-28T23:30", "2026-03-29T01:00"},
		{"America/New_York", "8", "2026-03-07T13:00", "2026-03-08T12:00"},
		{"America/New_York", "8", "2026-10-31T12:00", "2026-11-01T13:00"},
		{"Australia/Lord_Howe", "2", "2026-10-03T14:00", "2026-10-03T15:30"},
		{"America/Sao_Paulo", "0", "2018-11-03T12:00", "2018-11-04T03:00"},
		{"Pacific/Apia", "8", "2011-12-29T18:00", "2011-12-30T18:00"}, // from the 29th to the 31st
	} {
		p := wishes(t, `{"zone":"`+c.zone+`","digest_at":`+c.hour+`,"events":{"game_over":{"email":"digest"}}}`)
		if got, want := when(t, p, utc(t, c.now)), (domain.Timing{Why: domain.WhyDigest, Before: utc(t, c.at)}); got != want {
			t.Errorf("%s, %s, at %s: %v", c.zone, c.hour, c.now, got)
		}
	}
}

func TestWhatWouldComeTooLateIsSentAtOnce(t *testing.T) {
	night := utc(t, "2026-01-10T23:00") // the quiet hours end at 07:00, the digest comes at 08:00
	for _, c := range []struct {
		mode, until string
		why         domain.Why
	}{
		{"now", "2026-01-11T08:00", domain.WhyQuietHours},
		{"now", "2026-01-11T07:59", ""},
		{"now", "2026-01-10T23:30", ""},
		{"digest", "2026-01-11T10:00", domain.WhyDigest},
		{"digest", "2026-01-11T09:59", domain.WhyQuietHours}, // too late for the digest, but not for the morning
		{"digest", "2026-01-11T07:59", ""},
	} {
		p := wishes(t, `{"quiet_hours":"22:00-07:00","events":{"bid_wanted":{"email":"`+c.mode+`"},"game_over":{"email":"`+c.mode+`"}}}`)
		ask := domain.Ask{Type: domain.BidWanted, Until: utc(t, c.until)}
		if got := p.When(domain.BidWanted, domain.ByEmail, ask, night, time.UTC); got.Why != c.why {
			t.Errorf("%+v: %v", c, got)
		}
		if got := p.When(domain.GameOver, domain.ByEmail, domain.Ask{}, night, time.UTC); got.Why == "" {
			t.Errorf("%+v: what asks for nothing is not kept", c)
		}
	}
}

func TestWebhooksKnowNoNight(t *testing.T) {
	p := wishes(t, `{"quiet_hours":"22:00-07:00","events":{"reminder":{"webhook":"off"},"bid_wanted":{"email":"off"}}}`)
	for what, want := range map[domain.NoticeType]domain.Why{domain.Reminder: domain.WhyOff, domain.BidWanted: ""} {
		if got := p.When(what, domain.ByWebhook, domain.Ask{}, utc(t, "2026-01-10T23:00"), time.UTC); got.Why != want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// The mail that says that a game has started is its first call to move: whoever wants either gets it.
func TestFirstCallToMoveIsSentToWhoWantsOnlyCalls(t *testing.T) {
	ask := domain.Ask{Type: domain.BidWanted, Until: utc(t, "2026-01-12T12:00")}
	for _, c := range []struct {
		started, wanted string
		ask             domain.Ask
		why             domain.Why
	}{
		{"off", "now", ask, ""},
		{"off", "digest", ask, domain.WhyDigest},
		{"digest", "now", ask, ""},
		{"now", "off", ask, ""},
		{"off", "off", ask, domain.WhyOff},
		{"off", "now", domain.Ask{}, domain.WhyOff}, // the bid is in
	} {
		p := wishes(t, `{"events":{"game_started":{"email":"`+c.started+`"},"bid_wanted":{"email":"`+c.wanted+`"}}}`)
		if got := p.When(domain.GameStarted, domain.ByEmail, c.ask, utc(t, "2026-01-10T12:00"), time.UTC); got.Why != c.why {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestPreferencesForAGameComeFirstWhereTheySaySomething(t *testing.T) {
	all := wishes(t, `{"zone":"Europe/Berlin","quiet_hours":"22:00-07:00","digest_at":9,"events":{"bid_wanted":{"email":"digest","webhook":"off"},"reminder":{"email":"off"}}}`)
	var one domain.Preferences
	if err := json.Unmarshal([]byte(`{"quiet_hours":"none","events":{"bid_wanted":{"email":"now"},"turn_started":{}}}`), &one); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(all.With(one))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"zone":"Europe/Berlin","quiet_hours":"none","digest_at":9,"events":{"bid_wanted":{"email":"now","webhook":"off"},` +
		`"deadline_moved":{"email":"now","webhook":"now"},"game_abandoned":{"email":"now","webhook":"now"},"game_over":{"email":"now","webhook":"now"},"game_paused":{"email":"now","webhook":"now"},"game_resumed":{"email":"now","webhook":"now"},` +
		`"game_started":{"email":"now","webhook":"now"},"last_reminder":{"email":"now","webhook":"now"},"reminder":{"email":"off","webhook":"now"},` +
		`"seat_lost":{"email":"now","webhook":"now"},"seat_opened":{"email":"now","webhook":"now"},` +
		`"turn_started":{"email":"now","webhook":"now"}}}`
	if string(got) != want {
		t.Errorf("%s", got)
	}
}

func TestPreferencesThatSayWhatThereIsNotAreRefused(t *testing.T) {
	for text, pointer := range map[string]string{
		`{"zone":"Mars/Olympus"}`: "/zone", `{"zone":"Local"}`: "/zone", `{"zone":"localtime"}`: "/zone", `{"zone":"../UTC"}`: "/zone",
		`{"zone":"posix/Europe/Berlin"}`: "/zone", `{"zone":"europe/berlin"}`: "/zone", `{"zone":"Europe/"}`: "/zone", `{"zone":"/Europe"}`: "/zone",
		`{"zone":"Europe/Berlin\u0000"}`: "/zone", `{"zone":"tzdata.zi"}`: "/zone", `{"zone":"Europe"}`: "/zone",
		`{"digest_at":24}`: "/digest_at", `{"digest_at":-1}`: "/digest_at",
		`{"quiet_hours":"22-07"}`: "/quiet_hours", `{"quiet_hours":"07:00-07:00"}`: "/quiet_hours", `{"quiet_hours":""}`: "/quiet_hours", `{"quiet_hours":7}`: "/quiet_hours",
		`{"events":{"dinner":{"email":"now"}}}`: "/events/dinner", `{"events":{"reminder":{"email":"soon"}}}`: "/events/reminder/email",
		`{"events":{"reminder":{"webhook":"digest"}}}`: "/events/reminder/webhook",
	} {
		var p domain.Preferences
		err := json.Unmarshal([]byte(text), &p)
		if err == nil {
			err = p.Check(time.LoadLocation)
		}
		if r, ok := domain.AsRefusal(err); !ok || r.Pointer != pointer {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, good := range []string{`{}`, `{"zone":"Etc/GMT+5"}`, `{"zone":"America/Port-au-Prince"}`, `{"zone":"UTC"}`, `{"quiet_hours":"none"}`, `{"digest_at":0}`} {
		wishes(t, good)
	}
}
