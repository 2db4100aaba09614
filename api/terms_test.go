package api_test

import (
	"strings"
	"testing"

	"tender/domain"
)

func TestTermsAreShownBeforeOneJoins(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3,"terms":{"clock":"20:00","zone":"Europe/Berlin","days":["fri","mon"],"min":28800,"early":false,"grace":600,"bank":{"start":3600,"cap":7200}}}`))
	want := `"terms":{"auto_forced":true,"clock":"20:00","zone":"Europe/Berlin","days":["mon","fri"],"min":28800,"early":false,"grace":600,"bank":{"start":3600,"increment":0,"cap":7200},"missed_limit":2,"missed":"bot","max_vacation":1814400,"min_reliability":0}`
	game := "/v1/games/" + w.newest(ada)
	for _, path := range []string{game, "/v1/games?status=open"} {
		if body := w.do("GET", path, ben, "").Body.String(); !strings.Contains(body, want) {
			t.Errorf("%s shows %s", path, body)
		}
		text := strings.Join(strings.Fields(w.do("GET", path, ben, "", "Accept", "text/plain").Body.String()), " ")
		if !strings.Contains(text, "deadlines fall at 20:00 Europe/Berlin on mon and fri, at least 8 hours after an early end; bids are revealed at the deadline, not before; grace after the deadline 10 minutes; time bank 1 hour, at most 2 hours") {
			t.Errorf("%s is drawn as %s", path, text)
		}
	}
	w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3,"terms":{"missed_limit":3,"missed":"substitute","max_vacation":0,"min_reliability":90}}`))
	text := strings.Join(strings.Fields(w.do("GET", "/v1/games/"+w.newest(ada), ben, "", "Accept", "text/plain").Body.String()), " ")
	if !strings.Contains(text, "a seat that is left, or misses 3 in a row, is open to a substitute; vacations do not move deadlines; who joins has a reliability of 90 % at least") {
		t.Error(text)
	}
	w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`))
	if body := w.do("GET", "/v1/games/"+w.newest(ada), ben, "").Body.String(); !strings.Contains(body, `"terms":{"auto_forced":true,"early":true,"grace":0,"missed_limit":2,"missed":"bot","max_vacation":1814400,"min_reliability":0}`) {
		t.Error(body)
	}
}

func TestTermsThatCannotBeAreRefusedAndNoGameIsOpened(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for terms, want := range map[string]struct {
		code    domain.Code
		pointer string
	}{
		`{"clock":"20:00"}`:                                    {domain.UnknownZone, "/terms/zone"},
		`{"clock":"20:00","zone":"Mars/Olympus"}`:              {domain.UnknownZone, "/terms/zone"},
		`{"clock":"20:00","zone":"Local"}`:                     {domain.UnknownZone, "/terms/zone"},
		`{"clock":"20:00","zone":""}`:                          {"invalid_input", "/terms/zone"},
		`{"clock":"","zone":"UTC"}`:                            {"invalid_input", "/terms/clock"},
		`{"clock":"25:00","zone":"UTC"}`:                       {domain.InvalidTerms, "/terms/clock"},
		`{"days":["mon"]}`:                                     {domain.InvalidTerms, "/terms/days"},
		`{"clock":"20:00","zone":"UTC","days":["someday"]}`:    {domain.InvalidTerms, "/terms/days/0"},
		`{"clock":"20:00","zone":"UTC","min":0}`:               {"invalid_input", "/terms/min"},
		`{"min":3600}`:                                         {domain.InvalidTerms, "/terms/min"},
		`{"grace":-1}`:                                         {"invalid_input", "/terms/grace"},
		`{"grace":1000000000000}`:                              {"invalid_input", "/terms/grace"},
		`{"grace":1.5}`:                                        {"invalid_input", "/terms/grace"},
		`{"bank":{"start":0,"cap":0}}`:                         {"invalid_input", "/terms/bank/cap"},
		`{"bank":{"start":0,"cap":60}}`:                        {domain.InvalidTerms, "/terms/bank/start"},
		`{"bank":{"start":61,"cap":60}}`:                       {domain.InvalidTerms, "/terms/bank/start"},
		`{"bank":{"start":60,"cap":1000000000000}}`:            {"invalid_input", "/terms/bank/cap"},
		`{"early":"no"}`:                                       {"invalid_input", "/terms/early"},
		`{"changes":[[0,3600]],"clock":"20:00","zone":"UTC"}`:  {"invalid_input", "/terms/changes"},
		`{"clock":"20:00","zone":"UTC","timezone":"whatever"}`: {"invalid_input", "/terms/timezone"},
	} {
		a := w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3,"terms":`+terms+`}`)
		w.refused(422, want.code, a)
		if !strings.Contains(a.Body.String(), `"`+want.pointer+`"`) {
			t.Errorf("%s: %s", terms, a.Body)
		}
	}
	if len(w.store.games) > 0 {
		t.Error("a game was opened")
	}
}
