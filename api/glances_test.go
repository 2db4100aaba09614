package api_test

import (
	"net/http"
	"testing"
)

func TestWhoAsksAgainIsAnsweredWithoutALookUntilSomethingChanges(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	looks := 0
	w.store.viewed = func(string) { looks++ }
	ask := func(token, tag string, want int) string {
		t.Helper()
		a := w.do("GET", path, token, "", "If-None-Match", tag)
		w.want(want, a)
		return a.Header().Get("ETag")
	}
	tag := ask(ada, `"none"`, http.StatusOK)
	for range 3 {
		ask(ada, tag, http.StatusNotModified)
	}
	if looks != 2 {
		t.Errorf("%d looks for an answer and three times the same", looks)
	}
	other := ask(ben, `"none"`, http.StatusOK)
	if other == tag {
		t.Error("both see the same")
	}
	ask(ben, tag, http.StatusOK) // another's tag says nothing
	w.want(http.StatusOK, w.do("PATCH", "/v1/me", ben, `{"name":"Benno"}`))
	tag = ask(ada, tag, http.StatusOK)
	ask(ada, tag, http.StatusNotModified)
	w.want(http.StatusOK, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[`+w.serials(path, 0)[0]+`]}}`))
	ask(ada, tag, http.StatusOK)
}
