package api_test

import (
	"strings"
	"testing"

	"tender/domain"
)

func TestEverybodyReadsWhyAGameDoesNotMoveAndWhatWasDoneAboutIt(t *testing.T) {
	w := newWorld(t)
	ada, ben, mo := w.person("Ada"), w.person("Ben"), w.person("Mo")
	w.as("Mo", domain.Moderator)
	id := w.seated(ada, ben)
	game, any := "/v1/games/"+id, "/v1/admin/games/"+id
	for who, wants := range map[string]string{ada: "waits for you, in seat 1", "": "waits for Ada in seat 1"} {
		if a := w.do("GET", game+"/explain", who, "", "Accept", "text/plain"); a.Code != 200 || !strings.Contains(a.Body.String(), wants) {
			t.Errorf("%d %s", a.Code, a.Body)
		}
	}
	w.refused(404, domain.NotFound, w.do("GET", "/v1/games/nosuch/explain", ada, ""))
	w.refused(403, domain.NotHost, w.do("POST", game+"/void", ben, `{"round":1}`))
	stale := w.do("POST", game+"/void", ada, `{"round":2}`)
	w.refused(409, domain.Stale, stale)
	w.want(200, w.do("POST", game+"/void", ada, `{"round":1,"why":"a mistake"}`))
	w.refused(409, domain.CannotVoid, w.do("POST", game+"/void", ada, `{"round":1}`))
	w.want(200, w.do("POST", any+"/void", mo, `{"round":1,"why":"another"}`))
	w.refused(409, domain.NotMissing, w.do("POST", game+"/substitute", ada, `{"seat":2}`))
	w.refused(422, domain.InvalidTitle, w.do("POST", any+"/substitute", mo, `{"seat":2,"why":"two\nlines"}`))
	w.want(200, w.do("POST", any+"/substitute", mo, `{"seat":2,"why":"away"}`))
	told := w.do("GET", game+"/events", "", "", "Accept", "text/plain").Body.String()
	for _, line := range []string{"The host let round 1 begin anew", "a mistake", "A moderator let round 1 begin anew", "Seat 2 was taken from its player by a moderator (away)"} {
		if !strings.Contains(told, line) {
			t.Errorf("%q is not in\n%s", line, told)
		}
	}
	var what []string
	for _, a := range w.store.access.acts {
		what = append(what, string(a.What)+" "+a.Detail)
	}
	if got := strings.Join(what, ", "); got != "round_voided another, seat_substituted away" {
		t.Errorf("written down: %s", got)
	}
}
