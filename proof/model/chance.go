package model

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
)

// stream is the source of everything random in a game, see the rules of the shuffle.
type stream struct {
	seed  []byte
	label string
	block uint32
	rest  []byte
}

func newStream(seed []byte, label string) *stream { return &stream{seed: seed, label: label} }

func (s *stream) word() *big.Int {
	if len(s.rest) == 0 {
		mac := hmac.New(sha256.New, s.seed)
		mac.Write([]byte(s.label))
		mac.Write([]byte{0})
		mac.Write(binary.BigEndian.AppendUint32(nil, s.block))
		s.rest = mac.Sum(nil)
		s.block++
	}
	w := new(big.Int).SetBytes(s.rest[:8])
	s.rest = s.rest[8:]
	return w
}

// uniform draws from 0 to n-1, in numbers of any size so that no overflow has to be thought about.
func (s *stream) uniform(n int) int {
	all, size := new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(int64(n))
	limit := new(big.Int).Sub(all, new(big.Int).Mod(all, size))
	for {
		if w := s.word(); w.Cmp(limit) < 0 {
			return int(new(big.Int).Mod(w, size).Int64())
		}
	}
}

func shuffled[T any](seed []byte, label string, list []T) []T {
	out := append([]T{}, list...)
	s := newStream(seed, label)
	for i := len(out) - 1; i >= 1; i-- {
		j := s.uniform(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// gameSeed joins the server's part and the players' nonces, in the order of the seats.
func gameSeed(server []byte, nonces []string) []byte {
	text := append([]byte{}, server...)
	for _, n := range nonces {
		text = binary.BigEndian.AppendUint32(text, uint32(len(n)))
		text = append(text, n...)
	}
	sum := sha256.Sum256(text)
	return sum[:]
}
