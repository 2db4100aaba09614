package api

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"tender/domain"
)

// The bounds of a password in characters.
const (
	minPassword = 8
	maxPassword = 256
)

// How passwords are hashed: OWASP's first recommendation for argon2id. Memory is in KiB.
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// What a stored hash may ask for at most, so that a bad row cannot take the memory of the machine.
const (
	maxHashMemory     = 64 * 1024 // KiB
	maxHashIterations = 16
)

// How long a sign-in waits for its turn, and when to come back after that.
const (
	hashPatience   = 5 * time.Second
	hashRetryAfter = 5 // seconds
)

// commonestGz lists passwords that are tried first, one a line in order, with small letters: all of the 10,000 commonest
// that are long enough, and more.
//
//go:embed commonest.txt.gz
var commonestGz []byte

// commonest reads the list when it is needed first.
var commonest = sync.OnceValue(func() []string {
	unzipped, err := gzip.NewReader(bytes.NewReader(commonestGz))
	if err != nil {
		panic(fmt.Sprintf("commonest passwords: %v", err))
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		panic(fmt.Sprintf("commonest passwords: %v", err))
	}
	return strings.Fields(string(text))
})

// passwords hashes so many at a time as there are processors: each takes 19 MiB for some 30 ms.
type passwords struct {
	turns chan struct{}
	runs  atomic.Int64 // how many hashes were computed: what a request takes is told by nothing else
	dummy string       // what is compared when there is no account, so that this takes as long
}

func newPasswords() *passwords {
	// The hash of nothing anybody can type. Its salt does not matter.
	dummy, err := argon2id.CreateHash("\x00", hashing)
	if err != nil {
		panic(fmt.Sprintf("random bytes: %v", err))
	}
	return &passwords{turns: make(chan struct{}, runtime.NumCPU()), dummy: dummy}
}

// checkPassword says what is wrong with a new password, and gives it as it is hashed.
func checkPassword(password string) (string, error) {
	password = normal(password)
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword || n > maxPassword:
		return "", refusePassword("The password must have %d to %d characters.", minPassword, maxPassword)
	case strings.ContainsFunc(password, unicode.IsControl):
		return "", refusePassword("The password must not hold control characters.")
	case strings.TrimSpace(password) == "":
		return "", refusePassword("The password must not be blank; choose one that nobody guesses.")
	}
	if _, found := slices.BinarySearch(commonest(), strings.ToLower(strings.TrimSpace(password))); found {
		return "", refusePassword("This password is among the commonest; choose one that nobody guesses.")
	}
	return password, nil
}

func refusePassword(format string, args ...any) error {
	return domain.Refuse(domain.InvalidPassword, format, args...).At("/password")
}

// normal is a password as it is hashed, however its accents were typed.
func normal(password string) string { return norm.NFC.String(password) }

// hash hashes a password that checkPassword has passed.
func (p *passwords) hash(ctx context.Context, password string) (hash string, err error) {
	err = p.inTurn(ctx, func() error {
		hash, err = argon2id.CreateHash(password, hashing)
		return err
	})
	return hash, err
}

// match compares a password with a stored hash; "" stands for the hash of an account that does not exist, which nothing
// matches.
func (p *passwords) match(ctx context.Context, password, hash string) (ok bool, err error) {
	exists := hash != ""
	if !exists {
		hash = p.dummy
	}
	params, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		return false, fmt.Errorf("stored hash: %w", err)
	}
	if params.Memory > maxHashMemory || params.Iterations > maxHashIterations || params.KeyLength < 16 {
		return false, fmt.Errorf("stored hash asks for %d KiB and %d rounds: refused", params.Memory, params.Iterations)
	}
	err = p.inTurn(ctx, func() error {
		ok, err = argon2id.ComparePasswordAndHash(norm.NFC.String(password), hash)
		return err
	})
	return ok && exists, err
}

// inTurn waits for a free processor, but not for ever.
func (p *passwords) inTurn(ctx context.Context, do func() error) error {
	timer := time.NewTimer(hashPatience)
	defer timer.Stop()
	select {
	case p.turns <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		busy := newProblem(tooBusy, "Too many people are signing in; try again in some seconds.")
		busy.retryAfter = hashRetryAfter
		return busy
	}
	defer func() { <-p.turns }()
	p.runs.Add(1)
	return do()
}
