package api

import (
	"container/list"
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// rateLimited is the refusal of whoever did something too often.
const rateLimited domain.Code = "rate_limited"

// Limits says how often something may be done. 0 is no limit.
type Limits struct {
	Requests int // in a minute by an account; by an address twice as many
	SignIns  int // in ten minutes from an address, sign-ups included
	Mails    int // in an hour to one mail address; caused from one network address four times as many
	Games    int // opened in an hour by an account; from an address three times as many
}

// Counts shares counts with the replicas. AddCount adds c.N, which may be negative, and gives the totals of the span and
// of the one before.
type Counts interface {
	AddCount(ctx context.Context, c domain.Count) (total, before int, err error)
}

// What is the same whatever the Limits are.
const (
	tries         = 10               // sign-ins in ten minutes to one account from one address
	wrongTries    = 20               // wrong passwords in an hour to one account, after which answers are slow
	slowness      = 2 * time.Second  // how slow
	refusedMoves  = 120              // bids and moves in a minute that are refused; those that are taken do not count
	messages      = 10               // things that a person says in a minute in one game
	hookTests     = 5                // test messages in a minute to the webhooks of an account
	redeliveries  = 30               // notices in a minute that an account sends again one by one
	complainEvery = int64(time.Hour) // how often the log says that counts cannot be shared
)

// limits are the quotas of this server.
type limits struct {
	requestsOfAddress, requestsOfAccount, refusedMoves *quota
	signInsOfAddress, signInsToAccount, wrongPasswords *quota
	mailsOfAddress, mailsTo                            *quota
	gamesOfAccount, gamesOfAddress                     *quota
	hookTests, redeliveries, messages                  *quota
}

func newLimits(d Deps) *limits {
	var complained atomic.Int64
	failed := func(err error) {
		if now := d.Now().UnixNano(); now-complained.Load() > complainEvery {
			complained.Store(now)
			d.Log.Error("counts for limits are not shared", "error", err.Error())
		}
	}
	quota := func(name string, limit int, span time.Duration, step int) *quota {
		return &quota{name: name, limit: limit, span: span, step: max(step, 1), counts: d.Counts, now: d.Now, failed: failed,
			subjects: map[string]*list.Element{}, newest: list.New()}
	}
	l, on := d.Limits, func(limit, of int) int {
		if of == 0 {
			return 0
		}
		return limit
	}
	// Requests are many and cheap: replicas learn of them in steps of an eighth. The rest is rare or dear.
	return &limits{
		requestsOfAddress: quota("requests-of-address", 2*l.Requests, time.Minute, l.Requests/4),
		requestsOfAccount: quota("requests-of-account", l.Requests, time.Minute, l.Requests/8),
		refusedMoves:      quota("refused-moves", on(refusedMoves, l.Requests), time.Minute, refusedMoves/8),
		signInsOfAddress:  quota("sign-ins-of-address", l.SignIns, 10*time.Minute, 1),
		signInsToAccount:  quota("sign-ins-to-account", on(tries, l.SignIns), 10*time.Minute, 1),
		wrongPasswords:    quota("wrong-passwords", on(wrongTries, l.SignIns), time.Hour, 1),
		mailsOfAddress:    quota("mails-of-address", 4*l.Mails, time.Hour, 1),
		mailsTo:           quota("mails-to-address", l.Mails, time.Hour, 1),
		gamesOfAccount:    quota("games-of-account", l.Games, time.Hour, 1),
		gamesOfAddress:    quota("games-of-address", 3*l.Games, time.Hour, 1),
		messages:          quota("messages-in-game", on(messages, l.Requests), time.Minute, 1),
		hookTests:         quota("hook-tests", on(hookTests, l.Requests), time.Minute, 1),
		redeliveries:      quota("redeliveries", on(redeliveries, l.Requests), time.Minute, 1),
	}
}

// tell writes how quotas stand into headers, in the form of draft-ietf-httpapi-ratelimit-headers-10.
func tell(header http.Header, states ...state) {
	var policies, standing []string
	for _, s := range states {
		if s.quota != nil && s.limit > 0 {
			policies = append(policies, fmt.Sprintf(`"%s";q=%d;w=%d`, s.name, s.limit, int(s.span.Seconds())))
			standing = append(standing, fmt.Sprintf(`"%s";r=%d;t=%d`, s.name, s.left, seconds(s.reset)))
		}
	}
	if len(policies) > 0 {
		header.Set("RateLimit-Policy", strings.Join(policies, ", "))
		header.Set("RateLimit", strings.Join(standing, ", "))
	}
}

// seconds rounds up, since who comes back a moment too early is refused again.
func seconds(d time.Duration) int { return max(int(math.Ceil(d.Seconds())), 1) }

// tooMany is the refusal that follows from a quota. What names what was done too often.
func tooMany(s state, what string) *problem {
	wait := seconds(s.retry)
	p := newProblem(rateLimited, fmt.Sprintf("Too many %s; try again in %d seconds.", what, wait))
	p.retryAfter, p.standing = wait, &s
	return p
}

// isMove says whether an operation is a player's move in a game. However much a client has read, its moves are taken:
// the quotas of requests do not count them, only those that are refused have a quota of their own.
func isMove(id string) bool {
	switch id {
	case "sealBid", "withdrawBid", "play":
		return true
	}
	return false
}

// unlimited says whether an operation is for whoever watches the server, which has to work in a flood.
func unlimited(id string) bool {
	switch id {
	case "getHealth", "getReadiness", "getMetrics":
		return true
	}
	return false
}

// limitAddress counts a request for the address that it comes from.
func (s *server) limitAddress(c *gin.Context) error {
	if s.limits.requestsOfAddress.limit == 0 {
		return nil
	}
	standing := s.limits.requestsOfAddress.take(c.Request.Context(), addressOf(c.Request.Context()))
	tell(c.Writer.Header(), standing)
	if !standing.ok {
		return tooMany(standing, "requests from your address")
	}
	return nil
}

// limitAccount counts a request for the account that sends it.
func (s *server) limitAccount(c *gin.Context, who caller) error {
	if who.account == "" || s.limits.requestsOfAccount.limit == 0 {
		return nil
	}
	ctx := c.Request.Context()
	standing := s.limits.requestsOfAccount.take(ctx, who.account)
	tell(c.Writer.Header(), s.limits.requestsOfAddress.peek(ctx, addressOf(ctx)), standing)
	if !standing.ok {
		return tooMany(standing, "requests")
	}
	return nil
}

// limitCaller counts a request for whoever sends it.
func (s *server) limitCaller(c *gin.Context, op *operation, a *asking) error {
	switch {
	case op.move:
		return s.limitRefusedMoves(c, a)
	case op.unlimited:
		return nil
	}
	return s.limitAccount(c, a.caller)
}

// limitRefusedMoves refuses moves of an account whose moves were refused too often, until there is room for one again.
// Whether this one counts is known when it has been answered.
func (s *server) limitRefusedMoves(c *gin.Context, a *asking) error {
	if standing := s.limits.refusedMoves.peek(c.Request.Context(), a.caller.account); !standing.ok {
		return tooMany(standing, "bids and moves that were refused")
	}
	a.mover = a.caller.account
	return nil
}

// countRefusedMove counts a move that was answered with a refusal.
func (s *server) countRefusedMove(c *gin.Context, a *asking) {
	status := c.Writer.Status()
	if a.mover != "" && status >= http.StatusBadRequest && status < http.StatusInternalServerError {
		s.limits.refusedMoves.take(c.Request.Context(), a.mover)
	}
}

// limitSignIn counts an attempt to sign in. Strangers cannot lock anybody out: attempts are counted for an account and an
// address together, and wrong passwords from everywhere only make the answers slow.
func (s *server) limitSignIn(ctx context.Context, email string) error {
	if err := s.limitSignUp(ctx); err != nil {
		return err
	}
	account := mailKey(email)
	if standing := s.limits.signInsToAccount.take(ctx, account+" "+addressOf(ctx)); !standing.ok {
		return tooMany(standing, "sign-ins to this account from your address")
	}
	if s.limits.wrongPasswords.peek(ctx, account).ok {
		return nil
	}
	timer := time.NewTimer(slowness)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wrongPassword notes a sign-in that failed.
func (s *server) wrongPassword(ctx context.Context, email string) {
	s.limits.wrongPasswords.take(ctx, mailKey(email))
}

// limitSignUp counts what hashes a password, for the address that it comes from.
func (s *server) limitSignUp(ctx context.Context) error {
	if standing := s.limits.signInsOfAddress.take(ctx, addressOf(ctx)); !standing.ok {
		return tooMany(standing, "sign-ins and sign-ups from your address")
	}
	return nil
}

// limitMail counts a mail that a request is about to cause, for the address that the request comes from and for the one
// that the mail goes to, whether or not it has an account.
func (s *server) limitMail(ctx context.Context, email string) error {
	from := s.limits.mailsOfAddress.take(ctx, addressOf(ctx))
	if !from.ok {
		return tooMany(from, "mails asked for from your address")
	}
	if to := s.limits.mailsTo.take(ctx, mailKey(email)); !to.ok {
		s.limits.mailsOfAddress.giveBack(ctx, addressOf(ctx))
		return tooMany(to, "mails asked for to this address")
	}
	return nil
}

// mailKey is what all ways to write a mail address have in common.
func mailKey(email string) string {
	if _, key, err := domain.CheckEmail(email); err == nil {
		return key
	}
	return email
}

// limitGames counts a game that is about to be opened; undo takes that back when it is not.
func (s *server) limitGames(ctx context.Context) (undo func(), err error) {
	who, from := callerOf(ctx).account, addressOf(ctx)
	account := s.limits.gamesOfAccount.take(ctx, who)
	if !account.ok {
		return nil, tooMany(account, "new games")
	}
	address := s.limits.gamesOfAddress.take(ctx, from)
	if !address.ok {
		s.limits.gamesOfAccount.giveBack(ctx, who)
		return nil, tooMany(address, "new games from your address")
	}
	return func() {
		s.limits.gamesOfAccount.giveBack(ctx, who)
		s.limits.gamesOfAddress.giveBack(ctx, from)
	}, nil
}

// limitMessages counts something that the caller is about to say in a game; undo takes that back when it is not said.
func (s *server) limitMessages(ctx context.Context, game string) (undo func(), err error) {
	subject := callerOf(ctx).account + " " + game
	standing := s.limits.messages.take(ctx, subject)
	if !standing.ok {
		return nil, tooMany(standing, "messages of yours in this game")
	}
	return func() { s.limits.messages.giveBack(ctx, subject) }, nil
}
