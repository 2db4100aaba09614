package persistence

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"tender/domain"
)

// mostByItself is how many inputs a table can bring about by itself after one of somebody's. A game in which no person is
// waited for would go on for ever.
const mostByItself = 10_000

// playOn lets a table do what it does by itself once an input has been decided, in the same transaction: bots move, and so
// on. It adds the entries of the log and the outcome to those of the input.
func (s *Store) playOn(t *domain.Table, out domain.Outcome, logged []inputRow, at time.Time) ([]inputRow, domain.Outcome, error) {
	if !out.Moved {
		return logged, out, nil // nobody is waited for who was not before
	}
	before := len(logged)
	var seed [16]byte
	if _, err := io.ReadFull(s.random, seed[:]); err != nil {
		return nil, out, fmt.Errorf("random bytes: %w", err)
	}
	r := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:8]), binary.LittleEndian.Uint64(seed[8:]))) // #nosec G404 -- chooses among the moves of a seat that nobody plays; its seed is secret
	for range mostByItself {
		in := t.Next(r)
		switch {
		case in == nil && len(logged) == before:
			return logged, out, nil
		case in == nil:
			return logged, t.Settled(out), nil
		}
		if seal, ok := in.(domain.Seal); ok {
			var err error
			if in, err = seal.Blind(s.random); err != nil {
				return nil, out, err
			}
		}
		then, err := t.Decide(in, domain.Clock, at)
		if err != nil {
			return nil, out, fmt.Errorf("what a table does by itself was refused: %w", err)
		}
		out.Then(then)
		logged = append(logged, inputOf(t.ID, domain.Log(logged[len(logged)-1].N+1, in, domain.Clock, at)))
	}
	return nil, out, fmt.Errorf("a table went on by itself without an end")
}
