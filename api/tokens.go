package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// How long things last.
const (
	accessLife  = 15 * time.Minute
	refreshLife = 30 * 24 * time.Hour
	aliveLife   = 5 * time.Second // an ended session is refused after this at the latest, on every replica

	// clockLeeway is how far the clock of the replica that issued a token may be ahead. It does not lengthen a token's life.
	clockLeeway = 5 * time.Second
)

// accessType is the "typ" of an access token (RFC 9068).
const accessType = "at+jwt"

// claims of an access token.
type claims struct {
	jwt.RegisteredClaims
	Session string `json:"sid"`
}

// tokens makes and reads access tokens.
type tokens struct {
	keys     *keyring
	sessions Sessions
	random   io.Reader
	now      func() time.Time
	issuer   string // also the audience
	parser   *jwt.Parser

	mu    sync.Mutex
	alive map[string]time.Time // by session: until when it need not be asked again
}

func newTokens(d Deps) *tokens {
	return &tokens{keys: newKeyring(d), sessions: d.Sessions, random: d.Random, now: d.Now, issuer: d.PublicURL,
		alive: map[string]time.Time{},
		parser: jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(),
			jwt.WithIssuer(d.PublicURL), jwt.WithAudience(d.PublicURL), jwt.WithLeeway(0),
			jwt.WithTimeFunc(d.Now), jwt.WithStrictDecoding())}
}

// make signs an access token for a session of an account.
func (t *tokens) make(ctx context.Context, who caller) (string, error) {
	id, key, err := t.keys.signing(ctx)
	if err != nil {
		return "", err
	}
	var number [16]byte
	if _, err := io.ReadFull(t.random, number[:]); err != nil {
		return "", fmt.Errorf("random bytes: %w", err)
	}
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{Session: who.session, RegisteredClaims: jwt.RegisteredClaims{
		Issuer: t.issuer, Audience: jwt.ClaimStrings{t.issuer}, Subject: who.account, ID: hex.EncodeToString(number[:]),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessLife))}})
	token.Header["kid"] = id
	token.Header["typ"] = accessType
	return token.SignedString(key)
}

// read checks an access token and whether its session still lasts.
func (t *tokens) read(ctx context.Context, raw string) (caller, error) {
	var c claims
	var fault error // of ours, not of the token
	_, err := t.parser.ParseWithClaims(raw, &c, func(token *jwt.Token) (any, error) {
		// The library looks at neither of these two.
		if typ, _ := token.Header["typ"].(string); typ != accessType {
			return nil, errors.New("not an access token")
		}
		if _, critical := token.Header["crit"]; critical {
			return nil, errors.New("extensions that are not understood")
		}
		kid, _ := token.Header["kid"].(string)
		key, err := t.keys.public(ctx, kid)
		fault = err
		if key == nil {
			return nil, errors.New("unknown key")
		}
		return key, nil
	})
	if fault != nil {
		return caller{}, fault
	}
	if err != nil || c.Subject == "" || c.Session == "" || c.IssuedAt == nil || c.IssuedAt.After(t.now().Add(clockLeeway)) {
		return caller{}, newProblem(unauthenticated, "The access token is not valid or has expired; trade your refresh token at POST /v1/sessions/refresh, or sign in again at POST /v1/sessions.")
	}
	ok, err := t.lasts(ctx, c.Session)
	if err != nil {
		return caller{}, err
	}
	if !ok {
		return caller{}, newProblem(unauthenticated, "This session has ended; sign in again with POST /v1/sessions.")
	}
	return caller{account: c.Subject, session: c.Session}, nil
}

// lasts asks whether a session has not ended, and remembers a yes for aliveLife.
func (t *tokens) lasts(ctx context.Context, session string) (bool, error) {
	now := t.now()
	t.mu.Lock()
	until, known := t.alive[session]
	t.mu.Unlock()
	if known && now.Before(until) {
		return true, nil
	}
	alive, err := t.sessions.SessionAlive(ctx, session)
	if err != nil || !alive {
		return false, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.alive) >= maxAlive {
		clear(t.alive) // cheap to ask again, and bounded
	}
	t.alive[session] = now.Add(aliveLife)
	return true, nil
}

// maxAlive is how many sessions are remembered.
const maxAlive = 10_000

// forget makes the next token of a session ask again.
func (t *tokens) forget(session string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.alive, session)
}

// forgetAll makes the next token of every session ask again.
func (t *tokens) forgetAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.alive)
}

// opaque makes a secret of 32 random bytes.
func opaque(random io.Reader) (string, error) {
	var b [32]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("random bytes: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

// hashOf is what is stored of an opaque token. It is long and random: one round of SHA-256 is enough.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	var digits [2 * len(sum)]byte
	hex.Encode(digits[:], sum[:])
	return string(digits[:])
}
