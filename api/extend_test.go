package api_test

import (
	"testing"

	"tender/domain"
)

func TestHostMovesADeadlineOutOnceHoweverOftenItIsSent(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := "/v1/games/" + w.seated(ada, w.person("Ben"))
	var before, after viewed
	w.do("GET", game, ada, "").read(&before)
	body := `{"deadline":"` + before.Deadline + `"}`
	w.refused(403, domain.NotSeated, w.do("POST", game+"/extend", w.person("Cem"), body))
	a := w.do("POST", game+"/extend", ada, body)
	w.want(200, a)
	a.read(&after)
	if after.Deadline <= before.Deadline || after.Step != before.Step {
		t.Errorf("until %s, before %s", after.Deadline, before.Deadline)
	}
	again := w.do("POST", game+"/extend", ada, body)
	w.refused(409, domain.DeadlineChanged, again)
	var problem struct{ View viewed }
	if again.read(&problem); problem.View.Deadline != after.Deadline {
		t.Errorf("the refusal shows %+v", problem.View)
	}
	w.refused(422, domain.ExtensionOutOfRange, w.do("POST", game+"/extend", ada, `{"deadline":"`+after.Deadline+`","by":86401}`))
}

func TestDeadlineThatIsNoTimeIsRefused(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := "/v1/games/" + w.seated(ada, w.person("Ben"))
	for _, deadline := range []string{"", "tomorrow", "2026-02-30T00:00:00Z", "2026-03-02", "2026-03-02T09:30:00", "1772443800", "99999-03-02T09:30:00Z"} {
		w.refused(422, "invalid_input", w.do("POST", game+"/extend", ada, `{"deadline":"`+deadline+`"}`))
	}
	w.refused(409, domain.DeadlineChanged, w.do("POST", game+"/extend", ada, `{"deadline":"9999-12-31T23:59:59-23:59"}`))
}

// timely is what a view says of votes and pauses.
type timely struct {
	Deadline string
	Paused   *string
	Votes    []struct {
		For    string
		Seats  []int
		Needed int
	}
}

func (w *world) timely(a answer) (v timely) {
	w.Helper()
	w.want(200, a)
	a.read(&v)
	return v
}

func TestPlayersPauseResumeAndHurryByTheirVotes(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	game := "/v1/games/" + w.seated(ada, ben, cem)
	v := w.timely(w.do("POST", game+"/pause", ben, `{"for":7200}`))
	if v.Paused != nil || len(v.Votes) != 1 || v.Votes[0].For != "pause" || v.Votes[0].Seats[0] != 2 || v.Votes[0].Needed != 2 {
		t.Fatalf("%+v", v)
	}
	if v = w.timely(w.do("DELETE", game+"/votes/pause", ben, "")); len(v.Votes) != 0 {
		t.Fatalf("%+v", v)
	}
	for range 2 { // once is enough, and twice is no more
		if v = w.timely(w.do("POST", game+"/pause", ada, `{"for":7200}`)); v.Paused == nil {
			t.Fatalf("%+v", v)
		}
	}
	refusal := w.do("PUT", game+"/bid", ben, `{"bid":{"cards":[0]}}`)
	w.refused(409, domain.StandsStill, refusal)
	var problem struct{ View timely }
	if refusal.read(&problem); problem.View.Paused == nil || *problem.View.Paused != *v.Paused {
		t.Errorf("the refusal shows %+v", problem.View)
	}
	if v = w.timely(w.do("POST", game+"/resume", ada, "")); v.Paused != nil {
		t.Fatalf("%+v", v)
	}
	w.want(200, w.do("PUT", game+"/bid", ben, `{"bid":{"cards":[0]}}`))
	w.timely(w.do("POST", game+"/hurry", ada, `{"step":1}`))
	w.timely(w.do("POST", game+"/hurry", ben, ""))
	var after viewed
	if w.do("POST", game+"/hurry", cem, "").read(&after); after.Step < 2 {
		t.Errorf("at step %d", after.Step)
	}
}
