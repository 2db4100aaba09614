package api_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
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
	w.want(200, w.do("GET", "/v1/me", w.forge(good, nil, nil, jwt.SigningMethodEdDSA, key), "")) // the forger forges well
	tokens := w.wronglySigned(good, key)
	maps.Copy(tokens, w.wronglyMade(good, key))
	for situation, token := range tokens {
		a := w.do("GET", "/v1/me", token, "")
		if a.Code != 401 || a.code() != "unauthenticated" || a.Header().Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d %s", situation, a.Code, a.Body)
		}
		// Where one need not be signed in, a bad token is refused all the same, not taken for none.
		w.refused(401, "unauthenticated", w.do("GET", "/v1/games", token, ""))
	}
	if log := w.log.String(); strings.Contains(log, good) || strings.Contains(log, "ada@") || strings.Contains(log, password) {
		t.Error("the log holds secrets")
	}
}

// wronglySigned are tokens with another algorithm, another key or a broken form.
func (w *world) wronglySigned(good string, key ed25519.PrivateKey) map[string]string {
	w.Helper()
	public := key.Public().(ed25519.PublicKey)
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		w.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		w.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		w.Fatal(err)
	}
	asPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	none := jwt.UnsafeAllowNoneSignatureType
	return map[string]string{
		"alg none":                  w.forge(good, nil, nil, jwt.SigningMethodNone, none),
		"alg None":                  w.forge(good, map[string]any{"alg": "None"}, nil, jwt.SigningMethodNone, none),
		"HS256 with the public key": w.forge(good, nil, nil, jwt.SigningMethodHS256, []byte(public)),
		"HS256 with it as PEM":      w.forge(good, nil, nil, jwt.SigningMethodHS256, asPEM),
		"HS256 with it as DER":      w.forge(good, nil, nil, jwt.SigningMethodHS256, der),
		"HS256 with it as JWK":      w.forge(good, nil, nil, jwt.SigningMethodHS256, []byte(`{"kty":"OKP","crv":"Ed25519","x":"`+base64.RawURLEncoding.EncodeToString(public)+`"}`)),
		"HS512 with the public key": w.forge(good, nil, nil, jwt.SigningMethodHS512, []byte(public)),
		"RS256":                     w.forge(good, nil, nil, jwt.SigningMethodRS256, rsaKey),
		"ES256":                     w.forge(good, nil, nil, jwt.SigningMethodES256, ecKey),
		"ES256 called EdDSA":        w.forge(good, map[string]any{"alg": "EdDSA"}, nil, jwt.SigningMethodES256, ecKey),
		"alg nOnE":                  w.forge(good, map[string]any{"alg": "nOnE"}, nil, jwt.SigningMethodNone, none),
		"alg NONE":                  w.forge(good, map[string]any{"alg": "NONE"}, nil, jwt.SigningMethodNone, none),
		"HS256 with it in hex":      w.forge(good, nil, nil, jwt.SigningMethodHS256, []byte(hex.EncodeToString(public))),
		"another key":               w.forge(good, nil, nil, jwt.SigningMethodEdDSA, ed25519.NewKeyFromSeed(make([]byte, 32))),
		"truncated":                 good[:len(good)-5],
		"without signature":         good[:strings.LastIndex(good, ".")+1],
		"two parts":                 good[:strings.LastIndex(good, ".")],
		"padded":                    good + "==",
		"nonsense":                  "nonsense",
		"a megabyte of dots":        strings.Repeat(".", 1<<20),
	}
}

// wronglyMade are tokens that are signed as they should be, with a header or claims as they should not be.
func (w *world) wronglyMade(good string, key ed25519.PrivateKey) map[string]string {
	w.Helper()
	type m = map[string]any
	now := w.now()
	ours := func(header, claims m) string { return w.forge(good, header, claims, jwt.SigningMethodEdDSA, key) }
	return map[string]string{
		"alg as a list":                       ours(m{"alg": []string{"EdDSA"}}, nil),
		"alg empty":                           ours(m{"alg": ""}, nil),
		"alg of another case":                 ours(m{"alg": "eddsa"}, nil),
		"no exp":                              ours(nil, m{"exp": nil}),
		"exp past":                            ours(nil, m{"exp": now.Add(-time.Second).Unix()}),
		"exp now":                             ours(nil, m{"exp": now.Unix()}),
		"exp beyond all years":                ours(nil, m{"exp": "1e300"}),
		"exp as a list":                       ours(nil, m{"exp": []int{1}}),
		"aud among others' that are not ours": ours(nil, m{"aud": []string{"https://evil.example", publicURL + "/"}}),
		"aud as a number":                     ours(nil, m{"aud": 7}),
		"exp as text":                         ours(nil, m{"exp": "tomorrow"}),
		"exp negative":                        ours(nil, m{"exp": -1}),
		"nbf future":                          ours(nil, m{"nbf": now.Add(time.Minute).Unix()}),
		"iat future":                          ours(nil, m{"iat": now.Add(time.Minute).Unix()}),
		"no iat":                              ours(nil, m{"iat": nil}),
		"another aud":                         ours(nil, m{"aud": "https://evil.example"}),
		"no aud":                              ours(nil, m{"aud": nil}),
		"another iss":                         ours(nil, m{"iss": "https://evil.example"}),
		"no iss":                              ours(nil, m{"iss": nil}),
		"no sub":                              ours(nil, m{"sub": nil}),
		"no sid":                              ours(nil, m{"sid": nil}),
		"another sid":                         ours(nil, m{"sid": "0000"}),
		"typ JWT":                             ours(m{"typ": "JWT"}, nil),
		"no typ":                              ours(m{"typ": nil}, nil),
		"crit":                                ours(m{"crit": []string{"x"}, "x": 1}, nil),
		"crit empty":                          ours(m{"crit": []string{}}, nil),
		"another kid":                         ours(m{"kid": "0000"}, nil),
		"no kid":                              ours(m{"kid": nil}, nil),
		"kid as a path":                       ours(m{"kid": "../../dev/null"}, nil),
		"kid as SQL":                          ours(m{"kid": "' OR 1=1 --"}, nil),
		"kid as a list":                       ours(m{"kid": []string{"a"}}, nil),
		"more than 4 KiB":                     ours(nil, m{"more": strings.Repeat("x", 4<<10)}),
	}
}

func TestTheAuthorizationHeaderIsReadStrictly(t *testing.T) {
	w := newWorld(t)
	good := w.person("Ada")
	for situation, headers := range map[string][]string{"no scheme": {good}, "Basic": {"Basic " + good}, "nothing": {"Bearer "},
		"empty": {"Bearer"}, "twice": {"Bearer " + good, "Bearer " + good}} {
		r := httptest.NewRequest("GET", "/v1/me", nil)
		r.Header["Authorization"] = headers
		if a := w.send(r); a.Code != 401 || a.code() != "unauthenticated" {
			t.Errorf("%s: %d %s", situation, a.Code, a.Body)
		}
	}
}
