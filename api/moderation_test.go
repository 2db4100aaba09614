package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
)

// Every operation of moderators with everybody who should not use it.
func TestOnlyModeratorsModerate(t *testing.T) {
	w := newWorld(t)
	ada, mo := w.person("Ada"), w.person("Mo")
	w.as("Mo", domain.Moderator)
	checked := 0
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		role, ok := o.Extensions["x-role"].(string)
		if ok != strings.HasPrefix(path, "/v1/admin/") {
			t.Errorf("%s %s: role %q", method, path, role)
		}
		if !ok {
			return
		}
		checked++
		at := target(path, "nosuch")
		before := w.store.fingerprint()
		w.refused(401, "unauthenticated", w.do(method, at, "", bodies[o.OperationID]))
		w.refused(403, "insufficient_role", w.do(method, at, ada, bodies[o.OperationID]))
		if a := w.do(method, at, mo, bodies[o.OperationID]); (a.Code == 403) != (role == "admin") {
			t.Errorf("%s by a moderator: %d %s", o.OperationID, a.Code, a.Body)
		}
		if w.store.fingerprint() != before {
			t.Errorf("%s has changed something", o.OperationID)
		}
	})
	if checked < 6 {
		t.Errorf("only %d operations", checked)
	}
}

func TestASuspendedAccountCanDoNothingUntilItIsLifted(t *testing.T) {
	w := newWorld(t)
	ada, ben, mo := w.person("Ada"), w.person("Ben"), w.person("Mo")
	w.as("Mo", domain.Moderator)
	_, refresh := w.signIn("ada@example.org")
	bot, _ := w.bot(ada, domain.Scopes, "")
	game := w.seated(ada, ben)
	at := "/v1/admin/accounts/" + w.idOf("Ada") + "/suspension"
	for _, token := range []string{ada, bot} {
		w.want(200, w.do("GET", "/v1/me", token, ""))
	}
	w.want(200, w.do("PUT", at, mo, `{"reason":"insults"}`))
	right := compact(map[string]string{"email": "ada@example.org", "password": password})
	for _, token := range []string{ada, bot} {
		w.refused(403, domain.Suspended, w.do("GET", "/v1/me", token, ""))
		w.refused(403, domain.Suspended, w.do("GET", "/v1/games", token, ""))
		w.refused(403, domain.Suspended, w.do("PUT", "/v1/games/"+game+"/bid", token, `{"bid":{"cards":[0]}}`))
	}
	w.refused(403, domain.Suspended, w.do("POST", "/v1/sessions", "", right))
	w.refused(401, "wrong_credentials", w.do("POST", "/v1/sessions", "", `{"email":"ada@example.org","password":"wrong horse"}`)) // tells strangers nothing
	w.refused(403, domain.Suspended, w.refresh(refresh))
	w.want(200, w.do("GET", "/v1/me", ben, ""))
	w.pass(25 * time.Hour) // its seat goes on without it
	if out, err := w.store.Decide(t.Context(), game, domain.Expire{}, domain.Clock); err != nil || out.Nothing {
		t.Errorf("%+v, %v", out, err)
	}
	mo, _ = w.signIn("mo@example.org")
	w.want(200, w.do("DELETE", at, mo, ""))
	w.want(200, w.do("GET", "/v1/me", bot, ""))
	w.want(201, w.refresh(refresh))
	w.want(201, w.do("POST", "/v1/sessions", "", right))
}

func TestASuspensionElsewhereCountsAfterFiveSeconds(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.want(200, w.do("GET", "/v1/me", ada, ""))
	w.store.accounts[0].SuspendedAt = w.now() // another replica
	w.pass(5 * time.Second)
	w.refused(403, domain.Suspended, w.do("GET", "/v1/me", ada, ""))
}

