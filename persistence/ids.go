package persistence

import (
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
)

// ids is lower-case base32 without padding.
var ids = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID makes an id of 26 characters and 128 random bits: not to be guessed, and saying nothing of when it was made.
func (s *Store) newID() (string, error) {
	b, err := s.bytes(16)
	return ids.EncodeToString(b), err
}

// newSeed makes a server seed, 32 bytes in hex.
func (s *Store) newSeed() (string, error) {
	b, err := s.bytes(32)
	return hex.EncodeToString(b), err
}

func (s *Store) bytes(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.random, b); err != nil {
		return nil, fmt.Errorf("random bytes: %w", err)
	}
	return b, nil
}

// shared lets goroutines take turns at a source of random bytes; tests give one that cannot be shared.
type shared struct {
	mu   sync.Mutex
	from io.Reader
}

func (r *shared) Read(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.from.Read(b)
}
