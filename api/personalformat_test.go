package api

import (
	"crypto/rand"
	"strings"
	"testing"
)

func TestAPersonalTokenIsPrefixSecretAndChecksum(t *testing.T) {
	seen := map[rune]bool{}
	for range 500 {
		token, err := newPersonal(rand.Reader)
		if err != nil || len(token) != 40 || !wellFormed(token) {
			t.Fatalf("%s, %v", token, err)
		}
		for _, r := range token[4:34] {
			seen[r] = true
		}
	}
	if len(seen) != 62 {
		t.Errorf("%d characters occur", len(seen))
	}
	// The CRC-32 of thirty letters A, as anybody computes it.
	if sum := checksumOf(strings.Repeat("A", 30)); sum != "0uCPlr" {
		t.Error(sum)
	}
}

func TestNoOneCharacterOfAPersonalTokenCanBeMistyped(t *testing.T) {
	token, err := newPersonal(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for i := range token {
		for _, c := range []byte(base62 + "_-é. ") {
			wrong := token[:i] + string(rune(c)) + token[i+1:]
			if wrong != token && wellFormed(wrong) {
				t.Errorf("%s passes for %s", wrong, token)
			}
		}
	}
	for _, wrong := range []string{"", "tdr_", token[:39], token + "0", strings.ToUpper(token), token[4:], "tdr_" + strings.Repeat("é", 18)} {
		if wellFormed(wrong) {
			t.Errorf("%s passes", wrong)
		}
	}
}
