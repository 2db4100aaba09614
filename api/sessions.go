package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"

	"tender/domain"
)

func (s *server) CreateSession(ctx context.Context, r CreateSessionRequestObject) (CreateSessionResponseObject, error) {
	account, err := s.byPassword(ctx, r.Body.Email, r.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.signIn(ctx, account)
}

// byPassword finds whose address and password they are. Wrong ones are counted and all take as long.
func (s *server) byPassword(ctx context.Context, email, password string) (domain.Account, error) {
	if err := s.limitSignIn(ctx, email); err != nil {
		return domain.Account{}, err
	}
	account, err := s.accountOf(ctx, email)
	if err != nil {
		return account, err
	}
	ok, err := s.passwords.match(ctx, password, account.PasswordHash)
	if err != nil {
		return account, err
	}
	if !ok {
		s.wrongPassword(ctx, email)
		return account, newProblem(wrongCredentials, "There is no account with this address and password; check both. After signing up, open the link in the mail first, if you got one.")
	}
	return s.welcome(ctx, account, password)
}

// signIn begins a session for somebody who has shown who they are, in whichever way.
func (s *server) signIn(ctx context.Context, account domain.Account) (reply, error) {
	pair, err := s.beginSession(ctx, account)
	if err != nil {
		return reply{}, err
	}
	return asJSON(http.StatusCreated, pair)
}

func (s *server) beginSession(ctx context.Context, account domain.Account) (Session, error) {
	if !account.SuspendedAt.IsZero() {
		return Session{}, domain.RefuseSuspended()
	}
	var id [16]byte
	if _, err := io.ReadFull(s.Random, id[:]); err != nil {
		return Session{}, fmt.Errorf("random bytes: %w", err)
	}
	session := hex.EncodeToString(id[:])
	token, next, err := s.nextRefreshToken()
	if err != nil {
		return Session{}, err
	}
	next.Account, next.Session = account.ID, session
	err = s.Sessions.AddRefreshToken(ctx, next, account.PasswordHash)
	if refusal, ok := domain.AsRefusal(err); ok && refusal.Code == domain.InvalidToken {
		return Session{}, newProblem(wrongCredentials, "The account or its password has changed meanwhile; sign in again.")
	}
	if err != nil {
		return Session{}, err
	}
	return s.pair(ctx, account, session, token)
}

// accountOf finds an account by address. An address that nobody has, or that is none, gives an account without a
// password, which takes as long to refuse as a wrong password.
func (s *server) accountOf(ctx context.Context, email string) (domain.Account, error) {
	_, key, err := domain.CheckEmail(email)
	if err != nil {
		return domain.Account{}, nil
	}
	account, err := s.Accounts.AccountByEmail(ctx, key)
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound {
		return domain.Account{}, nil
	}
	return account, err
}

func (s *server) RefreshSession(ctx context.Context, r RefreshSessionRequestObject) (RefreshSessionResponseObject, error) {
	next, err := s.nextAfter(r.Body.RefreshToken)
	if err != nil {
		return nil, err
	}
	kept, err := s.Sessions.SpendRefreshToken(ctx, hashOf(r.Body.RefreshToken), next, clientOf(ctx))
	if refusal, ok := domain.AsRefusal(err); ok && refusal.Code == domain.TokenReused {
		s.tokens.forget(kept.Session)
		// The store has written the mail to the owner and the line of the audit log with it.
	}
	if err != nil {
		return nil, err
	}
	account, err := s.Accounts.Account(ctx, kept.Account)
	if err != nil {
		return nil, err
	}
	return s.session(ctx, account, kept.Session, successor(r.Body.RefreshToken, kept.Salt))
}

func (s *server) EndSession(ctx context.Context, _ EndSessionRequestObject) (EndSessionResponseObject, error) {
	who := callerOf(ctx)
	if err := s.Sessions.EndSession(ctx, who.account, who.session); err != nil {
		return nil, err
	}
	s.tokens.forget(who.session)
	return noContent(), nil
}

// nextRefreshToken makes a refresh token, and what is stored of it.
func (s *server) nextRefreshToken() (string, domain.RefreshToken, error) {
	token, err := opaque(s.Random)
	now := s.Now()
	return token, domain.RefreshToken{Hash: hashOf(token), IssuedAt: now, ExpiresAt: now.Add(refreshLife)}, err
}

// session answers with a new pair of tokens.
func (s *server) session(ctx context.Context, account domain.Account, session, refresh string) (reply, error) {
	pair, err := s.pair(ctx, account, session, refresh)
	if err != nil {
		return reply{}, err
	}
	return asJSON(http.StatusCreated, pair)
}

// pair is an access token and the refresh token that goes with it.
func (s *server) pair(ctx context.Context, account domain.Account, session, refresh string) (Session, error) {
	access, err := s.tokens.make(ctx, caller{account: account.ID, session: session})
	return Session{AccessToken: access, TokenType: Bearer, ExpiresIn: int(accessLife.Seconds()), RefreshToken: refresh,
		Account: shown(account)}, err
}
