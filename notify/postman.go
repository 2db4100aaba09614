package notify

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"tender/domain"
)

// signInPatience is how old a wish to sign in may be: later nobody waits for the letter any more.
const signInPatience = time.Hour

// LetterQueue holds letters, as Queue holds deliveries.
type LetterQueue interface {
	ClaimLetters(ctx context.Context, limit int, lease time.Duration) ([]domain.Letter, error)
	NextLetter(ctx context.Context) (time.Time, error)
	LettersWake() <-chan struct{}
	FinishLetter(ctx context.Context, l domain.Letter, a domain.Attempt) (held bool, err error)
}

// LetterBook knows what a letter is about.
type LetterBook interface {
	// Post says, in one read, whether a letter is still owed, and gives what its text is made of.
	Post(ctx context.Context, l domain.Letter) (p domain.Post, owed bool, err error)
	// AddCode stores the hashes of a letter's secrets.
	AddCode(ctx context.Context, c domain.MailCode) error
}

// Postman carries letters. Several may work from one store, in one process or many. All fields but Random,
// Meter and Round are needed.
type Postman struct {
	Queue  LetterQueue
	Book   LetterBook
	Mail   *Mail
	Now    func() time.Time
	Jitter func() float64 // from 0 up to 1; called by many goroutines
	Random io.Reader      // of secrets, safe for many goroutines; crypto/rand if nil
	Log    *slog.Logger
	Meter  Meter  // nil when nobody counts
	Round  func() // called whenever what was due has been carried; nil when nobody wants to know
}

// Run carries letters as they become due, until ctx ends; then it returns when what was under way is done, after grace
// at the latest.
func (p *Postman) Run(ctx context.Context) error {
	flight := newFlight(ctx)
	defer flight.land()
	for ctx.Err() == nil {
		n, err := p.round(ctx, flight.ctx)
		if err != nil && ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "letters cannot be claimed", "error", err)
		}
		if err == nil && p.Round != nil {
			p.Round()
		}
		if n < mailAtOnce {
			p.sleep(ctx, err != nil)
		}
	}
	return nil
}

// Pass carries what is due now, at most mailAtOnce letters, and returns how many there were.
func (p *Postman) Pass(ctx context.Context) (int, error) { return p.round(ctx, ctx) }

// round claims as many letters as may be under way at once and carries them. carry outlives ctx.
func (p *Postman) round(ctx, carry context.Context) (int, error) {
	due, err := p.Queue.ClaimLetters(ctx, mailAtOnce, lease)
	if err != nil {
		return 0, err
	}
	round := newFlight(carry)
	defer round.land()
	for _, l := range due {
		round.goes(func() { p.carry(carry, l) })
	}
	return len(due), nil
}

// sleep waits for the next letter, or for word that there may be one sooner.
func (p *Postman) sleep(ctx context.Context, failed bool) {
	next, err := p.Queue.NextLetter(ctx)
	timer := time.NewTimer(pauseUntil(next, p.Now(), failed || err != nil))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-p.Queue.LettersWake():
	}
}

// carry makes one attempt and writes down how it went.
func (p *Postman) carry(ctx context.Context, l domain.Letter) {
	at := p.Now()
	r := p.attempt(ctx, l)
	if r.Err != nil {
		p.Log.ErrorContext(ctx, "a letter failed here", "letter", l.ID, "error", r.Err)
	}
	a := outcome(r, at, p.Now(), l.Attempts, l.CreatedAt, p.Jitter())
	held, err := p.Queue.FinishLetter(ctx, l, a)
	if held && err == nil && p.Meter != nil {
		p.Meter.Attempted("letter", resultOf(a), a.Took)
	}
	log := p.Log.With("letter", l.ID, "type", l.Type, "status", a.Status, "answer", a.Answer, "before", l.Attempts, "put_off", a.PutOff, "took", a.Took)
	logAttempt(ctx, log, "letter", held, err)
}

// attempt asks what is owed, makes the secrets, and sends it. Each attempt has secrets of its own: one that seemed to
// fail may have arrived.
func (p *Postman) attempt(ctx context.Context, l domain.Letter) (reply Reply) {
	defer func() {
		if v := recover(); v != nil {
			p.Log.Error("a letter panicked", "letter", l.ID, "type", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
			reply = Reply{Status: domain.Pending, Detail: "internal error"}
		}
	}()
	if l.Type == domain.SignInLink && p.Now().Sub(l.CreatedAt) > signInPatience {
		return Reply{Status: domain.Dropped, Detail: "too late"}
	}
	post, owed, err := p.Book.Post(ctx, l)
	if err != nil {
		return unknown(err)
	}
	if !owed {
		return Reply{Status: domain.Dropped, Detail: "not owed"}
	}
	var made secrets
	if post.Code != nil {
		if made, err = p.secrets(ctx, *post.Code); err != nil {
			return Reply{Status: domain.Pending, Detail: "internal error", Err: err}
		}
	}
	return p.Mail.Post(ctx, post, made)
}

// secrets makes and stores what a letter lets its reader do.
func (p *Postman) secrets(ctx context.Context, c domain.MailCode) (s secrets, err error) {
	random := p.Random
	if random == nil {
		random = rand.Reader
	}
	var b [32]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return s, fmt.Errorf("random bytes: %w", err)
	}
	s.token = base64.RawURLEncoding.EncodeToString(b[:])
	c.Hash, c.ExpiresAt = domain.LinkHash(s.token), p.Now().Add(domain.CodeLife)
	if c.Purpose == domain.ToSignIn {
		if s.short, err = domain.NewShortCode(random); err != nil {
			return s, err
		}
		c.ShortHash = domain.ShortCodeHash(c.Account, s.short)
	}
	return s, p.Book.AddCode(ctx, c)
}
