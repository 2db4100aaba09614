package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	spans "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector takes traces, as an OpenTelemetry collector does.
type collector struct {
	*httptest.Server
	mu   sync.Mutex
	raw  bytes.Buffer
	took []*trace.Span
}

func newCollector(t *testing.T) *collector {
	c := new(collector)
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent spans.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.raw.Write(body)
		for _, resource := range sent.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				c.took = append(c.took, scope.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(c.Close)
	return c
}

// all are the spans that came, by name, when no more come.
func (c *collector) all(w *world) map[string][]*trace.Span {
	w.Helper()
	if err := w.seen.traces.Close(w.Context()); err != nil {
		w.Error(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	named := map[string][]*trace.Span{}
	for _, s := range c.took {
		named[s.Name] = append(named[s.Name], s)
	}
	return named
}

func TestMetricsAreForThisMachineAlone(t *testing.T) {
	dir := t.TempDir()
	open := func(name string, change func(*config)) *world {
		return newWorld(t, dir, "sqlite:"+filepath.Join(dir, name), change)
	}
	w := open("a.db", func(*config) {})
	if response, text := w.call(person{}, "GET", "/metrics", ""); response.StatusCode != 200 || !bytes.Contains(text, []byte("\ntender_store_up 1\n")) {
		t.Errorf("this machine gets %s %.300s", response.Status, text)
	}
	for _, header := range []string{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"} {
		if response, _ := w.call(person{}, "GET", "/metrics", "", header, "198.51.100.7"); response.StatusCode != 404 {
			t.Errorf("with %s: %s", header, response.Status)
		}
	}
	named, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	named.Host = "tender.example.org"
	response, err := http.DefaultClient.Do(named)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 404 {
		t.Errorf("a proxy that keeps the name asked for: %s", response.Status)
	}

	apart := open("b.db", func(c *config) { c.MetricsAddr = "127.0.0.1:0" })
	if response, _ := apart.call(person{}, "GET", "/metrics", ""); response.StatusCode != 404 {
		t.Errorf("metrics have an address of their own, and at the API: %s", response.Status)
	}
	if text := apart.metricsText(); !strings.Contains(text, `tender_http_requests_total{method="GET",route="/metrics",status="404"} 1`) {
		t.Errorf("%.1000s", text)
	}
}

// metricsText is what Prometheus reads at the address of its own.
func (w *world) metricsText() string {
	w.Helper()
	request, err := http.NewRequestWithContext(w.Context(), http.MethodGet, w.Metrics, nil)
	if err != nil {
		w.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.Fatal(err)
	}
	return string(text)
}

// People play by HTTP and by mail, with webhooks and preferences, and then all that operators see, logs at their most
// talkative, metrics and traces, is searched for everything that should not be in it.
func TestWhatOperatorsSeeHoldsNoSecret(t *testing.T) {
	seen := newCollector(t)
	hooks := newHookSink(t, 200)
	observed := func(c *config) {
		c.MetricsAddr, c.OTLPEndpoint, c.WebhookAllow = "127.0.0.1:0", seen.URL, "127.0.0.0/8"
	}
	atTable(t, func(t *testing.T, at *table) {
		ada := at.who[0]
		hook := at.must(ada, "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":"%s/secret-path?secret-query=1"}`, hooks.URL))
		at.must(ada, "PUT", "/v1/me/notifications", `{"zone":"Europe/Berlin","quiet_hours":"01:00-02:00","events":{"reminder":{"email":"off"}}}`)
		token := at.must(ada, "POST", "/v1/me/tokens", `{"name":"my script","scopes":["read"]}`)
		at.answer(1, "one@example.org", "bid 0")
		at.call(ada, "PUT", "/v1/games/"+at.game+"/bid?token=in-the-query", `{"bid":{"cards":[9999]}}`, "X-Request-Id", token["token"].(string),
			"Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		secrets := []string{"example.org", "correct horse", "Player", "secret-path", "secret-query", hooks.Listener.Addr().String(), hook["secret"].(string),
			token["token"].(string), "my script", "Berlin", "in-the-query", at.mails[0].reply(t), "one@example", "[9999]", "a secret of this network"}
		for seat, s := range at.look(at.game).Sealed {
			secrets = append(secrets, s.Nonce, s.Receipt, string(s.Move), fmt.Sprintf(`"seat":%d,"move"`, seat))
		}
		for n := 0; n < 12 && at.step(at.game, at.who); n++ {
			for _, s := range at.look(at.game).Sealed {
				secrets = append(secrets, s.Nonce, s.Receipt, string(s.Move))
			}
		}
		secrets = append(secrets, at.look(at.game).ServerSeed)
		for _, p := range at.who {
			secrets = append(secrets, p.token, p.token[len(p.token)-20:])
		}
		at.settled(at.sink)

		metrics, named := at.metricsText(), seen.all(at.world)
		shows := map[string]string{"the log": at.logs.String(), "the metrics": metrics, "the traces": seen.raw.String()}
		for where, text := range shows {
			for _, secret := range secrets {
				if i := strings.Index(text, secret); secret != "" && i >= 0 {
					t.Errorf("%s hold %q: %q", where, secret, text[max(0, i-200):min(len(text), i+200)])
				}
			}
		}
		if strings.Contains(metrics, at.game) || strings.Contains(metrics, ada.id) {
			t.Error("metrics have ids in their labels")
		}
		for _, line := range []string{`tender_moves_total\{kind="money",type="seal"\} [1-9]`, `tender_notices_total\{channel="email",result="delivered"\} [1-9]`,
			`tender_notices_total\{channel="webhook",result="delivered"\} [1-9]`, `tender_phases_resolved_total\{by="moves",kind="money"\} [1-9]`} {
			if !regexp.MustCompile(line).MatchString(metrics) {
				t.Errorf("the metrics have no %s", line)
			}
		}
		at.linked(named)
	}, observed)
}

// linked fails the test unless a join is one transaction below its request, and a mail is linked to that.
func (at *table) linked(named map[string][]*trace.Span) {
	at.Helper()
	for _, join := range named["transaction join"] {
		for _, request := range named["POST /v1/games/:id/seats"] {
			if !bytes.Equal(join.ParentSpanId, request.SpanId) {
				continue
			}
			for _, mail := range named["delivery email"] {
				if len(mail.Links) == 1 && bytes.Equal(mail.Links[0].TraceId, request.TraceId) {
					return
				}
			}
		}
	}
	names := map[string]int{}
	for name, all := range named {
		names[name] = len(all)
	}
	at.Errorf("no request, transaction and delivery belong together: %v", names)
}

func TestARequestIsKnownByOneIdEverywhere(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"))
	const id = "0f1c8f0e-5a0b-4d55-8f4e-0a8f9f0c2f11"
	for given, taken := range map[string]bool{id: true, strings.ReplaceAll(id, "-", ""): true, strings.ToUpper(id): true,
		"": false, "my-request": false, id + "0": false, "0f1c8f0e-5a0b-4d55-8f4e-0a8f9f0c2fzz": false, "------------------------------------": false} {
		response, body := w.call(person{}, "GET", "/v1/games/none", "", "X-Request-Id", given)
		got := response.Header.Get("X-Request-Id")
		if (got == id) != taken || len(got) != len(id) || !bytes.Contains(body, []byte("urn:uuid:"+got)) || !strings.Contains(w.logs.String(), `"request":"`+got+`"`) {
			t.Errorf("%q: the request is called %q, %s", given, got, body)
		}
	}
}