func TestWhomAModeratorMayNotTouch(t *testing.T) {
	w := newWorld(t)
	root, mo := w.admin("Root"), w.person("Mo")
	w.person("Max")
	w.as("Mo", domain.Moderator)
	w.as("Max", domain.Moderator)
	w.person("Gone")
	w.store.accounts[3].Former = 1
	for _, c := range []struct {
		by, on string
		status int
		code   domain.Code
	}{{mo, "Max", 403, "insufficient_role"}, {mo, "Root", 403, "insufficient_role"}, {mo, "Mo", 403, "insufficient_role"},
		{root, "Root", 403, "insufficient_role"}, {mo, "Gone", 404, domain.NotFound}} {
		at := "/v1/admin/accounts/" + w.idOf(c.on)
		w.refused(c.status, c.code, w.do("PUT", at+"/suspension", c.by, `{"reason":"x"}`))
		w.refused(c.status, c.code, w.do("DELETE", at+"/suspension", c.by, ""))
		w.refused(c.status, c.code, w.do("PUT", at+"/name", c.by, `{"name":"Other"}`))
	}
	if len(w.store.access.acts) > 0 {
		t.Errorf("%+v", w.store.access.acts)
	}
	w.want(200, w.do("PUT", "/v1/admin/accounts/"+w.idOf("Max")+"/suspension", root, `{"reason":"x"}`))
}

func TestTheAuditLogSaysWhoDidWhatToWhomAndFromWhere(t *testing.T) {
	w := newWorld(t)
	root, mo, ada, ben := w.admin("Root"), w.person("Mo"), w.person("Ada"), w.person("Ben")
	w.as("Mo", domain.Moderator)
	game := w.seated(ada, ben)
	found := w.do("GET", "/v1/admin/accounts?name=ADA", mo, "")
	w.want(200, found)
	var account struct{ ID string }
	found.read(&account)
	if strings.Contains(found.Body.String(), "@") {
		t.Errorf("an address is shown: %s", found.Body)
	}
	w.refused(404, domain.NotFound, w.do("GET", "/v1/admin/accounts?name=Nobody+Else", mo, ""))
	w.want(200, w.do("PUT", "/v1/admin/accounts/"+account.ID+"/name", mo, `{"name":"Adele"}`))
	w.want(204, w.do("DELETE", "/v1/admin/games/"+game, mo, ""))
	w.refused(409, domain.GameNotActive, w.do("DELETE", "/v1/admin/games/"+game, mo, ""))
	events := w.do("GET", "/v1/games/"+game+"/events", ben, "")
	if !strings.Contains(events.Body.String(), "a moderator called it off") || strings.Contains(events.Body.String(), "Mo") {
		t.Errorf("%s", events.Body)
	}
	type acts struct {
		Acts []struct {
			At                  time.Time
			What, On, From, Who string
			Name                string `json:"who_name"`
		}
		Next string
	}
	var first, second acts
	page := w.do("GET", "/v1/admin/audit?limit=1", root, "")
	page.read(&first)
	if link := page.Header().Get("Link"); link != "<"+publicURL+"/v1/admin/audit?cursor="+first.Next+`&limit=1>; rel="next"` {
		t.Errorf("Link: %s", link)
	}
	page = w.do("GET", "/v1/admin/audit?limit=1&cursor="+first.Next, root, "")
	page.read(&second)
	if link := page.Header().Get("Link"); link != "" {
		t.Errorf("Link of the last page: %s", link)
	}
	if len(first.Acts) != 1 || first.Acts[0].What != "game_abandoned" || first.Acts[0].On != game || first.Acts[0].Name != "Mo" ||
		first.Acts[0].From != "192.0.2.1" || !first.Acts[0].At.Equal(w.now()) {
		t.Errorf("%+v", first)
	}
	if len(second.Acts) != 1 || second.Acts[0].What != "account_renamed" || second.Acts[0].On != account.ID || second.Next != "" {
		t.Errorf("%+v", second)
	}
	a := w.do("GET", "/v1/admin/audit?cursor=nonsense", root, "")
	w.refused(http.StatusBadRequest, domain.InvalidCursor, a)
}
