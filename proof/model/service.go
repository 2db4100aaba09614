package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Chance is a source of bytes for a server, the same for the same seed. It remembers the last that it gave, so that a
// secret can be found by the commitment to it.
type Chance struct {
	mutex  sync.Mutex
	source *rand.ChaCha8
	given  [256][32]byte
	next   int
}

// NewChance makes a Chance of a seed.
func NewChance(seed uint64) *Chance {
	return &Chance{source: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, seed)))}
}

func (c *Chance) Read(p []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	n, err := c.source.Read(p)
	if len(p) == 32 {
		copy(c.given[c.next%len(c.given)][:], p)
		c.next++
	}
	return n, err
}

// secret finds what a commitment is to.
func (c *Chance) secret(commitment string) ([]byte, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, s := range c.given {
		if sum := sha256.Sum256(s[:]); hex.EncodeToString(sum[:]) == commitment {
			return append([]byte{}, s[:]...), nil
		}
	}
	return nil, fmt.Errorf("the commitment %s is to nothing that the server was given", commitment)
}

// Handler is a way to a handler in the same process, without sockets, for an http.Client.
type Handler struct{ http.Handler }

// RoundTrip has the handler answer a request.
func (h Handler) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RequestURI, in.RemoteAddr = r.URL.RequestURI(), "127.0.0.1:1"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	out := httptest.NewRecorder()
	h.ServeHTTP(out, in)
	return out.Result(), nil
}
