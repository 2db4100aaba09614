package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/domain/kindtest"
	"tender/notify"
	"tender/notify/egress"
)

// What a viewer cannot know must not change a byte of what the viewer gets: a game is looked at over every endpoint and
// notice that shows it, then other seats' hidden cards, sealed moves and all that is face down are exchanged in the
// database for others that look the same, and it is looked at again. Every kind says itself what is hidden.
func TestNothingThatIsHiddenShowsAnywhere(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players, stranger := w.people(3), w.person()
		looks := 12
		if strings.HasPrefix(w.database, "postgres") { // what is shown is made without the database's help: a few looks are enough
			looks = 3
		}
		for _, kind := range kinds.All {
			t.Run(kind.Name, func(t *testing.T) {
				w := *w
				w.TB = t
				compared, others := 0, 0
				for _, edition := range kind.Editions {
					for _, options := range kindtest.Variants(edition) {
						game := w.game(kind.Name, edition.Name, options, players)
						w.must(players[0], "POST", "/v1/games/"+game+"/messages", `{"text":"Good luck!"}`)
						w.must(stranger, "POST", "/v1/games/"+game+"/messages", `{"text":"Seat 1 bids too little."}`)
						for range looks {
							compared++
							if w.compareWorlds(game, players, stranger) {
								others++
							}
							if !w.step(game, players) {
								break
							}
						}
					}
				}
				if 2*others < compared {
					t.Fatalf("of %d worlds only %d were others: secrecy was hardly tested", compared, others)
				}
			})
		}
	})
}

// step lets one random seat that is waited for move. It is false when the game is over.
func (w *world) step(game string, players []person) bool {
	w.Helper()
	table := w.look(game)
	wanted, waiting := table.Waiting()
	if len(waiting) == 0 {
		return false
	}
	seat := waiting[w.chance.IntN(len(waiting))]
	move := table.Sample(seat, w.chance)
	if wanted.Sealed {
		w.must(players[seat-1], "PUT", "/v1/games/"+game+"/bid", fmt.Sprintf(`{"bid":%s,"ready":%t}`, move, w.chance.IntN(3) > 0))
	} else {
		w.must(players[seat-1], "POST", "/v1/games/"+game+"/moves", fmt.Sprintf(`{"move":%s}`, move))
	}
	return true
}

// compareWorlds is false when chance found no other world that must look the same.
func (w *world) compareWorlds(game string, players []person, stranger person) bool {
	w.Helper()
	original := w.look(game)
	seat := w.chance.IntN(len(players)+2) - 1 // -1 is somebody signed in without a seat, 0 somebody signed out
	who := person{}
	switch {
	case seat > 0:
		who = players[seat-1]
	case seat < 0:
		who = stranger
	}
	w.settle() // what a mail tells depends on which were delivered before
	before := w.everythingShown(game, who, seat)
	other := kindtest.OtherWorld(w, kinds.All, original, max(seat, 0), w.chance)
	w.put(other)
	after := w.everythingShown(game, who, seat)
	w.put(original)
	for name, shown := range before {
		if shown != after[name] {
			w.Fatalf("%s tells viewer %d two worlds apart that differ only in secrets:\n%s\n%s", name, seat, shown, after[name])
		}
	}
	return other != original
}

// settle waits until the worker has no delivery left but reminders, which are hours away: the clock stands still.
func (w *world) settle() {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		next, err := w.Store.NextDelivery(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if next.IsZero() || next.After(w.clock().Add(time.Hour)) {
			return
		}
		runtime.Gosched()
	}
}

// everythingShown is all that a viewer can get of a game, headers included.
func (w *world) everythingShown(game string, who person, seat int) map[string]string {
	w.Helper()
	shown := map[string]string{}
	show := func(name string, response *http.Response, body []byte) {
		response.Header.Del("Date")
		response.Header.Del("X-Request-Id")
		response.Header.Del("Request-Id")
		header, err := json.Marshal(response.Header)
		if err != nil {
			w.Fatal(err)
		}
		text := fmt.Sprintf("%s\n%s\n%s", response.Status, header, withoutRequest(body))
		shown[name] = text
	}
	for _, path := range []string{"/v1/games/" + game, "/v1/games/" + game + "/events", "/v1/games/" + game + "/record", "/v1/games/" + game + "/explain", "/v1/games?limit=5",
		"/v1/games?mine=true", "/v1/games?vacant=true", "/v1/me/turns", "/v1/me", "/v1/me/vacations", "/v1/games/" + game + "/orders", "/v1/me/notices?game=" + game, "/v1/games/" + game + "/messages",
		"/v1/games/" + game + "/messages?channel=spectators", "/v1/me/mutes", "/v1/games/" + game + "/invitations", "/v1/me/invitations"} {
		for _, accept := range []string{"application/json", "text/plain"} {
			response, body := w.call(who, "GET", path, "", "Accept", accept)
			show("GET "+path+" as "+accept, response, body)
		}
	}
	for _, path := range []string{"/v1/games/" + game + "/events", "/v1/me/events?after=0"} {
		if strings.HasPrefix(path, "/v1/me") && who.token == "" {
			continue
		}
		shown["stream "+path] = w.streamShown(who, path)
	}
	// Requests that are refused and show the game in their answer.
	for path, body := range map[string]string{"PUT /bid": `{"bid":{},"step":999999}`, "POST /moves": `{"move":{"type":"keep"},"step":999999}`,
		"POST /extend":            `{"deadline":"2001-01-01T00:00:00Z"}`,
		"POST /void":              `{"round":999999}`,
		"POST /substitute":        `{"seat":999}`,
		"POST /hurry":             `{"step":999999}`,
		"PUT /orders":             `{"orders":[{"move":{"type":"dance"}}]}`,
		"DELETE /bid?step=999999": ""} {
		method, tail, _ := strings.Cut(path, " ")
		response, raw := w.call(who, method, "/v1/games/"+game+tail, body)
		show(path, response, raw)
		tail, _, _ = strings.Cut(tail, "?")
		response, raw = w.call(who, method, "/v1/games/"+game+tail, strings.Replace(body, `,"step":999999`, "", 1), "If-Match", `"another view"`)
		show(path+" on another view", response, raw)
	}
	if w.look(game).Status == domain.Active { // of one that is over it would open a game
		response, raw := w.call(who, "POST", "/v1/games/"+game+"/rematch", "")
		show("POST /rematch", response, raw)
	}
	if seat > 0 {
		w.notices(game, who, seat, shown)
	}
	return shown
}

