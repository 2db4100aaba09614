package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"tender"
	"tender/domain"
	"tender/domain/kinds"
)

// goodBodies are what operations on a game take, so that nothing but the game is wrong.
var goodBodies = map[string]string{"joinGame": `{}`, "invite": `{"name":"Player A"}`, "extendGame": `{"deadline":"2030-03-02T12:00:00Z"}`,
	"sealBid": `{"bid":{"type":"bid","cards":[0]}}`, "play": `{"move":{"type":"keep"}}`, "setGameNotifications": `{"quiet_hours":"none"}`,
	"pauseGame": `{"for":3600}`, "giveOrders": `{"orders":[]}`, "say": `{"text":"Good luck!"}`,
	"substituteSeat": `{"seat":2}`, "voidRound": `{"round":1}`}

// gameAnswers are what somebody is told by every operation of the contract on a game, with the game's id taken out.
func (w *world) gameAnswers(who person, game string) map[string]string {
	w.Helper()
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		w.Fatal(err)
	}
	answers := map[string]string{}
	for path, item := range spec.Paths.Map() {
		if !strings.HasPrefix(path, "/v1/games/{id}") {
			continue
		}
		at := strings.NewReplacer("{id}", game, "{invitation}", "i1", "{seat}", "2", "{vote}", "pause", "{number}", "1").Replace(path)
		for method, o := range item.Operations() {
			if o.RequestBody != nil && o.RequestBody.Value.Required && goodBodies[o.OperationID] == "" {
				w.Errorf("what is a good body for %s?", o.OperationID)
			}
			for _, accept := range []string{"application/json", "text/plain", "text/event-stream"} {
				response, raw := w.call(who, method, at, goodBodies[o.OperationID], "Accept", accept)
				for _, volatile := range []string{"Date", "X-Request-Id", "Content-Length", "Ratelimit"} {
					response.Header.Del(volatile)
				}
				answers[o.OperationID+" as "+accept] = strings.ReplaceAll(fmt.Sprint(response.StatusCode, response.Header, withoutRequest(raw)), game, "ID")
			}
		}
	}
	return answers
}

func TestPrivateGameIsNotThereForAnybodyElse(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		people := w.people(5)
		host, invited, byMail, stranger, moderator := people[0], people[1], people[2], people[3], people[4]
		if err := w.grant(moderator, domain.Moderator); err != nil {
			t.Fatal(err)
		}
		game := w.must(host, "POST", "/v1/games", `{"kind":"money","seats":4,"title":"A surprise","visibility":"private"}`)["id"].(string)
		w.must(host, "POST", "/v1/games/"+game+"/invitations", fmt.Sprintf(`{"name":%q}`, invited.name))
		w.must(host, "POST", "/v1/games/"+game+"/invitations", `{"email":"player3@example.org"}`)
		w.must(moderator, "GET", "/v1/games/"+game, "")
		for _, who := range []person{stranger, {}} {
			there, nowhere := w.gameAnswers(who, game), w.gameAnswers(who, "nosuchgame")
			for name, answer := range there {
				if answer != nowhere[name] {
					t.Errorf("%s tells that there is such a game:\n%s\n%s", name, answer, nowhere[name])
				}
			}
		}
		for _, who := range people {
			for _, path := range []string{"/v1/games", "/v1/games?status=open", "/v1/games?sort=deadline", "/v1/games?kind=money&free=1"} {
				if _, raw := w.call(who, "GET", path, ""); strings.Contains(string(raw), game) {
					t.Errorf("%s lists it for %s", path, who.name)
				}
			}
		}
		for _, who := range []person{invited, byMail} {
			for _, path := range []string{"/v1/games/" + game, "/v1/games/" + game + "/events", "/v1/games/" + game + "/invitations"} {
				w.must(who, "GET", path, "")
			}
			if mine := w.must(who, "GET", "/v1/me/invitations", "")["invitations"].([]any); len(mine) != 1 {
				t.Fatalf("%s has the invitations %v", who.name, mine)
			}
			w.must(who, "POST", "/v1/games/"+game+"/seats", `{}`)
		}
		// Who joined by an invitation and leaves has none any more.
		if response, _ := w.call(invited, "DELETE", "/v1/games/"+game+"/seats/me", ""); response.StatusCode != http.StatusNoContent {
			t.Fatal(response.Status)
		}
		for name, answer := range w.gameAnswers(invited, game) {
			if !strings.HasPrefix(answer, "404") && !strings.HasPrefix(answer, "401") {
				t.Errorf("%s shows the game to who has left it: %s", name, answer)
			}
		}
		if mine := w.must(byMail, "GET", "/v1/games?mine=true", ""); !strings.Contains(fmt.Sprint(mine), game) {
			t.Errorf("a player does not find it: %v", mine)
		}
		if strings.Contains(w.logs.String(), "player3@example.org") {
			t.Error("the address of who was invited is in the log")
		}
		if err := w.Store.Verify(t.Context(), game); err != nil {
			t.Error(err)
		}
	})
}

