// Package oidc signs people in with an OpenID Connect provider. It checks what the provider signs: signature, issuer,
// audience, expiry and nonce; the code is of no use without the verifier that only this server has (PKCE).
//
// It makes requests to the issuer that the operator has configured and to the addresses that the issuer names, never to
// one that a user gave.
package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"tender/domain"
)

// Options is what a provider is told. All are required.
type Options struct {
	Issuer       string // an https:// URL
	ClientID     string
	ClientSecret string
	Redirect     string // where the provider sends people back
	Now          func() time.Time
	// Client gives requests their HTTP client, as oidc.ClientContext does.
	Client func(context.Context) context.Context
}

// Provider is an OpenID Connect provider. It is asked what it can do when somebody first signs in, so that a server
// starts while it is down.
type Provider struct {
	o Options

	mu    sync.Mutex
	found *oidc.Provider
}

// New makes a provider. It connects to nothing.
func New(o Options) *Provider { return &Provider{o: o} }

// discover asks the issuer for its addresses and keys, once.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	found, err := oidc.NewProvider(p.o.Client(ctx), p.o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discovery: %w", err)
	}
	p.found = found
	return found, nil
}

func (p *Provider) oauth(found *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{ClientID: p.o.ClientID, ClientSecret: p.o.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: p.o.Redirect, Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// SignInURL is where a browser is sent.
func (p *Provider) SignInURL(ctx context.Context, state, nonce, verifier string) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.oauth(found).AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

// Identify trades a code for who it stands for.
func (p *Provider) Identify(ctx context.Context, code, nonce, verifier string) (domain.Identity, error) {
	ctx = p.o.Client(ctx)
	found, err := p.discover(ctx)
	if err != nil {
		return domain.Identity{}, err
	}
	tokens, err := p.oauth(found).Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return domain.Identity{}, exchangeFault(err)
	}
	raw, ok := tokens.Extra("id_token").(string)
	if !ok {
		return domain.Identity{}, errors.New("the answer has no id_token")
	}
	token, err := found.VerifierContext(ctx, &oidc.Config{ClientID: p.o.ClientID, Now: p.o.Now}).Verify(ctx, raw)
	if err != nil {
		return domain.Identity{}, err
	}
	if nonce == "" || subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return domain.Identity{}, errors.New("the id_token has another nonce")
	}
	var said claims
	if err := token.Claims(&said); err != nil {
		return domain.Identity{}, fmt.Errorf("claims: %w", err)
	}
	if token.Subject == "" || len(token.Subject) > maxSubject {
		return domain.Identity{}, errors.New("the id_token names nobody")
	}
	if len(token.Audience) > 1 && said.AuthorizedParty != p.o.ClientID {
		return domain.Identity{}, errors.New("the id_token is for another party too")
	}
	return domain.Identity{Issuer: token.Issuer, Subject: token.Subject, Email: said.Email, EmailVerified: said.verified(),
		Names: []string{said.PreferredUsername, said.Nickname, said.GivenName}}, nil
}

// maxSubject is the longest subject there may be, in bytes (OpenID Connect Core, 2).
const maxSubject = 255

// claims are what is read of an id_token beside what the library checks.
type claims struct {
	Email             string `json:"email"`
	EmailVerified     any    `json:"email_verified"`
	PreferredUsername string `json:"preferred_username"`
	Nickname          string `json:"nickname"`
	GivenName         string `json:"given_name"`
	AuthorizedParty   string `json:"azp"`
}

// verified reads what some providers write as a text.
func (c claims) verified() bool { return c.EmailVerified == true || c.EmailVerified == "true" }

// exchangeFault keeps the provider's answer out of an error: it may repeat the code.
func exchangeFault(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		return fmt.Errorf("the provider refused the code: %q", refused.ErrorCode)
	}
	return fmt.Errorf("exchange: %w", err)
}
