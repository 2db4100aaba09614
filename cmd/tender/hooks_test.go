package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tender/domain"
	"tender/notify"
	"tender/notify/egress"
)

// received is a request that a receiver of webhooks got.
type received struct {
	path   string
	header http.Header
	body   []byte
}

// receiver listens for webhooks and takes all of them.
func receiver(t *testing.T) (address string, got <-chan received) {
	t.Helper()
	all := make(chan received, 10_000)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		all <- received{r.URL.Path, r.Header, body}
	}))
	t.Cleanup(server.Close)
	return server.URL, all
}

// next waits for a request.
func next(t *testing.T, got <-chan received) received {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	select {
	case r := <-got:
		return r
	case <-ctx.Done():
		t.Fatal("no further webhook arrives")
		return received{}
	}
}

// hookOf is a webhook as its owner sees it when it is made.
type hookOf struct {
	id, secret string
	public     ed25519.PublicKey // as published
}

func (w *world) hookTo(who person, url string) (h hookOf) {
	w.Helper()
	made := w.must(who, "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":%q}`, url))
	h.id, h.secret = made["id"].(string), made["secret"].(string)
	published := w.must(person{}, "GET", "/.well-known/webhook-keys/"+h.id, "")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(published["public_key"].(string), "whpk_"))
	if err != nil || published["public_key"] != made["public_key"] {
		w.Fatalf("%v: %v, %v", err, published, made)
	}
	h.public = raw
	return h
}

// checks says whether both signatures of a request are right.
func (h hookOf) checks(t *testing.T, r received) {
	t.Helper()
	theirs, err := standardwebhooks.NewWebhook(h.secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := theirs.VerifyIgnoringTimestamp(r.body, r.header); err != nil {
		t.Errorf("v1: %v", err)
	}
	content := fmt.Appendf(nil, "%s.%s.%s", r.header.Get("webhook-id"), r.header.Get("webhook-timestamp"), r.body)
	_, v1a, _ := strings.Cut(r.header.Get("webhook-signature"), "v1a,")
	signature, err := base64.StdEncoding.DecodeString(v1a)
	if err != nil || !ed25519.Verify(h.public, content, signature) {
		t.Errorf("v1a: %v", err)
	}
}

func TestWebhooksOfAWholeGameAreSignedNumberedAndAsDescribed(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		address, got := receiver(t)
		hooks := map[string]hookOf{}
		for i, p := range players {
			path := fmt.Sprint("/", i+1)
			hooks[path] = w.hookTo(p, address+path)
			response, raw := w.call(p, "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":%q}`, strings.Replace(address, "http:", "HTTP:", 1)+path))
			if response.StatusCode != http.StatusConflict {
				t.Errorf("the same target in another spelling: %s", raw)
			}
		}
		schema := spec().Components.Schemas["HookNotice"].Value
		id := w.game("money", "2025", "{}", players)
		for w.step(id, players) {
		}
		seqs, over := map[string][]int{}, map[string]bool{}
		whole := func() bool {
			for path := range hooks {
				slices.Sort(seqs[path])
				if n := len(seqs[path]); !over[path] || n == 0 || seqs[path][n-1] != n {
					return false
				}
			}
			return true
		}
		for !whole() {
			r := next(t, got)
			hooks[r.path].checks(t, r)
			var notice struct {
				Type string
				Seq  int
				Data struct{ Seat int }
			}
			var plain any
			if json.Unmarshal(r.body, &notice) != nil || json.Unmarshal(r.body, &plain) != nil || len(r.body) > notify.MaxPayload {
				t.Fatalf("%d bytes: %s", len(r.body), r.body)
			}
			if err := schema.VisitJSON(plain); err != nil {
				t.Errorf("%v", err)
			}
			if slices.Contains(seqs[r.path], notice.Seq) || fmt.Sprint("/", notice.Data.Seat) != r.path {
				t.Errorf("%s got %d of seat %d", r.path, notice.Seq, notice.Data.Seat)
			}
			seqs[r.path] = append(seqs[r.path], notice.Seq)
			over[r.path] = over[r.path] || notice.Type == string(domain.GameOver)
		}
	}, func(c *config) { c.WebhookAllow = "127.0.0.0/8" })
}

