package api

import (
	"context"
	"net/http"

	"tender/domain"
)

func (s *server) CreateAccount(ctx context.Context, r CreateAccountRequestObject) (CreateAccountResponseObject, error) {
	name, nameKey, err := domain.CheckName(r.Body.Name)
	if err != nil {
		return nil, err
	}
	email, emailKey, err := domain.CheckEmail(r.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := s.limitSignUp(ctx); err != nil {
		return nil, err
	}
	hash := "" // without a password one signs in by mail
	if r.Body.Password != nil {
		password, err := checkPassword(*r.Body.Password)
		if err != nil {
			return nil, err
		}
		if hash, err = s.passwords.hash(ctx, password); err != nil { // also for an address that is taken: it takes as long
			return nil, err
		}
	}
	account, err := s.Accounts.CreateAccount(ctx, domain.Account{Name: name, NameKey: nameKey, Email: email,
		EmailKey: emailKey, PasswordHash: hash})
	if err != nil {
		return nil, err
	}
	answer, err := asJSON(http.StatusCreated, shown(account))
	return answer.with("Location", "/v1/me"), err
}

func (s *server) GetMe(ctx context.Context, _ GetMeRequestObject) (GetMeResponseObject, error) {
	account, err := s.me(ctx)
	if err != nil {
		return nil, err
	}
	reliability, err := s.Absences.Reliability(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	out := shown(account)
	out.Reliability = &Reliability{Percent: reliability.Percent, Turns: reliability.Turns}
	return asJSON(http.StatusOK, out)
}

func (s *server) UpdateMe(ctx context.Context, r UpdateMeRequestObject) (UpdateMeResponseObject, error) {
	name, nameKey, err := domain.CheckName(r.Body.Name)
	if err != nil {
		return nil, err
	}
	defer s.glances.forget()
	account, err := s.Accounts.Rename(ctx, callerOf(ctx).account, name, nameKey)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, shown(account))
}

// me is the caller's account. A token whose account is gone is worth nothing.
func (s *server) me(ctx context.Context) (domain.Account, error) {
	account, err := s.Accounts.Account(ctx, callerOf(ctx).account)
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound {
		return account, newProblem(unauthenticated, "This account does not exist any more.")
	}
	return account, err
}

// shown is an account as its owner sees it.
func shown(a domain.Account) Account {
	verified := !a.EmailVerifiedAt.IsZero()
	out := Account{Id: a.ID, Name: a.Name, Email: a.Email, EmailVerified: &verified, CreatedAt: a.CreatedAt.UTC()}
	if a.NewEmail != "" {
		out.NewEmail = &a.NewEmail
	}
	if !a.MailSuspendedAt.IsZero() {
		out.Mail = &MailSuspension{SuspendedAt: a.MailSuspendedAt.UTC(), Why: a.MailSuspendedWhy}
	}
	return out
}
