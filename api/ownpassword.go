package api

import (
	"context"

	"github.com/alexedwards/argon2id"

	"tender/domain"
)

// welcome is for somebody who has just shown the right password: a suspended account is refused, and a hash made with
// other parameters than today's is made anew. It gives the account with the hash that it has then.
func (s *server) welcome(ctx context.Context, account domain.Account, password string) (domain.Account, error) {
	if !account.SuspendedAt.IsZero() {
		return account, domain.RefuseSuspended()
	}
	params, _, _, err := argon2id.DecodeHash(account.PasswordHash)
	if err != nil || *params == *hashing {
		return account, err
	}
	hash, err := s.passwords.hash(ctx, normal(password))
	if err == nil {
		err = s.Access.Rehash(ctx, account.ID, account.PasswordHash, hash)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "a password could not be hashed anew", "error", err) // the old hash holds; next time, then
		return account, nil
	}
	account.PasswordHash = hash
	return account, nil
}

func (s *server) ChangePassword(ctx context.Context, r ChangePasswordRequestObject) (ChangePasswordResponseObject, error) {
	account, err := s.me(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.limitSignIn(ctx, account.Email); err != nil {
		return nil, err
	}
	password, err := checkPassword(r.Body.Password)
	if err != nil {
		return nil, err
	}
	ok, err := s.passwords.match(ctx, r.Body.Current, account.PasswordHash)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, newProblem(wrongCredentials, "This is not your current password; check it.")
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return nil, err
	}
	err = s.Access.ChangePassword(ctx, account.ID, account.PasswordHash, hash, callerOf(ctx).session)
	if refusal, lost := domain.AsRefusal(err); lost && refusal.Code == domain.NotFound {
		return nil, newProblem(wrongCredentials, "The password has been changed meanwhile; sign in with the new one.")
	}
	if err != nil {
		return nil, err
	}
	s.tokens.forgetAll()
	s.personals.forget()
	return noContent(), nil
}
