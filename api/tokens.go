package api

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tender/domain"
)

// How long things last.
const (
	accessLife  = 15 * time.Minute
	refreshLife = 30 * 24 * time.Hour
	aliveLife   = 5 * time.Second // an ended session is refused after this at the latest, on every replica
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
			jwt.WithIssuedAt(), jwt.WithIssuer(d.PublicURL), jwt.WithAudience(d.PublicURL), jwt.WithLeeway(0),
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
	if err != nil || c.Subject == "" || c.Session == "" || c.IssuedAt == nil {
		return caller{}, newProblem(unauthenticated, "The access token is not valid or has expired; get a new one with POST /v1/sessions/refresh.")
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
	return hex.EncodeToString(sum[:])
}

// keyring holds the keys that sign access tokens, by id. Ids out of tokens only look something up in a map.
type keyring struct {
	store  Keys
	random io.Reader
	now    func() time.Time

	mu     sync.Mutex
	read   time.Time
	newest string
	keys   map[string]ed25519.PrivateKey
}

// How often the keys are read: so soon is a new key used here, and so soon at the earliest are they read again for a
// token with a key that is not known.
const (
	keysLife  = time.Minute
	keysPause = time.Second
)

func newKeyring(d Deps) *keyring {
	return &keyring{store: d.Keys, random: d.Random, now: d.Now}
}

// signing is the newest key. The first one ever is made here.
func (k *keyring) signing(ctx context.Context) (string, ed25519.PrivateKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.refresh(ctx, keysLife); err != nil {
		return "", nil, err
	}
	return k.newest, k.keys[k.newest], nil
}

// public is the key of an id, nil when there is none.
func (k *keyring) public(ctx context.Context, id string) (any, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	life := keysLife
	if _, known := k.keys[id]; !known {
		life = keysPause
	}
	if err := k.refresh(ctx, life); err != nil {
		return nil, err
	}
	key, known := k.keys[id]
	if !known {
		return nil, nil
	}
	return key.Public(), nil
}

// refresh reads the keys when they were read longer ago than life.
func (k *keyring) refresh(ctx context.Context, life time.Duration) error {
	now := k.now()
	if len(k.keys) > 0 && now.Sub(k.read) < life {
		return nil
	}
	var id [8]byte
	var seed [ed25519.SeedSize]byte
	if _, err := io.ReadFull(k.random, id[:]); err != nil {
		return fmt.Errorf("random bytes: %w", err)
	}
	if _, err := io.ReadFull(k.random, seed[:]); err != nil {
		return fmt.Errorf("random bytes: %w", err)
	}
	if _, err := k.store.FirstSigningKey(ctx, func() domain.SigningKey {
		return domain.SigningKey{ID: hex.EncodeToString(id[:]), Seed: seed[:], CreatedAt: now}
	}); err != nil {
		return fmt.Errorf("signing keys: %w", err)
	}
	stored, err := k.store.SigningKeys(ctx)
	if err != nil {
		return fmt.Errorf("signing keys: %w", err)
	}
	keys := make(map[string]ed25519.PrivateKey, len(stored))
	for _, s := range stored {
		if len(s.Seed) != ed25519.SeedSize {
			return fmt.Errorf("signing key %s: %d bytes", s.ID, len(s.Seed))
		}
		keys[s.ID] = ed25519.NewKeyFromSeed(s.Seed)
	}
	k.read, k.newest, k.keys = now, stored[0].ID, keys
	return nil
}
