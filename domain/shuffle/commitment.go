package shuffle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Commitment is what the server publishes when a game opens: the SHA-256 of its server seed, in lower-case hex. It
// binds the server to the seed before anybody has joined, and gives nothing of the seed away.
func Commitment(serverSeed [32]byte) string {
	sum := sha256.Sum256(serverSeed[:])
	return hex.EncodeToString(sum[:])
}

// Seed is the seed of a game: the SHA-256 over the server seed and then, for each seat in order, the length of its
// nonce in bytes as four bytes big-endian and the nonce. A seat that gave none has the empty nonce. The lengths keep
// two lists of nonces that merely join to the same text apart.
//
// The server cannot choose a seed, since it is committed to its part before it sees the nonces; a player cannot
// either, without knowing the server's part.
func Seed(serverSeed [32]byte, nonces []string) [32]byte {
	message := serverSeed[:]
	for _, nonce := range nonces {
		message = binary.BigEndian.AppendUint32(message, uint32(len(nonce))) // #nosec G115 -- a nonce is short
		message = append(message, nonce...)
	}
	return sha256.Sum256(message)
}