// grant gives somebody a role, as an operator does.
func (w *world) grant(who person, role domain.Role) error {
	_, err := w.Store.Grant(context.Background(), who.id, role, domain.Act{What: domain.ActGrant})
	return err
}

// carried waits until no letter and no delivery is due, and no game.
func (w *world) carried(until time.Time) {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		letter, err := w.Store.NextLetter(ctx)
		if err != nil {
			w.Fatal(err)
		}
		notice, err := w.Store.NextDelivery(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if (letter.IsZero() || letter.After(until)) && (notice.IsZero() || notice.After(until)) {
			return
		}
		runtime.Gosched()
	}
}

var invitationLink = regexp.MustCompile(`http://[^ ]+/invitation\?token=([a-z0-9.A-Z_-]+)`)

// An invitation that nobody answers: its mail, and the one to the host when its time is over.
func TestMailsOfAnInvitationThatExpired(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		host, other := w.person(), w.person()
		game := w.must(host, "POST", "/v1/games", `{"kind":"money","seats":2,"title":"Friday evening"}`)["id"].(string)
		made := w.must(host, "POST", "/v1/games/"+game+"/invitations", `{"email":"Bea.Friend@example.com","expires_in":86400}`)
		if made["to"] != "B…@example.com" || made["state"] != "open" {
			t.Fatal(made)
		}
		w.carried(w.clock().Add(time.Hour))
		first := told(t, "Bea.Friend@example.com", w)
		if len(first) != 1 {
			t.Fatal(first)
		}
		t.Logf("to who is invited:\n%s", first[0])
		for _, want := range []string{"Player A invites you to a game of Money! (2025) for 2", "until Sat 2 Mar 2030, 12:00 UTC", "/no-invitations?token="} {
			if !strings.Contains(first[0], want) {
				t.Errorf("the letter lacks %q", want)
			}
		}
		token := invitationLink.FindStringSubmatch(first[0])[1]
		if page := w.page("/invitation?token=" + token); !strings.Contains(page, "No, thank you") || !strings.Contains(page, "Friday evening") {
			t.Errorf("the page: %s", page)
		}
		if response, raw := w.call(other, "POST", "/v1/games/"+game+"/seats", `{}`); response.StatusCode != http.StatusConflict || !strings.Contains(string(raw), "game_full") {
			t.Fatalf("the seat that is kept was given away: %s", raw)
		}
		w.now.Add((24*time.Hour - time.Millisecond).Milliseconds())
		if n, err := w.Store.ExpireDue(t.Context()); n != 0 || err != nil {
			t.Fatalf("it ended too early: %d, %v", n, err)
		}
		w.now.Add(1)
		if _, err := w.Store.ExpireDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.carried(w.clock().Add(time.Hour))
		last := told(t, "player1@example.org", w)
		if len(last) != 1 || !strings.Contains(strings.Join(strings.Fields(last[0]), " "), "B…@example.com has not answered your invitation in time; the seat is free again.") {
			t.Fatalf("to the host:\n%s", last)
		}
		t.Logf("to the host:\n%s", last[0])
		for n, who := range []*person{&host, &other} { // a day is longer than a token is good
			who.token = w.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"player%d@example.org","password":"correct horse battery"}`, n+1))["access_token"].(string)
		}
		if list := w.must(host, "GET", "/v1/games/"+game+"/invitations", "")["invitations"].([]any); list[0].(map[string]any)["state"] != "expired" {
			t.Fatal(list)
		}
		if page := w.page("/invitation?token=" + token); !strings.Contains(page, "This invitation is over") {
			t.Errorf("the page: %s", page)
		}
		if again := told(t, "Bea.Friend@example.com", w); len(again) != 1 {
			t.Errorf("more was sent to who did not answer: %v", again[1:])
		}
		db := w.raw()
		defer db.Close()
		for _, table := range []string{"invitations", "letters", "inputs", "events", "games"} {
			rows, err := db.Query(`SELECT * FROM ` + table)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(strings.ToLower(dumped(t, rows)), "bea.friend") {
				t.Errorf("the address is still in %s", table)
			}
		}
		w.must(other, "POST", "/v1/games/"+game+"/seats", `{}`)
		if err := w.Store.Verify(t.Context(), game); err != nil {
			t.Error(err)
		}
	})
}

// The reader of an address that is invited needs no account to decline, nor to hear no more of invitations, also when the
// invitation is long over.
func TestStrangerDeclinesAndWantsNoMoreInvitations(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		host := w.person()
		game := w.must(host, "POST", "/v1/games", `{"kind":"money","seats":3,"visibility":"private"}`)["id"].(string)
		w.must(host, "POST", "/v1/games/"+game+"/invitations", `{"email":"bea@example.com"}`)
		w.carried(w.clock().Add(time.Hour))
		token := invitationLink.FindStringSubmatch(told(t, "bea@example.com", w)[0])[1]
		w.form("/invitation", "token="+token, http.StatusOK)
		w.form("/invitation", "token="+token, http.StatusNotFound)
		w.carried(w.clock().Add(time.Hour))
		if mails := told(t, "player1@example.org", w); len(mails) != 1 || !strings.Contains(strings.Join(strings.Fields(mails[0]), " "), "b…@example.com has declined your invitation") {
			t.Fatal(mails)
		}
		w.form("/no-invitations?token="+token, "token=1", http.StatusBadRequest)
		w.form("/no-invitations?token="+token+"x", "List-Unsubscribe=One-Click", http.StatusNotFound)
		w.form("/no-invitations?token="+token, "List-Unsubscribe=One-Click", http.StatusOK)
		again := `{"email":"Bea@example.com"}`
		if response, raw := w.call(host, "POST", "/v1/games/"+game+"/invitations", again); response.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(raw), "cannot_invite") {
			t.Fatalf("%s", raw)
		}
		w.form("/invitations-again", "token="+token, http.StatusOK)
		w.must(host, "POST", "/v1/games/"+game+"/invitations", again)
		w.carried(w.clock().Add(time.Hour))
		// With the token of the link, an account of another address can come.
		guest := w.person()
		letters := told(t, "Bea@example.com", w)
		token = invitationLink.FindStringSubmatch(letters[len(letters)-1])[1]
		w.must(guest, "POST", "/v1/games/"+game+"/seats", fmt.Sprintf(`{"invitation":%q}`, token))
	})
}

// page gets one of the pages that links lead to.
func (w *world) page(path string) string {
	w.Helper()
	response, err := http.Get(w.URL + path)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		w.Fatal(err)
	}
	return string(raw)
}

// form posts a form and wants a status.
func (w *world) form(path, body string, status int) {
	w.Helper()
	response, err := http.Post(w.URL+path, "application/x-www-form-urlencoded", strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != status {
		w.Fatalf("POST %s %s: %s", path, body, response.Status)
	}
}

// One person with four bots plays a whole game of each kind.
func TestOnePersonPlaysAWholeGameWithBots(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		me := w.person()
		for _, kind := range kinds.All {
			seats := min(5, kind.Editions[0].MaxSeats)
			view := w.must(me, "POST", "/v1/games", fmt.Sprintf(`{"kind":%q,"seats":%d,"bots":%d}`, kind.Name, seats, seats-1))
			game := view["id"].(string)
			if view["status"] != "active" {
				t.Fatalf("%s does not begin: %v", kind.Name, view["status"])
			}
			for moves := 0; w.step(game, []person{me}); moves++ {
				if moves > 1000 {
					t.Fatalf("%s does not end", kind.Name)
				}
			}
			if view = w.must(me, "GET", "/v1/games/"+game, ""); view["status"] != "over" {
				t.Fatalf("%s is %v", kind.Name, view["status"])
			}
			record, err := w.Store.Record(t.Context(), game, me.id)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := kinds.All.Replay(raw); err != nil || record.Names[1] != domain.BotName(2) {
				t.Fatalf("%s: %v, %v", kind.Name, record.Names, err)
			}
			if err := w.Store.Verify(t.Context(), game); err != nil {
				t.Fatal(err)
			}
			_, text := w.call(me, "GET", "/v1/games/"+game, "", "Accept", "text/plain")
			if !strings.Contains(string(text), "2 bot") {
				t.Fatalf("%s", text)
			}
		}
	})
}

func TestLobbyIsSearched(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		host, me := w.person(), w.person()
		games := map[string]string{}
		for name, body := range map[string]string{
			"quick":    `{"kind":"money","seats":3,"pace":{"bid":600,"swap":600}}`,
			"slow":     `{"kind":"money","edition":"classic","seats":4,"pace":{"bid":259200,"swap":3600}}`,
			"bots":     `{"kind":"mow-money","seats":4,"bots":2}`,
			"kept":     `{"kind":"money","seats":2}`,
			"unlisted": `{"kind":"money","seats":4,"visibility":"unlisted"}`,
		} {
			games[name] = w.must(host, "POST", "/v1/games", body)["id"].(string)
		}
		w.must(host, "POST", "/v1/games/"+games["kept"]+"/invitations", fmt.Sprintf(`{"name":%q}`, me.name))
		for query, want := range map[string]string{"": "quick slow bots kept", "?free=1": "quick slow bots", "?free=3": "slow", "?slowest=86400": "quick bots kept",
			"?fastest=3600": "slow bots kept", "?has_bots=true": "bots", "?has_bots=false": "quick slow kept", "?edition=classic": "slow", "?kind=mow-money&free=2": ""} {
			w.listed(me, query, want, games)
		}
		w.listed(me, "?joinable=true", "quick slow bots kept", games) // one seat is kept for me
		w.listed(host, "?joinable=true", "", games)
		w.listed(w.person(), "?joinable=true", "quick slow bots", games)
		w.listed(host, "?mine=true", "quick slow bots kept unlisted", games)
		if response, _ := w.call(person{}, "GET", "/v1/games?joinable=true", ""); response.StatusCode != http.StatusUnauthorized {
			t.Error(response.Status)
		}
		w.must(me, "GET", "/v1/games/"+games["unlisted"], "")
		w.must(me, "POST", "/v1/games/"+games["unlisted"]+"/seats", `{}`)
		_, text := w.call(me, "GET", "/v1/games?has_bots=true", "", "Accept", "text/plain")
		if !strings.Contains(string(text), "mow-money (2025) · open · 3 of 4 seats taken\n    Player A, bot 2, bot 3") && !strings.Contains(string(text), "3 of 4 seats taken\n    Player A, bot 2, bot 3") {
			t.Errorf("%s", text)
		}
	})
}

// listed pages through a list, two by two, and wants these games.
func (w *world) listed(who person, query, want string, games map[string]string) {
	w.Helper()
	var found []string
	next := ""
	for page := 0; page == 0 || next != ""; page++ {
		sep := "?"
		if query != "" {
			sep = "&"
		}
		answer := w.must(who, "GET", "/v1/games"+query+sep+"limit=2"+next, "")
		for _, g := range answer["games"].([]any) {
			found = append(found, g.(map[string]any)["id"].(string))
		}
		if next = ""; answer["next"] != nil {
			next = "&cursor=" + answer["next"].(string)
		}
	}
	wanted := strings.Fields(want)
	for _, name := range wanted {
		if !strings.Contains(strings.Join(found, " "), games[name]) {
			w.Errorf("%s lacks %s", query, name)
		}
	}
	if len(found) != len(wanted) {
		w.Errorf("%s lists %d games, not %s", query, len(found), want)
	}
}

// dumped is all that rows hold.
func dumped(t *testing.T, rows *sql.Rows) string {
	t.Helper()
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for rows.Next() {
		row := make([]any, len(columns))
		for i := range row {
			row[i] = new(any)
		}
		if err := rows.Scan(row...); err != nil {
			t.Fatal(err)
		}
		for _, value := range row {
			fmt.Fprintf(&all, "%s ", *value.(*any))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}