// verifiers are the pieces of code for receivers in docs/webhooks.md, with what runs them on requests from standard input.
var verifiers = []struct {
	tool, language, file, main, driver string
	run                                []string
	public                             bool // it takes a public key, too
}{
	{"go", "go", "verify.go", "main.go", `package main
import ("encoding/json"; "net/http"; "os")
func main() {
	var all []struct{ Key string; Headers map[string]string; Body string }
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil { panic(err) }
	verdicts := []bool{}
	for _, r := range all {
		h := http.Header{}
		for k, v := range r.Headers { h.Set(k, v) }
		verdicts = append(verdicts, verify(r.Key, h, []byte(r.Body)))
	}
	_ = json.NewEncoder(os.Stdout).Encode(verdicts)
}`, []string{"run", "verify.go", "main.go"}, false},
	{"node", "js", "verify.mjs", "main.mjs", `import { verify } from "./verify.mjs";
import { readFileSync } from "node:fs";
const all = JSON.parse(readFileSync(0));
console.log(JSON.stringify(all.map((r) => verify(r.key, r.headers, Buffer.from(r.body)))));`, []string{"main.mjs"}, true},
	{"python3", "python", "verify.py", "main.py", `import json, sys
from verify import verify
print(json.dumps([verify(r["key"], r["headers"], r["body"].encode()) for r in json.load(sys.stdin)]))`, []string{"main.py"}, false},
}

// posted keeps what is sent.
type posted struct {
	header http.Header
	body   []byte
}

func (p *posted) Post(_ context.Context, _ string, header http.Header, body []byte) (egress.Answer, error) {
	p.header, p.body = header, body
	return egress.Answer{Code: http.StatusNoContent}, nil
}

// request is what a verifier is asked about.
type request struct {
	Key     string            `json:"key"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// asked gives requests to verify, with what is to be said of each. They are signed now: the standard's library looks at
// the clock of the machine.
func asked(t *testing.T, public bool) (requests []request, want []bool) {
	secretOf := func(b byte) string {
		return "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{b}, 32))
	}
	seed := bytes.Repeat([]byte{9}, ed25519.SeedSize)
	hook := domain.Webhook{Secret: secretOf(2), KeySeed: seed, Old: []domain.OldSecret{{Secret: secretOf(1), Until: time.Now().Add(time.Hour)}}}
	send := func(age time.Duration) request {
		var p posted
		hooks := notify.Hooks{Client: &p, Now: func() time.Time { return time.Now().Add(-age) }}
		if r := hooks.Send(t.Context(), "d1", hook, []byte(`{"title":"Fréitag"}`)); r.Status != domain.Delivered {
			t.Fatalf("%+v", r)
		}
		headers := map[string]string{}
		for name := range p.header {
			headers[strings.ToLower(name)] = p.header.Get(name)
		}
		return request{Headers: headers, Body: string(p.body)}
	}
	add := func(r request, key string, good bool) {
		r.Key = key
		requests, want = append(requests, r), append(want, good)
	}
	add(send(0), secretOf(2), true)
	add(send(0), secretOf(1), true) // which was replaced
	add(send(0), secretOf(3), false)
	add(send(4*time.Minute), secretOf(2), true)
	add(send(6*time.Minute), secretOf(2), false)
	add(send(-6*time.Minute), secretOf(2), false)
	spaced := send(0)
	spaced.Body += " "
	add(spaced, secretOf(2), false)
	unsigned := send(0)
	delete(unsigned.Headers, "webhook-signature")
	add(unsigned, secretOf(2), false)
	if public {
		keyOf := func(seed []byte) string {
			return "whpk_" + base64.StdEncoding.EncodeToString(ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey))
		}
		add(send(0), keyOf(seed), true)
		add(send(0), keyOf(bytes.Repeat([]byte{8}, ed25519.SeedSize)), false)
		add(spaced, keyOf(seed), false)
	}
	return requests, want
}

func TestVerifiersForReceiversWork(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "webhooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verifiers {
		t.Run(v.language, func(t *testing.T) {
			need(t, v.tool)
			_, code, found := strings.Cut(string(page), "```"+v.language+"\n")
			code, _, closed := strings.Cut(code, "```")
			if !found || !closed {
				t.Fatal("there is none")
			}
			dir := t.TempDir()
			args := slices.Clone(v.run)
			for name, content := range map[string]string{v.file: code, v.main: v.driver} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				if i := slices.Index(args, name); i >= 0 {
					args[i] = filepath.Join(dir, name)
				}
			}
			requests, want := asked(t, v.public)
			in, err := json.Marshal(requests)
			if err != nil {
				t.Fatal(err)
			}
			command := exec.CommandContext(t.Context(), v.tool, args...) // run here, where Go finds the library
			command.Stdin, command.Env = bytes.NewReader(in), append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
			var faults bytes.Buffer
			command.Stderr = &faults
			out, err := command.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, faults.String())
			}
			var verdicts []bool
			if err := json.Unmarshal(out, &verdicts); err != nil || !reflect.DeepEqual(verdicts, want) {
				t.Errorf("%v: %v, want %v", err, verdicts, want)
			}
		})
	}
}
