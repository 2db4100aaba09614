// Package shuffle makes every random draw of a game from one 32-byte seed, by a method short enough to write again in
// any language, so that a player can check after the game that nothing was tampered with.
//
// The method, in full:
//
//	block(i)    HMAC-SHA-256, key: the seed; message: label, one zero byte, i as four bytes big-endian (i = 0, 1, 2 …)
//	words       each block cut into four unsigned 64-bit numbers, big-endian, in order
//	uniform(n)  the next word w that is below 2^64 − (2^64 mod n); the answer is w mod n
//	shuffle     for i from the last index down to 1: exchange items i and uniform(i+1)
//
// Every label starts a stream of its own at block 0, so that a draw more or less under one label moves no other draw.
//
// The package knows nothing of games: which labels there are is said where they are drawn.
package shuffle

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
)

const wordsPerBlock = sha256.Size / 8

// Stream is a source of random numbers that anybody who has the seed can repeat. It is not safe for use by several
// goroutines at once.
type Stream struct {
	mac    hash.Hash
	prefix []byte // the label and its zero byte
	next   uint32 // number of the next block
	words  [wordsPerBlock]uint64
	used   int // how many of words are spent
}

// New starts the stream of a label (ASCII text) at its block 0.
func New(seed [32]byte, label string) *Stream {
	return &Stream{
		mac:    hmac.New(sha256.New, seed[:]),
		prefix: append([]byte(label), 0),
		used:   wordsPerBlock,
	}
}

// Next is the next word of the stream, any of the 2^64 with the same chance. After 2^34 words a stream repeats.
func (s *Stream) Next() uint64 {
	if s.used == wordsPerBlock {
		s.fill()
	}
	w := s.words[s.used]
	s.used++
	return w
}

func (s *Stream) fill() {
	var number [4]byte
	binary.BigEndian.PutUint32(number[:], s.next)
	s.mac.Reset()
	s.mac.Write(s.prefix)
	s.mac.Write(number[:])
	block := s.mac.Sum(nil)
	for i := range s.words {
		s.words[i] = binary.BigEndian.Uint64(block[8*i:])
	}
	s.next++
	s.used = 0
}

// Uniform is a number from 0 to n-1, each with exactly the same chance: words from the incomplete last run of n are
// thrown away. n must be at least 1.
func (s *Stream) Uniform(n uint64) uint64 {
	if n == 0 {
		panic("shuffle: Uniform of nothing")
	}
	surplus := -n % n // 2^64 mod n, in arithmetic modulo 2^64
	w := s.Next()
	for w > math.MaxUint64-surplus {
		w = s.Next()
	}
	return w % n
}
