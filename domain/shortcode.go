package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// shortLetters are those that nobody takes for one another, 32 of them.
const shortLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

// shortLength is how many letters a short code has: 50 bits, so that its hash tells nobody the code before it expires.
const shortLength = 10

// NewShortCode makes a code that can be typed: two groups of five letters and digits.
func NewShortCode(random io.Reader) (string, error) {
	b := make([]byte, shortLength)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("random bytes: %w", err)
	}
	for i := range b {
		b[i] = shortLetters[int(b[i])%len(shortLetters)] // 256 is a multiple of 32: every letter is as likely
	}
	return string(b[:shortLength/2]) + "-" + string(b[shortLength/2:]), nil
}

// ShortCodeHash is what is stored of a short code and compared: of the account too, so that hashes cannot be looked up
// for all accounts at once. Case, spaces and the hyphen do not count. It is empty for what is no short code.
func ShortCodeHash(account, code string) string {
	code = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
	if len(code) != shortLength || strings.Trim(code, shortLetters) != "" {
		return ""
	}
	sum := sha256.Sum256([]byte("tender short code\n" + account + "\n" + code))
	return hex.EncodeToString(sum[:])
}

// LinkHash is what is stored of a link's token. It is long and random: one round of SHA-256 is enough.
func LinkHash(token string) string {
	sum := sha256.Sum256([]byte("tender link\n" + token))
	return hex.EncodeToString(sum[:])
}
