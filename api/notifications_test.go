package api_test

import (
	"strings"
	"testing"
	_ "time/tzdata"

	"tender/domain"
)

func TestWhatSomebodyIsToldIsAsTheySaid(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	type said struct{ Own, Effect domain.Preferences }
	read := func(path string) (s said) {
		w.Helper()
		a := w.do("GET", path, ada, "")
		w.want(200, a)
		a.read(&s)
		return s
	}
	if s := read("/v1/me/notifications"); compact(s.Own) != "{}" || compact(s.Effect) != compact(domain.DefaultPreferences()) {
		t.Errorf("before anything is said: %s", compact(s))
	}
	w.want(200, w.do("PUT", "/v1/me/notifications", ada, `{"zone":"Europe/Berlin","quiet_hours":"22:00-07:00","events":{"reminder":{"email":"digest"}}}`))
	w.want(200, w.do("PUT", "/v1/games/"+game+"/notifications", ada, `{"quiet_hours":"none","digest_at":0,"events":{"reminder":{"webhook":"off"}}}`))
	if s := read("/v1/games/" + game + "/notifications"); compact(s.Own) != `{"quiet_hours":"none","digest_at":0,"events":{"reminder":{"webhook":"off"}}}` ||
		s.Effect.Zone != "Europe/Berlin" || compact(s.Effect.QuietHours) != `"none"` || s.Effect.Events[domain.Reminder] != (domain.Wish{Email: domain.InDigest, Webhook: domain.Off}) {
		t.Errorf("in the game: %s", compact(s))
	}
	w.want(204, w.do("DELETE", "/v1/games/"+game+"/notifications", ada, ""))
	if s := read("/v1/games/" + game + "/notifications"); compact(s.Own) != "{}" || compact(s.Effect.QuietHours) != `"22:00-07:00"` {
		t.Errorf("in the game, when nothing is said of it any more: %s", compact(s))
	}
	w.want(200, w.do("PUT", "/v1/me/notifications", ada, `{}`))
	if s := read("/v1/me/notifications"); compact(s.Own) != "{}" {
		t.Errorf("what was said stays: %s", compact(s))
	}
}

func TestNotificationsThatDoNotFitAreRefusedWithTheirPlace(t *testing.T) {
	w := newWorld(t)
	ada, ben, cleo := w.person("Ada"), w.person("Ben"), w.person("Cleo")
	game := w.seated(ada, ben)
	before := w.store.fingerprint()
	for _, c := range []struct{ path, body, code, pointer string }{
		{"/v1/me/notifications", `{"zone":"Mars/Olympus"}`, "unknown_zone", "/zone"},
		{"/v1/me/notifications", `{"zone":"Local"}`, "unknown_zone", "/zone"},
		{"/v1/me/notifications", `{"digest_at":24}`, "invalid_input", "/digest_at"},
		{"/v1/me/notifications", `{"digest_at":"8"}`, "invalid_input", "/digest_at"},
		{"/v1/me/notifications", `{"quiet_hours":"22-7"}`, "invalid_input", "/quiet_hours"},
		{"/v1/me/notifications", `{"quiet_hours":null}`, "invalid_input", "/quiet_hours"},
		{"/v1/me/notifications", `{"quiet_hours":"07:00-07:00"}`, "invalid_preference", "/quiet_hours"},
		{"/v1/me/notifications", `{"events":{"dinner":{"email":"now"}}}`, "invalid_input", "/events/dinner"},
		{"/v1/me/notifications", `{"events":{"reminder":{"email":"soon"}}}`, "invalid_input", "/events/reminder/email"},
		{"/v1/me/notifications", `{"events":{"reminder":{"webhook":"digest"}}}`, "invalid_input", "/events/reminder/webhook"},
		{"/v1/games/" + game + "/notifications", `{"zone":"UTC"}`, "invalid_input", "/zone"},
	} {
		a := w.do("PUT", c.path, ada, c.body)
		w.want(422, a)
		if body := a.Body.String(); !strings.Contains(body, `"code":"`+c.code+`"`) || !strings.Contains(body, c.pointer+`"`) {
			t.Errorf("%s: %s", c.body, body)
		}
	}
	if a := w.do("PUT", "/v1/me/notifications", ada, `{"quiet_hours":"22-7"}`); !strings.Contains(a.Body.String(), "as `22:00-07:00`") {
		t.Errorf("it is not said how hours are written: %s", a.Body)
	}
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		body := map[string]string{"PUT": "{}"}[method]
		w.want(403, w.do(method, "/v1/games/"+game+"/notifications", cleo, body))
		w.want(404, w.do(method, "/v1/games/nothing/notifications", ada, body))
	}
	if w.store.fingerprint() != before {
		t.Error("something has changed")
	}
}

func TestWhatIsRefusedIsToldHowToBe(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for _, c := range []struct{ method, path, body, want string }{
		{"PUT", "/v1/me/notifications", `{"quiet_hours":"24:00-07:00"}`, `22:00-07:00`},
		{"POST", "/v1/me/webhooks", `{"url":"https://hooks.example.org/","format":"teams"}`, `\"standard\", \"discord\", \"slack\"`},
		{"POST", "/v1/me/webhooks", `{"url":"https://hooks.example.org/","events":["reminder","reminder"]}`, `each entry once`},
		{"POST", "/v1/me/webhooks/h1/redeliver", `{"since":"yesterday"}`, `2026-03-01T20:00:00Z`},
	} {
		a := w.do(c.method, c.path, ada, c.body)
		w.refused(422, "invalid_input", a)
		if !strings.Contains(a.Body.String(), c.want) {
			t.Errorf("%s: %s", c.body, a.Body)
		}
	}
}
