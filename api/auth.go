package api

import (
	"context"
	"net/http"
	"strings"

	"tender/domain"
)

// maxAuthorization is the longest Authorization header that is looked at, in bytes.
const maxAuthorization = 4 << 10

// authenticate finds out who sent a request. Where an operation can be used signed out, no token is no fault, but a
// bad one is: somebody who believes to be signed in must not be shown what strangers see.
func (s *server) authenticate(r *http.Request, op *operation) (caller, error) {
	headers := r.Header["Authorization"]
	if !op.asks || len(headers) == 0 && !op.signedIn {
		return caller{}, nil
	}
	if len(headers) == 0 {
		return caller{}, newProblem(unauthenticated, "Sign in with POST /v1/sessions and send Authorization: Bearer with the access token.")
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	if len(headers) > 1 || !ok || !strings.EqualFold(scheme, "Bearer") || len(headers[0]) > maxAuthorization {
		return caller{}, newProblem(unauthenticated, "Send one header Authorization: Bearer with the access token.")
	}
	return s.identify(r.Context(), token)
}

// needCaller is for operations that need a token only for some of their parameters.
func needCaller(ctx context.Context) (caller, error) {
	who := callerOf(ctx)
	if who.account == "" {
		return who, newProblem(unauthenticated, "Sign in first: mine=true asks for the games of whoever sends the access token.")
	}
	return who, nil
}

func actor(ctx context.Context) domain.Actor { return domain.Actor{Account: callerOf(ctx).account} }
