package api

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"tender/domain"
)

// keyring holds the keys that sign access tokens. Ids out of tokens only look something up in a map. The store is asked
// for keys by one request at a time, for all that want to know, and without the lock: whoever needs a key that is held
// does not wait for it.
type keyring struct {
	store  Keys
	random io.Reader
	now    func() time.Time

	asking singleflight.Group
	mu     sync.Mutex
	held   keys
}

// keys are all the keys as they were read at some time.
type keys struct {
	read   time.Time
	newest string
	order  []string // of their ids, newest first
	byID   map[string]ed25519.PrivateKey
}

// How often the keys are read: so soon is a new key used here, and so soon at the earliest are they read again for a
// token with a key that is not known. No reading takes longer than keysPatience.
const (
	keysLife     = time.Minute
	keysPause    = time.Second
	keysPatience = 5 * time.Second
)

// keysOverlap is how long a key holds after the next one was made: a replica may sign with it until it reads again, and
// the clocks of replicas differ a little.
const keysOverlap = keysLife + keysPatience + accessLife + time.Minute

func newKeyring(d Deps) *keyring {
	return &keyring{store: d.Keys, random: d.Random, now: d.Now}
}

// signing is the newest key. The first one ever is made here.
func (k *keyring) signing(ctx context.Context) (string, ed25519.PrivateKey, error) {
	held, err := k.youngerThan(ctx, keysLife)
	if err != nil {
		return "", nil, err
	}
	return held.newest, held.byID[held.newest], nil
}

// public is the key of an id, nil when there is none.
func (k *keyring) public(ctx context.Context, id string) (any, error) {
	held, err := k.youngerThan(ctx, keysLife)
	if err != nil {
		return nil, err
	}
	key, known := held.byID[id]
	if !known {
		if held, err = k.youngerThan(ctx, keysPause); err != nil {
			return nil, err
		}
		if key, known = held.byID[id]; !known {
			return nil, nil
		}
	}
	return key.Public(), nil
}

// youngerThan gives the keys as they were read no longer than age ago, and reads them if need be.
func (k *keyring) youngerThan(ctx context.Context, age time.Duration) (keys, error) {
	k.mu.Lock()
	held := k.held
	k.mu.Unlock()
	if len(held.byID) > 0 && k.now().Sub(held.read) < age {
		return held, nil
	}
	read, err, _ := k.asking.Do("", func() (any, error) {
		// Others wait for this answer too: it does not end with the request that happened to ask.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keysPatience)
		defer cancel()
		return k.ask(ctx)
	})
	if err != nil {
		return keys{}, fmt.Errorf("signing keys: %w", err)
	}
	return read.(keys), nil
}

// ask reads the keys, makes the first one if there is none, and holds them.
func (k *keyring) ask(ctx context.Context) (keys, error) {
	read := keys{read: k.now(), byID: map[string]ed25519.PrivateKey{}}
	stored, err := k.store.SigningKeys(ctx)
	if err != nil {
		return keys{}, err
	}
	if len(stored) == 0 {
		first, err := k.first(ctx)
		if err != nil {
			return keys{}, err
		}
		stored = []domain.SigningKey{first}
	}
	for i, s := range stored {
		if i > 0 && read.read.Sub(stored[i-1].CreatedAt) > keysOverlap {
			// Its last token has expired. That it could not be removed is no matter: it is not held, and the next reading tries again.
			_ = k.store.RemoveSigningKey(ctx, s.ID)
			continue
		}
		if len(s.Seed) != ed25519.SeedSize {
			return keys{}, fmt.Errorf("key %s has %d bytes", s.ID, len(s.Seed))
		}
		read.order = append(read.order, s.ID)
		read.byID[s.ID] = ed25519.NewKeyFromSeed(s.Seed)
	}
	read.newest = stored[0].ID
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held = read
	return read, nil
}

// first makes a key and stores it, unless another replica was faster; then it gives that one's.
func (k *keyring) first(ctx context.Context) (domain.SigningKey, error) {
	var id [8]byte
	var seed [ed25519.SeedSize]byte
	for _, b := range [][]byte{id[:], seed[:]} {
		if _, err := io.ReadFull(k.random, b); err != nil {
			return domain.SigningKey{}, fmt.Errorf("random bytes: %w", err)
		}
	}
	return k.store.FirstSigningKey(ctx, func() domain.SigningKey {
		return domain.SigningKey{ID: hex.EncodeToString(id[:]), Seed: seed[:], CreatedAt: k.now()}
	})
}
