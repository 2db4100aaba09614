package api_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestAnAccountIsDeletedSoonAfterSigningInOnly(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	running := w.seated(ada, ben)
	var open struct{ ID string }
	w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`).read(&open)
	w.want(201, w.do("POST", "/v1/games/"+open.ID+"/seats", ben, ""))
	bot, _ := w.bot(ada, domain.Scopes, "")
	w.want(200, w.do("GET", "/v1/me", bot, ""))
	_, refresh := w.signIn("ada@example.org")
	w.pass(14 * time.Minute)
	var kept pair
	w.refresh(refresh).read(&kept)
	w.pass(2 * time.Minute)
	before := w.store.fingerprint()
	w.refused(403, "recent_sign_in_needed", w.do("DELETE", "/v1/me", kept.Access, "")) // a refresh is no sign-in
	w.refused(403, "recent_sign_in_needed", w.do("PUT", "/v1/me/email", kept.Access, `{"email":"new@example.org"}`))
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
	again, refresh := w.signIn("ada@example.org")
	w.want(204, w.do("DELETE", "/v1/me", again, ""))
	for _, token := range []string{again, kept.Access, bot} {
		w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
		w.refused(401, "unauthenticated", w.do("GET", "/v1/games", token, ""))
	}
	w.refused(401, domain.InvalidToken, w.refresh(refresh))
	w.refused(401, "wrong_credentials", w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": "ada@example.org", "password": password})))
	view := w.do("GET", "/v1/games/"+running, "", "").Body.String()
	if !strings.Contains(view, `"player":"bot 1"`) || strings.Contains(view, "Ada") || !strings.Contains(view, `"active"`) {
		t.Errorf("%s", view)
	}
	if view := w.do("GET", "/v1/games/"+open.ID, "", "").Body.String(); strings.Contains(view, "former") || !strings.Contains(view, `"host":1,"seats":[{"seat":1,"player":"Ben"`) {
		t.Errorf("waits for who has left: %s", view)
	}
	for _, name := range []string{"former player 1", "Former Player", "f0rmer-p1ayer 7", "formerplayer"} {
		a := w.do("POST", "/v1/accounts", "", compact(map[string]string{"name": name, "email": "x@example.org", "password": password}))
		w.refused(422, domain.InvalidName, a)
	}
	w.want(201, w.do("POST", "/v1/accounts", "", compact(map[string]string{"name": "Formosa", "email": "x@example.org", "password": password})))
}

func TestADeletedPersonsTokenIsRefusedAlsoWhereItsSessionIsRemembered(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.want(200, w.do("GET", "/v1/me", ada, ""))
	w.pass(5 * time.Second)
	w.store.accounts[0].Former = 1 // and the session, against all rules, is there still
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", ada, ""))
	w.pass(5 * time.Second)
	w.store.accounts = nil
	w.refused(401, "unauthenticated", w.do("GET", "/v1/games", ada, ""))
}

func TestTheExportHoldsWhatIsMineAndNoSecret(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.admin("Ada"), w.person("Ben")
	ended, running := w.seated(ada, ben), w.seated(ada, ben)
	for _, game := range []string{ended, running} {
		w.want(200, w.do("PUT", "/v1/games/"+game+"/bid", ada, `{"bid":{"cards":[0]}}`))
	}
	w.want(204, w.do("DELETE", "/v1/admin/games/"+ended, ada, ""))
	bot, _ := w.bot(ada, domain.Scopes, "")
	w.want(201, w.do("POST", "/v1/me/webhooks", ada, `{"url":"https://hooks.example.org/"}`))
	w.want(200, w.do("PUT", "/v1/me/notifications", ada, `{"zone":"Australia/Lord_Howe"}`))
	w.want(200, w.do("PUT", "/v1/games/"+running+"/notifications", ada, `{"digest_at":7}`))
	w.want(200, w.do("PUT", "/v1/me/notifications", ben, `{"zone":"Pacific/Apia"}`))
	a := w.do("GET", "/v1/me/export", ada, "")
	w.want(200, a)
	text := a.Body.String()
	if !strings.Contains(text, `"notifications":{"zone":"Australia/Lord_Howe"},"game_notifications":[{"game":"`+running+`","notifications":{"digest_at":7}}]`) {
		t.Errorf("what was said of notices: %s", text)
	}
	for _, secret := range []string{"Apia", bot, "whsec_", "argon2id", w.store.access.personal[0].Hash, serverSeed} {
		if strings.Contains(text, secret) {
			t.Errorf("holds %s: %s", secret, text)
		}
	}
	if strings.Count(text, `"type":"seal"`) != 1 || strings.Count(text, `"seat":1`) != 2 || !strings.Contains(text, "ada@example.org") ||
		!strings.Contains(text, "hooks.example.org") || !strings.Contains(text, `"current":true`) || !strings.Contains(text, `"name":"bot"`) {
		t.Errorf("%s", text)
	}
}
