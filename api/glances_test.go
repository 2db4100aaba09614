package api_test

import (
	"net/http"
	"reflect"
	"testing"

	"tender/api"
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

// An answer that needed no look must not differ from one that did, and nobody gets it who would not get the other.
func TestWhatIsAnsweredWithoutALookIsTheSame(t *testing.T) {
	w := newWorldWith(t, func(d *api.Deps) { d.Origins = []string{"https://play.example.org"} })
	ada := w.person("Ada")
	path := "/v1/games/" + w.seated(ada, w.person("Ben"))
	looks := 0
	w.store.viewed = func(string) { looks++ }
	for _, accept := range []string{"", "text/plain"} {
		for _, token := range []string{ada, ""} {
			ask := func(method, path, tag string) answer {
				t.Helper()
				a := w.do(method, path, token, "", "If-None-Match", tag, "Accept", accept, "Origin", "https://play.example.org")
				a.Header().Del("X-Request-Id")
				a.Header().Del("Ratelimit")
				return a
			}
			tag := ask("GET", path, `"none"`).Header().Get("ETag")
			looked := ask("GET", path, tag)
			w.want(http.StatusNotModified, looked)
			for name, want := range map[string]string{"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
				"Content-Security-Policy": "", "X-Frame-Options": "", "Referrer-Policy": ""} {
				if got := looked.Header().Get(name); got != want {
					t.Errorf("%s is %q", name, got)
				}
			}
			looks = 0
			for _, method := range []string{"GET", "HEAD"} {
				known := ask(method, path, "W/"+tag+`, "none"`)
				w.want(http.StatusNotModified, known)
				if looks > 0 {
					t.Error("it was looked at")
				}
				if !reflect.DeepEqual(known.Header(), looked.Header()) || known.Body.Len() > 0 {
					t.Errorf("%v and %v", known.Header(), looked.Header())
				}
			}
			w.want(http.StatusNotFound, ask("GET", "/v1/games/nosuch", tag))
			w.want(http.StatusNotFound, ask("GET", path+"!", tag))
			w.want(http.StatusUnprocessableEntity, ask("GET", path+"?wiat=1", tag))
		}
	}
	tag := w.do("GET", path, ada, "", "If-None-Match", `"none"`).Header().Get("ETag")
	w.want(http.StatusNotModified, w.do("GET", path, ada, "", "If-None-Match", tag))
	w.want(http.StatusUnauthorized, w.do("GET", path, ada+"x", "", "If-None-Match", tag))
}
