package api_test

import (
	"testing"

	"tender/domain"
)

func TestHostMovesADeadlineOutOnceHoweverOftenItIsSent(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	game := "/v1/games/" + w.seated(ada, ben)
	var before, after viewed
	w.do("GET", game, ada, "").read(&before)
	body := `{"deadline":"` + before.Deadline + `"}`
	w.refused(403, domain.NotHost, w.do("POST", game+"/extend", ben, body))
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
