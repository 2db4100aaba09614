package api_test

import (
	"strings"
	"testing"

	"github.com/alexedwards/argon2id"

	"tender/domain"
)

func TestAccountsThatAreRefused(t *testing.T) {
	w := newWorld(t)
	w.person("dalia")
	for situation, c := range map[string]struct {
		name, email, password string
		status                int
		code                  domain.Code
	}{
		"name that looks the same": {"d\u0430lia", "b@example.org", password, 409, domain.NameTaken},
		"name in capitals":         {"DALIA", "b@example.org", password, 409, domain.NameTaken},
		"name with a one":          {"da1ia", "b@example.org", password, 409, domain.NameTaken},
		"zero width":               {"dalia\u200b", "b@example.org", password, 422, domain.InvalidName},
		"reserved name":            {"admin", "b@example.org", password, 422, domain.InvalidName},
		"quoted address":           {"Ben", `"a"@example.org`, password, 422, domain.InvalidEmail},
		"line break in address":    {"Ben", "a@example.org\r\nBcc: x@y.z", password, 422, domain.InvalidEmail},
		"short password":           {"Ben", "b@example.org", "7 chars", 422, domain.InvalidPassword},
		"257 characters":           {"Ben", "b@example.org", strings.Repeat("x", 257), 422, domain.InvalidPassword},
		"control characters":       {"Ben", "b@example.org", "correct\nhorse", 422, domain.InvalidPassword},
		"blank":                    {"Ben", "b@example.org", " \u00a0\u3000      ", 422, domain.InvalidPassword},
		"common and spaces":        {"Ben", "b@example.org", " Password12 ", 422, domain.InvalidPassword},
		"rarer password":           {"Ben", "b@example.org", "zaq12wsx", 422, domain.InvalidPassword},
		"common password":          {"Ben", "b@example.org", "Password123", 422, domain.InvalidPassword},
	} {
		a := w.do("POST", "/v1/accounts", "", compact(map[string]string{"name": c.name, "email": c.email, "password": c.password}))
		if a.Code != c.status || a.code() != string(c.code) {
			t.Errorf("%s: %d %s", situation, a.Code, a.Body)
		}
	}
}

func TestSigningInSaysNotWhichWasWrong(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	said := map[string]bool{}
	for _, c := range [][2]string{{"ada@example.org", "wrong horse"}, {"nobody@example.org", password}, {"nobody@example.org", "\x01"}, {"no address", password}, {"ada@example.org", ""}} {
		a := w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": c[0], "password": c[1]}))
		w.refused(401, "wrong_credentials", a)
		var p struct{ Detail string }
		a.read(&p)
		said[p.Detail] = true
	}
	if len(said) != 1 {
		t.Errorf("%d different texts: %v", len(said), said)
	}
}

func TestAPasswordIsTheSameHoweverItsAccentsWereTyped(t *testing.T) {
	w := newWorld(t)
	w.want(201, w.do("POST", "/v1/accounts", "", compact(map[string]string{"name": "Zoe", "email": "z@example.org", "password": "caf\u00e9 creme"})))
	w.want(201, w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": "Z@example.org", "password": "cafe\u0301 creme"})))
}

func TestAStoredHashThatAsksForTooMuchMemoryIsNotComputed(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	hash, err := argon2id.CreateHash(password, argon2id.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	w.store.accounts[0].PasswordHash = strings.Replace(hash, "m=65536", "m=4194304", 1)
	w.refused(500, "internal", w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": "ada@example.org", "password": password})))
}

func TestANameIsChanged(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.want(200, w.do("PATCH", "/v1/me", ada, `{"name":"Ada Lovelace"}`))
	a := w.do("GET", "/v1/me", ada, "")
	w.want(200, a)
	if !strings.Contains(a.Body.String(), `"id":"account1","name":"Ada Lovelace"`) {
		t.Errorf("%s", a.Body)
	}
}
