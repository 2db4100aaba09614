package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tender/api"
	"tender/domain"
)

// heard is a page of messages: number, name and text of each.
func (w *world) heard(target, token string) (all []string) {
	w.Helper()
	a := w.do("GET", target, token, "")
	w.want(200, a)
	var page struct {
		Messages []struct {
			Number     int
			Name, Text string
			Removed    bool
		}
	}
	a.read(&page)
	for _, m := range page.Messages {
		all = append(all, fmt.Sprint(m.Number, " ", m.Name, ": ", m.Text, map[bool]string{true: "(removed)"}[m.Removed]))
	}
	return all
}

func (w *world) wantHeard(target, token, want string) {
	w.Helper()
	if got := strings.Join(w.heard(target, token), "|"); got != want {
		w.Errorf("%s: %q instead of %q", target, got, want)
	}
}

func TestPlayersSpeakAtTheTableAndEverybodyHearsIt(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	a := w.do("POST", path, ada, `{"text":"Good luck!"}`)
	w.want(201, a)
	if s := a.Body.String(); !strings.Contains(s, `{"at":"2026-03-01T09:30:00Z","name":"Ada","number":1,"removed":false,"text":"Good luck!"}`) {
		t.Errorf("%s", s)
	}
	w.want(201, w.do("POST", path, ben, `{"text":"<b>Thanks</b>\r\nand you","channel":"table"}`))
	w.refused(403, domain.NotSeated, w.do("POST", path, cem, `{"text":"me too","channel":"table"}`))
	w.refused(401, "unauthenticated", w.do("POST", path, "", `{"text":"me too"}`))
	for _, token := range []string{ada, ben, cem, ""} {
		w.wantHeard(path, token, "1 Ada: Good luck!|2 Ben: <b>Thanks</b>\nand you")
		w.wantHeard(path+"?after=1&limit=1&channel=table", token, "2 Ben: <b>Thanks</b>\nand you")
	}
	text := w.do("GET", path+"?limit=2", "", "", "Accept", "text/plain").Body.String()
	if text != "1  Ada, Sun 1 Mar 2026, 09:30 UTC\n    Good luck!\n2  Ben, Sun 1 Mar 2026, 09:30 UTC\n    <b>Thanks</b>\n    and you\n\nmore: after=2\n" {
		t.Errorf("%s", text)
	}
	if log := w.log.String(); strings.Contains(log, "Thanks") || strings.Contains(log, "luck") {
		t.Errorf("the log holds what was said: %s", log)
	}
}

func TestPlayersDoNotHearTheSpectatorsBeforeTheGameHasEnded(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem, dora := w.person("Ada"), w.person("Ben"), w.person("Cem"), w.admin("Dora")
	game := w.seated(ada, ben)
	path := "/v1/games/" + game + "/messages"
	beside := path + "?channel=spectators"
	w.want(201, w.do("POST", path, cem, `{"text":"Ada bids too little"}`))
	w.want(201, w.do("POST", path, dora, `{"text":"yes","channel":"spectators"}`))
	w.wantHeard(beside, cem, "1 Cem: Ada bids too little|2 Dora: yes")
	w.wantHeard(path, ada, "") // and no number tells that there is something
	for _, player := range []string{ada, ben} {
		w.refused(403, domain.SpectatorsOnly, w.do("GET", beside, player, ""))
		w.refused(403, domain.SpectatorsOnly, w.do("POST", path, player, `{"text":"hello","channel":"spectators"}`))
		for _, number := range []string{"1", "7"} {
			w.refused(404, domain.NotFound, w.do("DELETE", path+"/"+number+"?channel=spectators", player, ""))
		}
	}
	w.refused(401, "unauthenticated", w.do("GET", beside, "", "")) // Ada may have signed out
	w.want(204, w.do("DELETE", "/v1/admin/games/"+game, dora, ""))
	w.want(201, w.do("POST", path, ada, `{"text":"I did","channel":"spectators"}`))
	w.want(201, w.do("POST", path, ada, `{"text":"A pity"}`))
	w.refused(403, domain.NotSeated, w.do("POST", path, cem, `{"text":"A pity","channel":"table"}`))
	for _, token := range []string{ada, cem, ""} {
		w.wantHeard(beside, token, "1 Cem: Ada bids too little|2 Dora: yes|3 Ada: I did")
		w.wantHeard(path, token, "1 Ada: A pity")
	}
}

