package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tell runs a command on the world's database, beside the server.
func (w *world) tell(args ...string) (out string, code int) {
	w.Helper()
	var b bytes.Buffer
	code = run(w.Context(), append(args, "--database", w.database, "--log-level", "error"), nil, &b, &b)
	return b.String(), code
}

// code makes a request and gives the status and the code of the problem, if it is one.
func (w *world) code(who person, method, path, body string) string {
	w.Helper()
	response, raw := w.call(who, method, path, body)
	_, rest, _ := strings.Cut(string(raw), `"code":"`)
	code, _, _ := strings.Cut(rest, `"`)
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", code))
}

func (w *world) wants(want string, who person, method, path, body string) {
	w.Helper()
	if got := w.code(who, method, path, body); got != want {
		w.Errorf("%s %s: %s instead of %s", method, path, got, want)
	}
}

func (w *world) pass(d time.Duration) { w.now.Add(d.Milliseconds()) }

func TestTheFirstAdminIsMadeAtTheCommandLine(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		root, ada := w.person(), w.person()
		if out, code := w.tell("admin", "list"); code != 0 || !strings.Contains(out, "nobody") {
			t.Errorf("%d %s", code, out)
		}
		for _, wrong := range [][]string{{"admin", "grant", "Nobody Here", "admin"}, {"admin", "grant", root.name, "king"}, {"admin", "grant", root.name}} {
			if out, code := w.tell(wrong...); code == 0 {
				t.Errorf("%v: %s", wrong, out)
			}
		}
		w.wants("403 insufficient_role", root, "GET", "/v1/admin/audit", "")
		if out, code := w.tell("admin", "grant", strings.ToUpper(root.name), "admin"); code != 0 || !strings.Contains(out, root.id) {
			t.Errorf("%d %s", code, out)
		}
		w.pass(5 * time.Second)
		w.wants("200", root, "PUT", "/v1/admin/accounts/"+ada.id+"/suspension", `{"reason":"insults"}`)
		w.wants("403 suspended", ada, "GET", "/v1/me", "")
		w.wants("200", root, "DELETE", "/v1/admin/accounts/"+ada.id+"/suspension", "")
		w.wants("200", ada, "GET", "/v1/me", "")
		_, log := w.call(root, "GET", "/v1/admin/audit", "")
		for _, part := range []string{`"role_granted"`, `"suspension_lifted"`, `"account_suspended"`, `"insults"`, `"127.0.0.1"`, `"` + ada.id + `"`, `"` + root.name + `"`} {
			if !strings.Contains(string(log), part) {
				t.Errorf("no %s in %s", part, log)
			}
		}
		if out, code := w.tell("admin", "list"); code != 0 || !strings.Contains(out, "admin") || !strings.Contains(out, root.name) || strings.Contains(out, ada.name) {
			t.Errorf("%d %s", code, out)
		}
	})
}

