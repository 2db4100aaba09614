package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
)

// bot makes a personal access token; more are further members of the body.
func (w *world) bot(session string, scopes []domain.Scope, more string) (token, id string) {
	w.Helper()
	a := w.do("POST", "/v1/me/tokens", session, `{"name":"bot","scopes":`+compact(scopes)+more+`}`)
	w.want(201, a)
	var made struct{ ID, Token string }
	a.read(&made)
	return made.Token, made.ID
}

// needs is what the contract says that an operation needs of a token; "" for one that looks at none.
func needs(spec *openapi3.T, o *openapi3.Operation) (scope string, optional bool) {
	required := spec.Security
	if o.Security != nil {
		required = *o.Security
	}
	if len(required) == 0 {
		return "", false
	}
	scope, _ = o.Extensions["x-scope"].(string)
	return scope, slices.ContainsFunc(required, func(r openapi3.SecurityRequirement) bool { return len(r) == 0 })
}

func TestEveryOperationSaysWhichScopeItNeeds(t *testing.T) {
	spec := contract(t)
	known := []string{"session"}
	for _, s := range domain.Scopes {
		known = append(known, string(s))
	}
	each(spec, func(_, method string, o *openapi3.Operation) {
		_, says := o.Extensions["x-scope"]
		scope, _ := needs(spec, o)
		if says != (scope != "") || says && !slices.Contains(known, scope) {
			t.Errorf("%s: x-scope %q", o.OperationID, scope)
		}
		if scope == "read" && method != http.MethodGet {
			t.Errorf("%s changes something and needs but the scope read", o.OperationID)
		}
		if scope != "" && (o.Responses.Value("403") == nil || o.Responses.Value("401") == nil) {
			t.Errorf("%s needs a token and does not describe 401 and 403", o.OperationID)
		}
		if role, ok := o.Extensions["x-role"].(string); ok && (scope != "session" || !slices.Contains(domain.Roles, domain.Role(role))) {
			t.Errorf("%s: x-role %q with x-scope %q", o.OperationID, role, scope)
		}
	})
}

// Every operation with a token of every single scope: it is let through, or told which scope is lacking, and nothing in
// between. With one of another game only requests about the game are.
func TestATokenDoesWhatItsScopesSayAndNothingElse(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.admin("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	other := w.seated(ada, ben)
	bots, bound := map[string]string{}, map[string]string{}
	for _, scope := range domain.Scopes {
		bots[string(scope)], _ = w.bot(ada, []domain.Scope{scope}, "")
		bound[string(scope)], _ = w.bot(ada, []domain.Scope{scope}, `,"game":"`+game+`"`)
	}
	all, _ := w.bot(ada, domain.Scopes, "")
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		needed, _ := needs(w.spec, o)
		if needed == "" {
			return
		}
		lacking := func(token, path string) (code, detail string) {
			a := w.do(method, target(path, game), token, bodies[o.OperationID])
			if a.Code < 400 {
				return "", ""
			}
			var p struct{ Code, Detail string }
			a.read(&p)
			return p.Code, p.Detail
		}
		for scope, token := range bots {
			before := w.store.fingerprint()
			code, detail := lacking(token, path)
			if refused := code == "insufficient_scope"; refused == (scope == needed) {
				t.Errorf("%s with the scope %s: %s %s", o.OperationID, scope, code, detail)
			} else if refused && needed != "session" && !strings.Contains(detail, "scope "+needed) {
				t.Errorf("%s does not say what is lacking: %s", o.OperationID, detail)
			} else if refused && w.store.fingerprint() != before && w.store.access.lookups == 0 {
				t.Errorf("%s was refused and has changed something", o.OperationID)
			}
		}
		if code, _ := lacking(all, path); (code == "insufficient_scope") != (needed == "session") {
			t.Errorf("%s with every scope: %s", o.OperationID, code)
		}
		if needed == "session" {
			return
		}
		code, _ := lacking(bound[needed], path)
		if about := strings.HasPrefix(path, "/v1/games/{id}"); (code == "insufficient_scope") == about {
			t.Errorf("%s with a token of that game: %s", o.OperationID, code)
		}
		if code, _ := lacking(bound[needed], strings.Replace(path, "{id}", other, 1)); code != "insufficient_scope" {
			t.Errorf("%s with a token of another game: %s", o.OperationID, code)
		}
	})
}

