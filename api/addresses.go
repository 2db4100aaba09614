package api

import (
	"context"
	"net/http"

	"tender/domain"
)

// mailPause is when an address that has had its share of mails gets the next, in seconds at the most.
const mailPause = 3600

func (s *server) ChangeEmail(ctx context.Context, r ChangeEmailRequestObject) (ChangeEmailResponseObject, error) {
	email, key, err := domain.CheckEmail(r.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := s.signedInLately(ctx, "change the address"); err != nil {
		return nil, err
	}
	if err := s.limitMail(ctx, email); err != nil {
		return nil, err
	}
	account, err := s.ClaimAddress(ctx, callerOf(ctx).account, email, key, callerOf(ctx).session)
	if err != nil {
		return nil, unlessTooMany(err)
	}
	return asJSON(http.StatusAccepted, shown(account))
}

func (s *server) SendVerification(ctx context.Context, _ SendVerificationRequestObject) (SendVerificationResponseObject, error) {
	if err := s.limitMail(ctx, callerOf(ctx).account); err != nil {
		return nil, err
	}
	if err := s.VerifyAgain(ctx, callerOf(ctx).account); err != nil {
		return nil, unlessTooMany(err)
	}
	return reply{status: http.StatusAccepted}, nil
}

func (s *server) VerifyEmail(ctx context.Context, r VerifyEmailRequestObject) (VerifyEmailResponseObject, error) {
	account, err := s.VerifyAddress(ctx, domain.LinkHash(r.Body.Code))
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, shown(account))
}

func (s *server) RequestSignInLink(ctx context.Context, r RequestSignInLinkRequestObject) (RequestSignInLinkResponseObject, error) {
	email, key, err := domain.CheckEmail(r.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := s.limitMail(ctx, email); err != nil {
		return nil, err
	}
	if err := s.AskForSignIn(ctx, email, key); err != nil {
		return nil, err
	}
	return reply{status: http.StatusAccepted}, nil
}

func (s *server) CreateSessionByCode(ctx context.Context, r CreateSessionByCodeRequestObject) (CreateSessionByCodeResponseObject, error) {
	_, key, err := domain.CheckEmail(r.Body.Email)
	if err != nil {
		key = "" // nobody's, and answered like any other
	}
	if err := s.limitSignIn(ctx, r.Body.Email); err != nil {
		return nil, err
	}
	account, err := s.SpendSignInCode(ctx, key, r.Body.Code)
	if err != nil {
		s.wrongPassword(ctx, r.Body.Email)
		return nil, err
	}
	return s.signIn(ctx, account)
}

// unlessTooMany says when to come back after too many mails.
func unlessTooMany(err error) error {
	r, ok := domain.AsRefusal(err)
	if !ok || r.Code != domain.TooManyMails {
		return err
	}
	p := refused(r)
	p.retryAfter = mailPause
	return p
}
