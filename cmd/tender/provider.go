package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"

	"tender/api"
	"tender/api/oidc"
)

// provider says with whom people can sign in besides the server itself.
type provider struct {
	OIDCIssuer       string `env:"TENDER_OIDC_ISSUER" name:"oidc-issuer" placeholder:"URL" help:"An OpenID Connect provider with which people can sign in; none unless given."`
	OIDCClientID     string `env:"TENDER_OIDC_CLIENT_ID" name:"oidc-client-id" placeholder:"ID" help:"This server's client id there."`
	OIDCClientSecret string `env:"TENDER_OIDC_CLIENT_SECRET" name:"oidc-client-secret" placeholder:"SECRET" help:"And its secret."`
}

// providerTimeout is how long each request to the provider may take.
const providerTimeout = 10 * time.Second

// open gives the provider, nil when none is configured. It connects to nothing.
func (p provider) open(public string, now func() time.Time) (api.Provider, error) {
	if p.OIDCIssuer == "" && p.OIDCClientID == "" && p.OIDCClientSecret == "" {
		return nil, nil
	}
	u, err := url.Parse(p.OIDCIssuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())) {
		return nil, errors.New("--oidc-issuer must begin with https://")
	}
	if p.OIDCClientID == "" || p.OIDCClientSecret == "" {
		return nil, errors.New("--oidc-issuer needs --oidc-client-id and --oidc-client-secret")
	}
	client := &http.Client{Timeout: providerTimeout}
	return oidc.New(oidc.Options{Issuer: p.OIDCIssuer, ClientID: p.OIDCClientID, ClientSecret: p.OIDCClientSecret,
		Redirect: public + "/v1/sessions/oidc/callback", Now: now,
		Client: func(ctx context.Context) context.Context { return gooidc.ClientContext(ctx, client) }}), nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// verifyMail says whether addresses have to be verified.
func (c config) verifyMail() bool {
	switch c.VerifyMail {
	case "on":
		return true
	case "off":
		return false
	}
	return c.SMTP != ""
}