// kid is the id of the key that signed a token.
func kid(t *testing.T, token string) string {
	t.Helper()
	header, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[0])
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(header), `"kid":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id
}

// at is the same world asked through another replica.
func (w *world) at(url string) *world {
	other := *w
	other.server = &server{URL: url, Store: w.Store}
	return &other
}

// replicaURL starts another server on the same database and gives its address.
func (w *world) replicaURL() string {
	w.Helper()
	second, err := start(context.Background(), config{storage: storage{w.database}, Addr: "127.0.0.1:0", Data: filepath.Join(w.dir, "second"),
		MailFrom: "tender@example.org", PublicURL: w.URL}, surroundings{now: w.clock, random: rand.Reader, log: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.Fatal(err)
	}
	listening := httptest.NewServer(second.http.Handler)
	w.Cleanup(func() {
		listening.Close()
		if err := second.Close(); err != nil {
			w.Error(err)
		}
	})
	return listening.URL
}

func (w *world) signIn() person {
	w.Helper()
	session := w.must(person{}, "POST", "/v1/sessions", `{"email":"player1@example.org","password":"correct horse battery"}`)
	return person{token: session["access_token"].(string)}
}

func TestARotatedKeySignsOnEveryReplicaWithinAMinute(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		old := w.person()
		replicas := []*world{w}
		if strings.HasPrefix(w.database, "postgres") { // the other database is for one process
			replicas = append(replicas, w.at(w.replicaURL()))
		}
		for _, r := range replicas {
			r.wants("200", old, "GET", "/v1/me", "") // it knows the old key only
		}
		out, code := w.tell("keys", "rotate")
		if code != 0 || strings.Contains(out, kid(t, old.token)) {
			t.Errorf("%d %s", code, out)
		}
		w.pass(time.Minute)
		for _, r := range replicas {
			fresh := r.signIn()
			if !strings.Contains(out, kid(t, fresh.token)) {
				t.Errorf("signs with %s, a minute after: %s", kid(t, fresh.token), out)
			}
			for _, other := range replicas {
				other.wants("200", fresh, "GET", "/v1/me", "")
				other.wants("200", old, "GET", "/v1/me", "")
			}
		}
		_, published := w.call(person{}, "GET", "/.well-known/jwks.json", "")
		if strings.Count(string(published), `"kid"`) != 2 {
			t.Errorf("%s", published)
		}
		w.pass(14 * time.Minute)
		w.wants("401 unauthenticated", old, "GET", "/v1/me", "")
		w.pass(4 * time.Minute)
		if _, published = w.call(person{}, "GET", "/.well-known/jwks.json", ""); strings.Contains(string(published), kid(t, old.token)) {
			t.Errorf("%s", published)
		}
		db := w.raw()
		defer db.Close()
		keys := 0
		if err := db.QueryRow("SELECT COUNT(*) FROM signing_keys").Scan(&keys); err != nil || keys != 1 {
			t.Errorf("%d keys are kept, %v", keys, err)
		}
	})
}

func TestWhatEndsAccessEndsItOnEveryReplica(t *testing.T) {
	onPostgres(t, func(t *testing.T, w *world) {
		there := w.at(w.replicaURL())
		ada := w.person()
		bot := person{token: w.must(ada, "POST", "/v1/me/tokens", `{"name":"bot","scopes":["read"]}`)["token"].(string)}
		for _, who := range []person{ada, bot} {
			there.wants("200", who, "GET", "/v1/me", "")
		}
		w.wants("204", ada, "PUT", "/v1/me/password", `{"current":"correct horse battery","password":"seven maids with seven mops"}`)
		w.pass(5 * time.Second)
		for _, who := range []person{ada, bot} {
			there.wants("401 unauthenticated", who, "GET", "/v1/me", "")
		}
	})
}

func TestWhoDeletesTheAccountIsForgotten(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		ada, ben := players[0], players[1]
		over := w.game("money", "2025", "{}", players)
		for w.step(over, players) {
		}
		game := w.game("money", "2025", "{}", players)
		w.must(ada, "POST", "/v1/me/webhooks", `{"url":"https://192.0.78.9/hook"}`)
		bot := person{token: w.must(ada, "POST", "/v1/me/tokens", `{"name":"bot","scopes":["read"],"game":"`+game+`"}`)["token"].(string)}
		w.wants("200", bot, "GET", "/v1/games/"+game, "")
		w.wants("403 insufficient_scope", bot, "GET", "/v1/me", "")
		_, export := w.call(ada, "GET", "/v1/me/export", "")
		if !strings.Contains(string(export), game) || !strings.Contains(string(export), "player1@example.org") || strings.Contains(string(export), "argon2id") {
			t.Errorf("%s", export)
		}
		w.wants("204", ada, "DELETE", "/v1/me", "")
		for _, who := range []person{ada, bot} {
			w.wants("401 unauthenticated", who, "GET", "/v1/games/"+game, "")
		}
		w.wants("401 wrong_credentials", person{}, "POST", "/v1/sessions", `{"email":"player1@example.org","password":"correct horse battery"}`)
		db := w.raw()
		defer db.Close()
		var kept string
		if err := db.QueryRow("SELECT name || ' ' || email || password_hash || role FROM accounts WHERE id = " + quoted(ada.id)).Scan(&kept); err != nil || kept != "former player 1 player" {
			t.Errorf("kept %q, %v", kept, err)
		}
		for id, now := range map[string]string{over: `"player":"former player 1"`, game: `"player":"bot 1"`} {
			_, view := w.call(ben, "GET", "/v1/games/"+id, "")
			if !strings.Contains(string(view), now) || strings.Contains(string(view), ada.name) {
				t.Errorf("%s", view)
			}
			if err := w.Store.Verify(t.Context(), id); err != nil {
				t.Error(err)
			}
		}
	})
}
