package api_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tender/domain"
)

// forge makes a token with another header or other claims; nil takes a member out.
func (w *world) forge(good string, header, claims map[string]any, method jwt.SigningMethod, key any) string {
	w.Helper()
	token := jwt.New(method)
	parts := strings.Split(good, ".")
	for i, into := range []any{&token.Header, &token.Claims} {
		raw, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil {
			w.Fatal(err)
		}
		members := map[string]any{}
		if err := json.Unmarshal(raw, &members); err != nil {
			w.Fatal(err)
		}
		changes := []map[string]any{header, claims}[i]
		maps.Copy(members, changes)
		maps.DeleteFunc(members, func(_ string, v any) bool { return v == nil })
		switch into := into.(type) {
		case *map[string]any:
			*into = members
		case *jwt.Claims:
			*into = jwt.MapClaims(members)
		}
	}
	if header["alg"] == nil {
		token.Header["alg"] = method.Alg()
	}
	signed, err := token.SignedString(key)
	if err != nil {
		w.Fatal(err)
	}
	return signed
}

func TestForgedAccessTokensAreRefused(t *testing.T) {
	w := newWorld(t)
	good := w.person("Ada")
	w.want(200, w.do("GET", "/v1/me", good, ""))
	key := ed25519.NewKeyFromSeed(w.store.keys[0].Seed)
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	public := key.Public().(ed25519.PublicKey)
	other := ed25519.NewKeyFromSeed(make([]byte, 32))
	now := w.now()
	ours := func(header, claims map[string]any) string {
		return w.forge(good, header, claims, jwt.SigningMethodEdDSA, key)
	}
	w.want(200, w.do("GET", "/v1/me", ours(nil, nil), "")) // the forger forges well
	type m = map[string]any
	for situation, token := range map[string]string{
		"alg none":                  w.forge(good, nil, nil, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"alg None":                  w.forge(good, m{"alg": "None"}, nil, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"HS256 with the public key": w.forge(good, nil, nil, jwt.SigningMethodHS256, []byte(public)),
		"HS256 with it as PEM":      w.forge(good, nil, nil, jwt.SigningMethodHS256, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})),
		"HS256 with it as DER":      w.forge(good, nil, nil, jwt.SigningMethodHS256, der),
		"HS256 with it in hex":      w.forge(good, nil, nil, jwt.SigningMethodHS256, []byte(hex.EncodeToString(public))),
		"another key":               w.forge(good, nil, nil, jwt.SigningMethodEdDSA, other),
		"alg as a list":             ours(m{"alg": []string{"EdDSA"}}, nil),
		"alg empty":                 ours(m{"alg": ""}, nil),
		"alg of another case":       ours(m{"alg": "eddsa"}, nil),
		"no exp":                    ours(nil, m{"exp": nil}),
		"exp past":                  ours(nil, m{"exp": now.Add(-time.Second).Unix()}),
		"exp now":                   ours(nil, m{"exp": now.Unix()}),
		"exp as text":               ours(nil, m{"exp": "tomorrow"}),
		"exp negative":              ours(nil, m{"exp": -1}),
		"nbf future":                ours(nil, m{"nbf": now.Add(time.Minute).Unix()}),
		"iat future":                ours(nil, m{"iat": now.Add(time.Minute).Unix()}),
		"no iat":                    ours(nil, m{"iat": nil}),
		"another aud":               ours(nil, m{"aud": "https://evil.example"}),
		"no aud":                    ours(nil, m{"aud": nil}),
		"another iss":               ours(nil, m{"iss": "https://evil.example"}),
		"no iss":                    ours(nil, m{"iss": nil}),
		"no sub":                    ours(nil, m{"sub": nil}),
		"no sid":                    ours(nil, m{"sid": nil}),
		"another sid":               ours(nil, m{"sid": "0000"}),
		"typ JWT":                   ours(m{"typ": "JWT"}, nil),
		"no typ":                    ours(m{"typ": nil}, nil),
		"crit":                      ours(m{"crit": []string{"x"}, "x": 1}, nil),
		"crit empty":                ours(m{"crit": []string{}}, nil),
		"another kid":               ours(m{"kid": "0000"}, nil),
		"no kid":                    ours(m{"kid": nil}, nil),
		"kid as a path":             ours(m{"kid": "../../dev/null"}, nil),
		"kid as SQL":                ours(m{"kid": "' OR 1=1 --"}, nil),
		"kid as a list":             ours(m{"kid": []string{"a"}}, nil),
		"truncated":                 good[:len(good)-5],
		"without signature":         good[:strings.LastIndex(good, ".")+1],
		"two parts":                 good[:strings.LastIndex(good, ".")],
		"padded":                    good + "==",
		"nonsense":                  "nonsense",
		"a megabyte of dots":        strings.Repeat(".", 1<<20),
		"more than 4 KiB":           ours(nil, m{"more": strings.Repeat("x", 4<<10)}),
	} {
		a := w.do("GET", "/v1/me", token, "")
		if a.Code != 401 || a.code() != "unauthenticated" || a.Header().Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d %s", situation, a.Code, a.Body)
		}
		// Where one need not be signed in, a bad token is refused all the same, not taken for none.
		w.refused(401, "unauthenticated", w.do("GET", "/v1/games", token, ""))
	}
	for situation, header := range map[string]string{"no scheme": good, "Basic": "Basic " + good, "nothing": "Bearer ", "empty": "Bearer"} {
		r := httptest.NewRequest("GET", "/v1/me", nil)
		r.Header.Set("Authorization", header)
		if a := w.send(r); a.Code != 401 {
			t.Errorf("%s: %d", situation, a.Code)
		}
	}
	r := httptest.NewRequest("GET", "/v1/me", nil)
	r.Header["Authorization"] = []string{"Bearer " + good, "Bearer " + good}
	w.refused(401, "unauthenticated", w.send(r))
	if strings.Contains(w.log.String(), good) || strings.Contains(w.log.String(), "ada@") || strings.Contains(w.log.String(), password) {
		t.Error("the log holds secrets")
	}
}

