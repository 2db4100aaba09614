package api

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"strings"
	"time"

	"tender/domain"
)

// A personal access token is a prefix that secret scanners know it by, so many random characters, and the CRC-32 of
// those: what was mistyped or made up is refused without asking the database.
const (
	personalPrefix   = "tdr_"
	personalRandom   = 30
	personalChecksum = 6
	base62           = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// newPersonal draws a token: 178 bits.
func newPersonal(random io.Reader) (string, error) {
	secret := make([]byte, 0, personalRandom)
	for len(secret) < personalRandom {
		var b [personalRandom]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("random bytes: %w", err)
		}
		for _, v := range b {
			if v &= 63; int(v) < len(base62) && len(secret) < personalRandom { // 62 and 63 are thrown away: no character is likelier
				secret = append(secret, base62[v])
			}
		}
	}
	return personalPrefix + string(secret) + checksumOf(string(secret)), nil
}

func checksumOf(secret string) string {
	sum := crc32.ChecksumIEEE([]byte(secret))
	var digits [personalChecksum]byte
	for i := range digits {
		digits[personalChecksum-1-i] = base62[sum%62]
		sum /= 62
	}
	return string(digits[:])
}

// wellFormed says whether a token can be one of ours.
func wellFormed(token string) bool {
	rest, ok := strings.CutPrefix(token, personalPrefix)
	return ok && len(rest) == personalRandom+personalChecksum && checksumOf(rest[:personalRandom]) == rest[personalRandom:]
}

func refusePersonal() error {
	return newProblem(unauthenticated, "This personal access token is mistyped, has expired or was removed; make another with POST /v1/me/tokens.")
}

// personal finds whose personal access token it is, and notes that it is used.
func (s *server) personal(ctx context.Context, token string) (caller, error) {
	if !wellFormed(token) {
		return caller{}, refusePersonal()
	}
	hash := hashOf(token)
	t, err := s.personalByHash(ctx, hash)
	if err != nil {
		return caller{}, err
	}
	return caller{account: t.Account, scopes: t.Scopes, game: t.Game, hash: hash}, nil
}

// personalByHash reads a token, or remembers it, and notes its use when it is read: as often as domain.PersonalUseEvery.
func (s *server) personalByHash(ctx context.Context, hash string) (domain.PersonalToken, error) {
	t, err := s.personals.get(hash, func() (domain.PersonalToken, error) {
		t, err := s.Access.PersonalToken(ctx, hash)
		if err == nil && s.Now().Sub(t.UsedAt) >= domain.PersonalUseEvery && s.Now().Before(t.ExpiresAt) {
			if err := s.Access.UsePersonalToken(ctx, t.ID, s.Now()); err != nil {
				s.Log.WarnContext(ctx, "the use of a token could not be noted", "error", err) // no reason to refuse it
			}
		}
		return t, err
	})
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound || err == nil && !s.Now().Before(t.ExpiresAt) {
		return t, refusePersonal()
	}
	return t, err
}

func (s *server) ListTokens(ctx context.Context, _ ListTokensRequestObject) (ListTokensResponseObject, error) {
	tokens, err := s.Access.PersonalTokens(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, PersonalTokenList{Tokens: s.shownTokens(tokens)})
}

// shownTokens are those of an account's tokens that have not expired.
func (s *server) shownTokens(tokens []domain.PersonalToken) []PersonalToken {
	shown := []PersonalToken{}
	for _, t := range tokens {
		if s.Now().Before(t.ExpiresAt) {
			shown = append(shown, shownToken(t))
		}
	}
	return shown
}

func shownToken(t domain.PersonalToken) PersonalToken {
	p := PersonalToken{Id: t.ID, Name: t.Name, Scopes: []Scope{}, CreatedAt: t.CreatedAt.UTC(), ExpiresAt: t.ExpiresAt.UTC(), UsedAt: timeOrNull(t.UsedAt)}
	for _, scope := range t.Scopes {
		p.Scopes = append(p.Scopes, Scope(scope))
	}
	if t.Game != "" {
		p.Game = &t.Game
	}
	return p
}

func timeOrNull(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}

// defaultTokenDays is how long a token lasts when nothing else is asked for; the contract says the same.
const defaultTokenDays = 90

func (s *server) CreateToken(ctx context.Context, r CreateTokenRequestObject) (CreateTokenResponseObject, error) {
	account, game := callerOf(ctx).account, given(r.Body.Game)
	if err := domain.CheckTokenName(r.Body.Name); err != nil {
		return nil, err
	}
	if game != "" {
		if _, err := s.Games.View(ctx, game, account); err != nil {
			return nil, err
		}
	}
	days := defaultTokenDays
	if r.Body.ExpiresInDays != nil {
		days = *r.Body.ExpiresInDays
	}
	token, err := newPersonal(s.Random)
	if err != nil {
		return nil, err
	}
	now := s.Now().UTC().Truncate(time.Millisecond)
	made := domain.PersonalToken{Hash: hashOf(token), Account: account, Name: r.Body.Name, Game: game, CreatedAt: now,
		ExpiresAt: now.Add(min(time.Duration(days)*24*time.Hour, domain.MaxPersonalLife))}
	for _, scope := range r.Body.Scopes {
		made.Scopes = append(made.Scopes, domain.Scope(scope))
	}
	if made, err = s.Access.AddPersonalToken(ctx, made, callerOf(ctx).session); err != nil {
		return nil, err
	}
	p := shownToken(made)
	return asJSON(http.StatusCreated, CreatedPersonalToken{Id: p.Id, Name: p.Name, Scopes: p.Scopes, Game: p.Game, CreatedAt: p.CreatedAt,
		ExpiresAt: p.ExpiresAt, Token: token})
}

func (s *server) DeleteToken(ctx context.Context, r DeleteTokenRequestObject) (DeleteTokenResponseObject, error) {
	if err := s.Access.RemovePersonalToken(ctx, callerOf(ctx).account, r.Id); err != nil {
		return nil, err
	}
	s.personals.forget()
	return noContent(), nil
}
