package oidc_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"tender/api/oidc"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// issuer is a provider on this machine. It answers every code with an id_token of the claims that it is told.
type issuer struct {
	*httptest.Server
	t         testing.TB
	key       *rsa.PrivateKey
	signs     *rsa.PrivateKey // with what it signs; key unless a test lies
	algorithm jose.SignatureAlgorithm
	claims    map[string]any
	challenge string // PKCE, of the browser that it signed in
	refuses   bool
}

// The provider's key and another; to make one takes a while.
var (
	itsKey     = sync.OnceValue(newKey)
	anotherKey = sync.OnceValue(newKey)
)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

func newIssuer(t testing.TB) *issuer {
	i := &issuer{t: t, key: itsKey(), algorithm: jose.RS256}
	i.signs = i.key
	routes := http.NewServeMux()
	routes.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		i.answer(w, map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
			"jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	routes.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		i.answer(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &i.key.PublicKey, KeyID: "k1", Algorithm: "RS256", Use: "sig"}}})
	})
	routes.HandleFunc("POST /token", i.token)
	i.Server = httptest.NewServer(routes)
	t.Cleanup(i.Close)
	i.claims = map[string]any{"iss": i.URL, "aud": "tender", "sub": "248289761001", "nonce": "n-1", "iat": noon.Unix(),
		"exp": noon.Add(time.Minute).Unix(), "email": "ann@example.org", "email_verified": true, "preferred_username": "ann"}
	return i
}

func (i *issuer) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		i.t.Error(err)
	}
}

func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if i.refuses || id != "tender" || secret != "hush" || base64.RawURLEncoding.EncodeToString(sum[:]) != i.challenge {
		w.WriteHeader(http.StatusBadRequest)
		i.answer(w, map[string]string{"error": "invalid_grant", "error_description": r.FormValue("code")})
		return
	}
	tokens := map[string]any{"access_token": "x", "token_type": "Bearer"}
	if i.claims != nil {
		tokens["id_token"] = i.sign()
	}
	i.answer(w, tokens)
}

func (i *issuer) sign() string {
	key := jose.SigningKey{Algorithm: i.algorithm, Key: jose.JSONWebKey{Key: i.signs, KeyID: "k1"}}
	if i.algorithm == jose.HS256 { // with what everybody knows
		key.Key = jose.JSONWebKey{Key: i.key.PublicKey.N.Bytes(), KeyID: "k1"}
	}
	signer, err := jose.NewSigner(key, nil)
	if err != nil {
		i.t.Error(err)
		return ""
	}
	payload, err := json.Marshal(i.claims)
	if err != nil {
		i.t.Error(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		i.t.Error(err)
		return ""
	}
	raw, err := signed.CompactSerialize()
	if err != nil {
		i.t.Error(err)
	}
	return raw
}

func (i *issuer) provider() *oidc.Provider {
	return oidc.New(oidc.Options{Issuer: i.URL, ClientID: "tender", ClientSecret: "hush", Redirect: "https://tender.example.org/back",
		Now:    func() time.Time { return noon },
		Client: func(ctx context.Context) context.Context { return gooidc.ClientContext(ctx, i.Client()) }})
}

// begin lets a browser sign in at the issuer.
func (i *issuer) begin(p *oidc.Provider) url.Values {
	i.t.Helper()
	to, err := p.SignInURL(i.t.Context(), "s-1", "n-1", "the verifier of this browser")
	if err != nil {
		i.t.Fatal(err)
	}
	u, err := url.Parse(to)
	if err != nil {
		i.t.Fatal(err)
	}
	i.challenge = u.Query().Get("code_challenge")
	return u.Query()
}

func TestSomebodyIsSignedIn(t *testing.T) {
	i := newIssuer(t)
	p := i.provider()
	query := i.begin(p)
	for name, want := range map[string]string{"response_type": "code", "client_id": "tender", "state": "s-1", "nonce": "n-1",
		"code_challenge_method": "S256", "redirect_uri": "https://tender.example.org/back", "scope": "openid email profile"} {
		if got := query.Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	who, err := p.Identify(t.Context(), "c-1", "n-1", "the verifier of this browser")
	if err != nil || who.Issuer != i.URL || who.Subject != "248289761001" || who.Email != "ann@example.org" || !who.EmailVerified || who.Names[0] != "ann" {
		t.Errorf("%+v, %v", who, err)
	}
}

func TestWhatTheProviderDidNotSayForUsIsRefused(t *testing.T) {
	other := anotherKey()
	for situation, lie := range map[string]func(*issuer){
		"another nonce":       func(i *issuer) { i.claims["nonce"] = "n-2" },
		"no nonce":            func(i *issuer) { delete(i.claims, "nonce") },
		"another audience":    func(i *issuer) { i.claims["aud"] = "else" },
		"no audience":         func(i *issuer) { delete(i.claims, "aud") },
		"two audiences":       func(i *issuer) { i.claims["aud"] = []string{"tender", "else"} },
		"another issuer":      func(i *issuer) { i.claims["iss"] = "https://else.example.org" },
		"expired":             func(i *issuer) { i.claims["exp"] = noon.Add(-time.Second).Unix() },
		"no expiry":           func(i *issuer) { delete(i.claims, "exp") },
		"not valid yet":       func(i *issuer) { i.claims["nbf"] = noon.Add(time.Hour).Unix() },
		"nobody":              func(i *issuer) { delete(i.claims, "sub") },
		"another key":         func(i *issuer) { i.signs = other },
		"another algorithm":   func(i *issuer) { i.algorithm = jose.PS256 },
		"the public key":      func(i *issuer) { i.algorithm = jose.HS256 },
		"no token":            func(i *issuer) { i.claims = nil },
		"the code is refused": func(i *issuer) { i.refuses = true },
		"another browser":     func(i *issuer) { i.challenge = "x" },
	} {
		i := newIssuer(t)
		p := i.provider()
		i.begin(p)
		claims := maps.Clone(i.claims)
		lie(i)
		if who, err := p.Identify(t.Context(), "c-1", "n-1", "the verifier of this browser"); err == nil {
			t.Errorf("%s: %+v", situation, who)
		}
		i.claims, i.signs, i.algorithm, i.refuses = claims, i.key, jose.RS256, false
		i.begin(p)
		if _, err := p.Identify(t.Context(), "c-1", "n-1", "the verifier of this browser"); err != nil {
			t.Errorf("%s, and then the truth: %v", situation, err)
		}
	}
}

func TestAnAddressIsVerifiedWhenTheProviderSaysSo(t *testing.T) {
	for said, want := range map[any]bool{true: true, "true": true, false: false, "false": false, 1: false, nil: false} {
		i := newIssuer(t)
		p := i.provider()
		i.begin(p)
		i.claims["email_verified"] = said
		if said == nil {
			delete(i.claims, "email_verified")
		}
		if who, err := p.Identify(t.Context(), "c-1", "n-1", "the verifier of this browser"); err != nil || who.EmailVerified != want {
			t.Errorf("%v: %+v, %v", said, who, err)
		}
	}
}

func TestAProviderThatIsDownIsAskedAgain(t *testing.T) {
	i := newIssuer(t)
	p := i.provider()
	handler := i.Config.Handler
	i.Config.Handler = http.NotFoundHandler()
	if _, err := p.SignInURL(t.Context(), "s", "n", "v"); err == nil {
		t.Error("a provider that says nothing of itself is used")
	}
	i.Config.Handler = handler
	i.begin(p)
}