func TestAnAccessTokenLastsFifteenMinutes(t *testing.T) {
	w := newWorld(t)
	token := w.person("Ada")
	w.pass(15*time.Minute - time.Second)
	w.want(200, w.do("GET", "/v1/me", token, ""))
	w.pass(time.Second)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
}

func TestANewSigningKeyIsUsedWithinAMinuteAndTheOldOneStillHolds(t *testing.T) {
	w := newWorld(t)
	old := w.person("Ada")
	w.store.keys = append([]domain.SigningKey{{ID: "second", Seed: make([]byte, 32)}}, w.store.keys...)
	w.pass(time.Minute)
	next, _ := w.signIn("ada@example.org")
	header, _ := base64.RawURLEncoding.DecodeString(strings.Split(next, ".")[0])
	if !strings.Contains(string(header), "second") {
		t.Errorf("signed with another key: %s", header)
	}
	w.want(200, w.do("GET", "/v1/me", old, ""))
	w.want(200, w.do("GET", "/v1/me", next, ""))
}

func TestASessionThatWasEndedIsRefused(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	token, refresh := w.signIn("ada@example.org")
	other, _ := w.signIn("ada@example.org")
	w.want(204, w.do("DELETE", "/v1/sessions/current", token, ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": refresh})))
	w.want(200, w.do("GET", "/v1/me", other, ""))
}

func TestASessionEndedElsewhereIsRefusedAfterFiveSeconds(t *testing.T) {
	w := newWorld(t)
	token := w.person("Ada")
	w.want(200, w.do("GET", "/v1/me", token, ""))
	clear(w.store.tokens) // another replica
	w.pass(5 * time.Second)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
}

func TestARefreshTokenIsSpentOnce(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	_, first := w.signIn("ada@example.org")
	body := compact(map[string]string{"refresh_token": first})
	a := w.do("POST", "/v1/sessions/refresh", "", body)
	w.want(201, a)
	var next struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	a.read(&next)
	w.want(200, w.do("GET", "/v1/me", next.Access, ""))
	w.refused(401, domain.TokenReused, w.do("POST", "/v1/sessions/refresh", "", body))
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": next.Refresh})))
	for _, stored := range w.store.tokens {
		if stored.Hash == first {
			t.Error("a refresh token is stored as it is")
		}
	}
	_, late := w.signIn("ada@example.org")
	w.pass(30 * 24 * time.Hour)
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": late})))
}
