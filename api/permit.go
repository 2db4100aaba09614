package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
)

// Every operation of the contract that looks at a token says in x-scope what a personal access token needs for it, or
// that only a session will do; operations of moderators say in x-role who may. What says nothing is for sessions only.
const (
	scopeWord    = "x-scope"
	roleWord     = "x-role"
	sessionScope = domain.Scope("session")
)

// gamePath is the path of a game; a token of one game is good for what begins with it.
const gamePath = "/v1/games/{id}"

func scopeOf(o *openapi3.Operation) domain.Scope {
	if word, ok := o.Extensions[scopeWord].(string); ok {
		return domain.Scope(word)
	}
	return sessionScope
}

func roleOf(o *openapi3.Operation) domain.Role {
	word, _ := o.Extensions[roleWord].(string)
	return domain.Role(word)
}

// identify finds out whose token it is, and whether that person may do anything at all now.
func (s *server) identify(ctx context.Context, token string) (who caller, err error) {
	if strings.HasPrefix(token, personalPrefix) {
		who, err = s.personal(ctx, token)
	} else {
		who, err = s.tokens.read(ctx, token)
	}
	if err != nil {
		return caller{}, err
	}
	if who.role, err = s.standing(ctx, who.account); err != nil {
		return caller{}, err
	}
	return who, nil
}

// standing is an account's role. Accounts that are suspended or deleted have none.
func (s *server) standing(ctx context.Context, account string) (domain.Role, error) {
	a, err := s.standings.get(account, func() (domain.Account, error) { return s.Accounts.Account(ctx, account) })
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound || err == nil && a.Former > 0 {
		return "", newProblem(unauthenticated, "This account does not exist any more.")
	}
	if err != nil {
		return "", err
	}
	if !a.SuspendedAt.IsZero() {
		return "", domain.RefuseSuspended()
	}
	return a.Role, nil
}

// stillMay asks again whether the caller of a request that takes long may do anything: whatever ends a session or a token,
// or suspends an account, is seen after aliveLife at the latest.
func (s *server) stillMay(ctx context.Context) error {
	who := callerOf(ctx)
	switch {
	case who.account == "":
		return nil
	case who.session != "":
		ok, err := s.tokens.lasts(ctx, who.session)
		if err != nil {
			return err
		}
		if !ok {
			return newProblem(unauthenticated, "This session has ended; sign in again with POST /v1/sessions.")
		}
	default:
		if _, err := s.personalByHash(ctx, who.hash); err != nil {
			return err
		}
	}
	_, err := s.standing(ctx, who.account)
	return err
}

// permit says whether a caller may use an operation. id is the path's.
func (s *server) permit(who caller, op *operation, id string) error {
	if who.account == "" {
		return nil // the operation can be used signed out
	}
	if who.session == "" {
		if err := permitToken(who, op, id); err != nil {
			return err
		}
	}
	if op.role != "" && !who.role.AtLeast(op.role) {
		return newProblem(insufficientRole, fmt.Sprintf("Only a person with the role %s may do this; ask the operator of this server.", op.role))
	}
	return nil
}

// permitToken holds a personal access token to its scopes and its game.
func permitToken(who caller, op *operation, id string) error {
	switch {
	case op.scope == sessionScope:
		return newProblem(insufficientScope, "No personal access token may do this; sign in with POST /v1/sessions and send the access token of the session.")
	case !slices.Contains(who.scopes, op.scope):
		return newProblem(insufficientScope, fmt.Sprintf("This token lacks the scope %s; make one that has it.", op.scope))
	case who.game != "" && (!strings.HasPrefix(op.route.Path, gamePath) || id != who.game):
		return newProblem(insufficientScope, "This token is good for the game "+who.game+" only; make one for all games.")
	}
	return nil
}