func TestATokenThatIsNoneIsRefusedWithoutAskingTheDatabase(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	token, _ := w.bot(ada, domain.Scopes, "")
	w.want(200, w.do("GET", "/v1/me", token, ""))
	asked := w.store.access.lookups
	for _, wrong := range []string{"tdr_", token[:39], token + "0", token[:39] + map[bool]string{true: "1", false: "0"}[token[39] == '0'],
		"tdr_" + strings.Repeat("0", 36), strings.ToUpper(token), "tdr_" + strings.Repeat("x", 3000)} {
		w.refused(401, "unauthenticated", w.do("GET", "/v1/me", wrong, ""))
		w.refused(401, "unauthenticated", w.do("GET", "/v1/games", wrong, ""))
	}
	if w.store.access.lookups != asked {
		t.Errorf("asked %d times", w.store.access.lookups-asked)
	}
	if log := w.log.String(); strings.Contains(log, token) {
		t.Error("the log holds a token")
	}
}

func TestAPersonalTokenLivesUntilItExpiresOrIsRemoved(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.person("Ben")
	short, _ := w.bot(ada, domain.Scopes, `,"expires_in_days":1`)
	year, id := w.bot(ada, domain.Scopes, `,"expires_in_days":365`)
	for _, kept := range w.store.access.personal {
		if strings.Contains(fmt.Sprint(kept), short[4:]) || len(kept.Hash) != 64 {
			t.Errorf("kept as it is: %+v", kept)
		}
	}
	w.pass(24*time.Hour - time.Second)
	w.want(200, w.do("GET", "/v1/me", short, ""))
	w.pass(time.Second) // it is remembered, and refused all the same
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", short, ""))
	w.want(200, w.do("GET", "/v1/me", year, ""))
	ada, _ = w.signIn("ada@example.org")
	ben, _ := w.signIn("ben@example.org")
	list := w.do("GET", "/v1/me/tokens", ada, "")
	if s := list.Body.String(); strings.Count(s, `"id"`) != 1 || strings.Contains(s, year) || !strings.Contains(s, id) || strings.Contains(s, `"used_at":null`) {
		t.Errorf("%s", list.Body)
	}
	w.refused(404, domain.NotFound, w.do("DELETE", "/v1/me/tokens/"+id, ben, ""))
	w.want(204, w.do("DELETE", "/v1/me/tokens/"+id, ada, ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", year, ""))
}

func TestAPersonalTokenRemovedElsewhereIsRefusedAfterFiveSeconds(t *testing.T) {
	w := newWorld(t)
	token, _ := w.bot(w.person("Ada"), domain.Scopes, "")
	w.want(200, w.do("GET", "/v1/me", token, ""))
	w.store.access.personal = nil // another replica
	w.pass(5 * time.Second)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
}

func TestTheUseOfATokenIsNotedOnceAMinute(t *testing.T) {
	w := newWorld(t)
	token, _ := w.bot(w.person("Ada"), domain.Scopes, "")
	for range 130 { // seconds
		w.want(200, w.do("GET", "/v1/me", token, ""))
		w.pass(time.Second)
	}
	if uses := w.store.access.uses; uses != 3 {
		t.Errorf("noted %d times", uses)
	}
}

func TestTokensThatCannotBeMade(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for situation, c := range map[string]struct {
		body string
		code int
		want domain.Code
	}{
		"no scope":       {`{"name":"bot","scopes":[]}`, 422, "invalid_input"},
		"unknown scope":  {`{"name":"bot","scopes":["admin"]}`, 422, "invalid_input"},
		"scope twice":    {`{"name":"bot","scopes":["read","read"]}`, 422, "invalid_input"},
		"no name":        {`{"name":"","scopes":["read"]}`, 422, domain.InvalidName},
		"blank name":     {`{"name":" ","scopes":["read"]}`, 422, domain.InvalidName},
		"line break":     {`{"name":"a\nb","scopes":["read"]}`, 422, domain.InvalidName},
		"61 characters":  {`{"name":"` + strings.Repeat("x", 61) + `","scopes":["read"]}`, 422, domain.InvalidName},
		"unknown game":   {`{"name":"bot","scopes":["read"],"game":"nosuch"}`, 404, domain.NotFound},
		"over a year":    {`{"name":"bot","scopes":["read"],"expires_in_days":366}`, 422, "invalid_input"},
		"already over":   {`{"name":"bot","scopes":["read"],"expires_in_days":0}`, 422, "invalid_input"},
		"chosen by them": {`{"name":"bot","scopes":["read"],"token":"tdr_x"}`, 422, "invalid_input"},
	} {
		if a := w.do("POST", "/v1/me/tokens", ada, c.body); a.Code != c.code || a.code() != string(c.want) {
			t.Errorf("%s: %d %s", situation, a.Code, a.Body)
		}
	}
	for range domain.MaxPersonalTokens {
		w.bot(ada, domain.Scopes, "")
	}
	w.refused(409, domain.TooManyTokens, w.do("POST", "/v1/me/tokens", ada, `{"name":"bot","scopes":["read"]}`))
}