func TestWhoIsMutedIsReadByEverybodyElse(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben O Loud"), w.person("Cem")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	w.want(201, w.do("POST", path, ben, `{"text":"boo"}`))
	w.want(201, w.do("POST", path, ada, `{"text":"hello"}`))
	mute := "/v1/me/mutes/" + url.PathEscape("ben o loud")
	for range 2 {
		w.want(204, w.do("PUT", mute, ada, ""))
	}
	w.wantHeard(path, ada, "2 Ada: hello")
	for _, token := range []string{ben, cem, ""} {
		w.wantHeard(path, token, "1 Ben O Loud: boo|2 Ada: hello")
	}
	if s := w.do("GET", "/v1/me/mutes", ada, "").Body.String(); s != `{"mutes":[{"name":"Ben O Loud","since":"2026-03-01T09:30:00Z"}]}`+"\n" {
		t.Errorf("%s", s)
	}
	if s := w.do("GET", "/v1/me/mutes", ben, "").Body.String(); s != `{"mutes":[]}`+"\n" {
		t.Errorf("who was muted is told: %s", s)
	}
	w.want(204, w.do("DELETE", mute, ada, ""))
	w.refused(404, domain.NotFound, w.do("DELETE", mute, ada, ""))
	w.wantHeard(path, ada, "1 Ben O Loud: boo|2 Ada: hello")
	for name, want := range map[string]domain.Code{"nobody here": domain.NotFound, "x": domain.InvalidName, "a%00b": domain.InvalidName, "ada": domain.InvalidName,
		"former player 1": domain.InvalidName} {
		a := w.do("PUT", "/v1/me/mutes/"+strings.ReplaceAll(name, " ", "%20"), ada, "")
		if a.code() != string(want) {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
}

func TestAMessageIsRemovedByItsAuthorOrAModerator(t *testing.T) {
	w := newWorld(t)
	ada, ben, mo := w.person("Ada"), w.person("Ben"), w.person("Mo")
	w.as("Mo", domain.Moderator)
	bot, _ := w.bot(mo, domain.Scopes, "")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	for _, text := range []string{"one", "two", "three"} {
		w.want(201, w.do("POST", path, ada, compact(map[string]string{"text": text})))
	}
	for _, other := range []string{ben, bot} {
		w.refused(404, domain.NotFound, w.do("DELETE", path+"/1", other, ""))
	}
	w.refused(401, "unauthenticated", w.do("DELETE", path+"/1", "", ""))
	w.want(204, w.do("DELETE", path+"/1", ada, ""))
	w.want(204, w.do("DELETE", path+"/2", mo, ""))
	for _, wrong := range []string{"0", "4", "x", "1.0", "9999999999", "-1"} {
		w.refused(404, domain.NotFound, w.do("DELETE", path+"/"+wrong, mo, ""))
	}
	w.wantHeard(path, ben, "1 Ada: (removed)|2 Ada: (removed)|3 Ada: three")
	if text := w.do("GET", path, "", "", "Accept", "text/plain").Body.String(); strings.Count(text, "\n    (removed)\n") != 2 {
		t.Errorf("%s", text)
	}
	if acts := w.store.access.acts; len(acts) != 1 || acts[0].What != domain.ActHush {
		t.Errorf("%+v", acts)
	}
	zoe := w.admin("Zoe")
	if s := w.do("GET", "/v1/admin/audit", zoe, "").Body.String(); !strings.Contains(s, "message_removed") {
		t.Errorf("%s", s)
	}
}

func TestTextThatIsNoneIsRefused(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	before := w.store.fingerprint()
	for _, text := range []string{"", " ", "a\u202eb", "\u200b", strings.Repeat("x", 1001), "a\x1b[1mb"} {
		a := w.do("POST", path, ada, compact(map[string]string{"text": text}))
		w.refused(422, domain.InvalidMessage, a)
		if !strings.Contains(a.Body.String(), `"pointer":"/text"`) {
			t.Errorf("%s", a.Body)
		}
	}
	w.refused(422, "invalid_input", w.do("POST", path, ada, `{"text":"x","channel":"attic"}`))
	w.refused(422, "invalid_input", w.do("GET", path+"?channel=attic", ada, ""))
	if w.store.fingerprint() != before {
		t.Error("something has changed")
	}
}

func TestTenMessagesAMinuteInEachGame(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 1000})
	ada, ben := w.person("Ada"), w.person("Ben")
	path, other := "/v1/games/"+w.seated(ada, ben)+"/messages", "/v1/games/"+w.seated(ada, ben)+"/messages"
	for range 20 {
		w.want(422, w.do("POST", path, ada, `{"text":""}`)) // is not counted
	}
	for range 10 {
		w.want(201, w.do("POST", path, ada, `{"text":"hello"}`))
	}
	w.often(func() answer { return w.do("POST", path, ada, `{"text":"hello"}`) })
	for _, c := range [][2]string{{path, ben}, {other, ada}} {
		w.want(201, w.do("POST", c[0], c[1], `{"text":"hello"}`))
	}
}