// withoutRequest leaves out a problem's reference to the request, which is another one each time.
func withoutRequest(body []byte) string {
	var problem map[string]any
	if json.Unmarshal(body, &problem) == nil && problem["code"] != nil {
		delete(problem, "instance")
		if raw, err := json.Marshal(problem); err == nil {
			return string(raw)
		}
	}
	return string(body)
}

// notices are the mails and webhooks that a seat could be sent about the game now.
func (w *world) notices(game string, who person, seat int, shown map[string]string) {
	w.Helper()
	ctx := context.Background()
	sent := &capture{}
	composer := notify.Composer{Kinds: kinds.All, Public: w.URL}
	mail, err := notify.NewMail(notify.MailSetup{Composer: composer, From: "tender@example.org", Tokens: sent, Out: sent, Now: w.clock})
	if err != nil {
		w.Fatal(err)
	}
	hooks := &notify.Hooks{Composer: composer, Client: sent, Now: w.clock}
	for _, what := range domain.NoticeTypes {
		d := domain.Delivery{ID: "delivery", Game: game, Account: who.id, Channel: domain.ByEmail, CreatedAt: w.clock(),
			Notice: domain.Notice{Type: what, Seat: seat, Step: 1, Event: w.look(game).Told}}
		o, err := w.Store.Obligation(ctx, d)
		if err != nil {
			w.Fatal(err)
		}
		news, err := w.Store.News(ctx, d, 1000)
		if err != nil {
			w.Fatal(err)
		}
		sent.text = ""
		if r := mail.Mail(ctx, d, o.View, o.To, news...); r.Err != nil {
			w.Fatal(r.Err)
		}
		for _, format := range domain.HookFormats {
			hook := domain.Webhook{Account: who.id, URL: "http://example.org", Format: format, Secret: "whsec_" + strings.Repeat("A", 40) + "AAA=", KeySeed: make([]byte, 32)}
			if r := hooks.Hook(ctx, d, o.View, hook); r.Status != domain.Delivered {
				w.Fatalf("%s: %+v", format, r)
			}
		}
		if sent.text == "" {
			w.Fatalf("%s: nothing was sent", what)
		}
		shown["notice "+string(what)] = fmt.Sprint("owed: ", o.Void == "", "\n", sent.text)
	}
}

// capture takes mails and webhooks instead of sending them.
type capture struct{ text string }

func (c *capture) Carry(_ context.Context, p notify.Parcel) notify.Reply {
	c.text += string(p.Mail)
	return notify.Reply{Status: domain.Delivered}
}

func (c *capture) MailToken(_ context.Context, t domain.MailToken) (string, error) {
	return string(t.Notice), nil
}

func (c *capture) Post(_ context.Context, _ string, header http.Header, body []byte) (egress.Answer, error) {
	c.text += fmt.Sprint(header) + string(body)
	return egress.Answer{Code: http.StatusOK}, nil
}

// The test above compares what it is shown; this one makes sure that it would be shown a leak.
func TestTheSecrecyTestLooksAtTheBid(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+dir+"/tender.db")
	players := w.people(2)
	game := w.game("money", "2025", "{}", players)
	w.step(game, players)
	original := w.look(game)
	owner := slices.IndexFunc(players, func(p person) bool { _, in := original.Sealed[original.SeatOf(p.id)]; return in })
	if owner < 0 {
		t.Fatal("nobody has a bid in")
	}
	before := w.everythingShown(game, players[owner], owner+1)
	w.put(kindtest.OtherWorld(t, kinds.All, original, 0, w.chance))
	after := w.everythingShown(game, players[owner], owner+1)
	if before["GET /v1/games/"+game+" as application/json"] == after["GET /v1/games/"+game+" as application/json"] {
		t.Fatal("the owner of a bid does not see that it was exchanged")
	}
}
