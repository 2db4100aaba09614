package api

import (
	"context"
	"errors"

	"github.com/golang-jwt/jwt/v5"

	"tender/domain"
)

// testMailType is the "typ" of a token with which the page sends a test mail; nothing else takes it.
const testMailType = "test-mail+jwt"

// makeTestMail signs a token that is good for test mails to an account, for as long as an access token lasts.
func (t *tokens) makeTestMail(ctx context.Context, account string) (string, error) {
	id, key, err := t.keys.signing(ctx)
	if err != nil {
		return "", err
	}
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.RegisteredClaims{Issuer: t.issuer, Audience: jwt.ClaimStrings{t.issuer},
		Subject: account, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessLife))})
	token.Header["kid"], token.Header["typ"] = id, testMailType
	return token.SignedString(key)
}

// readTestMail says for which account such a token is.
func (t *tokens) readTestMail(ctx context.Context, raw string) (account string, err error) {
	var c jwt.RegisteredClaims
	var fault error // of ours, not of the token
	_, err = t.parser.ParseWithClaims(raw, &c, func(token *jwt.Token) (any, error) {
		if typ, _ := token.Header["typ"].(string); typ != testMailType {
			return nil, errors.New("not for a test mail")
		}
		kid, _ := token.Header["kid"].(string)
		key, err := t.keys.public(ctx, kid)
		if fault = err; key == nil {
			return nil, errors.New("unknown key")
		}
		return key, nil
	})
	if fault != nil {
		return "", fault
	}
	if err != nil || c.Subject == "" {
		return "", domain.Refuse(domain.InvalidCode, "This page is too old; open it again and give your password.")
	}
	return c.Subject, nil
}
