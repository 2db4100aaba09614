package api_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Whoever sits at a terminal can ask every GET for text.
func TestEveryGetAnswersPeopleInText(t *testing.T) {
	w := newWorld(t)
	ada := w.admin("Ada")
	game := w.seated(ada, w.person("Ben"))
	hook := w.hooked(ada, `{"url":"https://hooks.example.org/"}`)
	series := w.series(ada)
	n := 0
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		if method != "GET" || o.OperationID == "getContract" || o.OperationID == "getMetrics" { // which have one form
			return
		}
		address := strings.Replace(target(path, game), "/hook1", "/"+hook, 1)
		if path == "/v1/series/{id}" {
			address = "/v1/series/" + series
		}
		if o.OperationID == "findAccount" {
			address += "?name=Ben"
		}
		a := w.do(method, address, ada, "", "Accept", "text/plain")
		if a.Code == 409 { // the record of a game that runs
			return
		}
		n++
		if kind := a.Header().Get("Content-Type"); a.Code != 200 || kind != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %s", o.OperationID, a.Code, kind)
		}
		if text := a.Body.String(); strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %.200s", o.OperationID, text)
		}
	})
	if n < 15 {
		t.Errorf("only %d were asked", n)
	}
	hooks := w.do("GET", "/v1/me/webhooks", ada, "", "Accept", "text/plain").Body.String()
	if !strings.HasPrefix(hooks, "webhooks:\n") || !strings.Contains(hooks, "url: https://hooks.example.org/\n") {
		t.Errorf("%s", hooks)
	}
}
