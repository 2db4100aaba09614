package api_test

import (
	"strings"
	"testing"

	"tender/api"
	"tender/domain"
)

// rematchable is a game for two that has begun and was called off.
func (w *world) rematchable(ada, ben string) (path string) {
	w.Helper()
	path = "/v1/games/" + w.seated(ada, ben)
	w.want(204, w.do("DELETE", strings.Replace(path, "/v1/", "/v1/admin/", 1), w.admin("Mo"), ""))
	return path
}

func TestRematchIsOpenedByOneAndFoundByTheOther(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := w.rematchable(ada, ben)
	opened := w.keyed(path+"/rematch", ben, "k", "")
	w.want(201, opened)
	var v, old domain.View
	if opened.read(&v); v.Seats[0].Player != "Ben" || v.Kept != 1 || opened.Header().Get("Location") != "/v1/games/"+v.ID {
		t.Errorf("%v %s", opened.Header(), opened.Body)
	}
	if again := w.keyed(path+"/rematch", ben, "k", ""); again.Code != 201 || again.Body.String() != opened.Body.String() {
		t.Errorf("under the same key: %d %s", again.Code, again.Body)
	}
	found := w.do("POST", path+"/rematch", ada, "")
	w.want(200, found)
	if found.Header().Get("Location") != "/v1/games/"+v.ID || len(w.store.games) != 2 {
		t.Errorf("%d games, and %v", len(w.store.games), found.Header())
	}
	less := w.do("POST", path+"/rematch", ada, "", "Prefer", "return=minimal")
	if w.want(204, less); less.Header().Get("Location") != "/v1/games/"+v.ID {
		t.Errorf("%v", less.Header())
	}
	if w.do("GET", path, ada, "").read(&old); old.Rematch != v.ID {
		t.Errorf("the rematch is shown as %q", old.Rematch)
	}
	if text := w.do("GET", path, ada, "", "Accept", "text/plain").Body.String(); !strings.Contains(text, "the rematch is game "+v.ID) {
		t.Errorf("%s", text)
	}
	w.want(201, w.do("POST", "/v1/games/"+v.ID+"/seats", ada, ""))
}

func TestRematchIsRefusedWithASentence(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	running := "/v1/games/" + w.seated(ada, ben) + "/rematch"
	a := w.do("POST", running, ada, "")
	if w.refused(409, domain.NoRematch, a); !strings.Contains(a.Body.String(), "there can be a rematch when it is over") {
		t.Errorf("%s", a.Body)
	}
	w.refused(403, domain.NotSeated, w.do("POST", running, cem, ""))
	w.refused(401, "unauthenticated", w.do("POST", running, "", ""))
	w.refused(404, domain.NotFound, w.do("POST", "/v1/games/nothing/rematch", ada, ""))
	w.refused(422, "invalid_input", w.do("POST", running, ada, `{}`))
	if len(w.store.games) != 1 {
		t.Errorf("%d games", len(w.store.games))
	}
}

func TestRematchCountsAsANewGameOnlyForWhoOpensIt(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Games: 2})
	ada, ben := w.person("Ada"), w.person("Ben")
	path := w.rematchable(ada, ben)
	for range 3 { // refused ones are not counted
		w.refused(404, domain.NotFound, w.do("POST", "/v1/games/nothing/rematch", ada, ""))
	}
	w.want(201, w.do("POST", path+"/rematch", ada, ""))
	w.want(429, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`))
	w.want(200, w.do("POST", path+"/rematch", ada, ""))
	w.want(200, w.do("POST", path+"/rematch", ben, ""))
	w.want(201, w.do("POST", "/v1/games", ben, `{"kind":"money","seats":2}`))
}