func TestAMessageBeyondTheMostThereMayBeIsRefusedAndNotCounted(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 1000})
	ada, ben := w.person("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	for i := range domain.MaxMessages {
		w.store.talk.messages = append(w.store.talk.messages, domain.Message{Game: game, Channel: domain.AtTable, Number: i + 1, Account: w.idOf("Ada"), Text: "x"})
	}
	for range 15 {
		w.refused(409, domain.TooManyMessages, w.do("POST", "/v1/games/"+game+"/messages", ada, `{"text":"hello"}`))
	}
}

func TestAMessageWithAKeyIsSaidOnce(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	for range 3 {
		w.want(201, w.keyed(path, ada, "one", `{"text":"hello"}`))
	}
	w.wantHeard(path, ben, "1 Ada: hello")
}

func TestWhoWaitsHearsAMessageAtOnce(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	path := "/v1/games/" + w.seated(ada, ben) + "/messages"
	w.want(204, w.do("PUT", "/v1/me/mutes/Cem", ada, ""))
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		done := make(chan []string)
		go func() { done <- w.heard(path+"?wait=30", ada) }()
		<-time.After(3 * time.Second) // of the bubble's clock
		w.want(201, w.do("POST", path, cem, `{"text":"unheard by players"}`))
		<-time.After(4 * time.Second)
		w.want(201, w.do("POST", path, ben, `{"text":"hello"}`))
		if all := <-done; len(all) != 1 || time.Since(began) != 7*time.Second {
			t.Errorf("after %v: %q", time.Since(began), all)
		}
		began = time.Now()
		if all := w.heard(path+"?wait=30&after=1", ada); len(all) > 0 || time.Since(began) != 30*time.Second {
			t.Errorf("after %v: %q", time.Since(began), all)
		}
	})
	if len(w.store.watchers) > 0 {
		t.Error("the watch was not given up")
	}
}

// Whoever takes a seat while waiting for what spectators say hears no more of it.
func TestWhoTakesASeatStopsHearingTheSpectators(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	var view struct{ ID string }
	w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`).read(&view)
	path := "/v1/games/" + view.ID + "/messages"
	synctest.Test(t, func(t *testing.T) {
		done := make(chan answer)
		go func() { done <- w.do("GET", path+"?wait=30&channel=spectators", ben, "") }()
		synctest.Wait()
		w.want(201, w.do("POST", "/v1/games/"+view.ID+"/seats", ben, ""))
		w.want(201, w.do("POST", path, cem, `{"text":"Ada bids too little"}`))
		w.refused(403, domain.SpectatorsOnly, <-done)
	})
}

func TestTheExportHasWhatISaidAndWhomIMuted(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	path := "/v1/games/" + game + "/messages"
	w.want(201, w.do("POST", path, ada, `{"text":"mine"}`))
	w.want(201, w.do("POST", path, ben, `{"text":"not mine"}`))
	w.want(204, w.do("PUT", "/v1/me/mutes/Ben", ada, ""))
	text := w.do("GET", "/v1/me/export", ada, "").Body.String()
	if !strings.Contains(text, `"mutes":[{"name":"Ben",`) || strings.Contains(text, "not mine") ||
		!strings.Contains(text, `"messages":[{"at":"2026-03-01T09:30:00Z","channel":"table","game":"`+game+`","number":1,"text":"mine"}]`) {
		t.Errorf("%s", text)
	}
}
