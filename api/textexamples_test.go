package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
)

// TestTheContractsTextsAreWhatIsSent makes the requests that the examples of text/plain answer. An example that ends
// with "…" is the beginning of a longer one.
func TestTheContractsTextsAreWhatIsSent(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	texts := map[string]string{}
	ask := func(operation, method, target, token, body string) {
		a := w.do(method, target, token, body, "Accept", "text/plain")
		if a.Code >= 300 || a.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Fatalf("%s: %d %s", operation, a.Code, a.Body)
		}
		texts[operation] = a.Body.String()
	}
	ask("getWelcome", "GET", "/", "", "")
	ask("listKinds", "GET", "/v1/kinds", "", "")
	ask("getKind", "GET", "/v1/kinds/money", "", "")
	ask("createGame", "POST", "/v1/games", ada, `{"kind":"money","edition":"2025","seats":2,"title":"Friday"}`)
	var id string
	for id = range w.store.games {
	}
	game := "/v1/games/" + id
	ask("getGame", "GET", game, ada, "")
	w.want(201, w.do("POST", game+"/messages", ada, `{"text":"Good luck!"}`))
	ask("listMessages", "GET", game+"/messages", "", "")
	ask("listGames", "GET", "/v1/games?status=open", "", "")
	ask("joinGame", "POST", game+"/seats", ben, "")
	ask("listTurns", "GET", "/v1/me/turns", ada, "")
	ask("sealBid", "PUT", game+"/bid", ada, `{"bid":{"cards":[0]},"step":1}`)
	ask("withdrawBid", "DELETE", game+"/bid", ada, "")
	ask("sealBid", "PUT", game+"/bid", ada, `{"bid":{"cards":[0]},"step":1}`)
	ask("giveOrders", "PUT", game+"/orders", ben, `{"orders":[{"if":{"value":999},"move":{"type":"swap","with":"any"}},{"move":{"type":"keep"}}]}`)
	ask("getOrders", "GET", game+"/orders", ben, "")
	ask("dropOrders", "DELETE", game+"/orders", ben, "")
	var v viewed
	w.do("GET", game, ben, "").read(&v)
	ask("", "PUT", game+"/bid", ben, `{"bid":`+string(v.Moves[1].Move)+`}`)
	ask("listEvents", "GET", game+"/events?limit=4", "", "")
	ask("play", "POST", game+"/moves", ben, `{"move":{"type":"keep"}}`)
	ask("", "POST", "/v1/games", ada, `{"kind":"money","edition":"2025","seats":3,"title":"Friday"}`)
	ask("", "POST", "/v1/games/"+w.newest(ada)+"/seats", ben, "")
	ask("startGame", "POST", "/v1/games/"+w.newest(ada)+"/start", ada, "")
	w.do("GET", "/v1/games/"+w.newest(ada), ada, "").read(&v)
	ask("extendGame", "POST", "/v1/games/"+w.newest(ada)+"/extend", ada, `{"deadline":"`+v.Deadline+`","by":43200}`)
	ask("pauseGame", "POST", "/v1/games/"+w.newest(ada)+"/pause", ada, `{"for":259200}`)
	ask("resumeGame", "POST", "/v1/games/"+w.newest(ada)+"/resume", ada, "")
	ask("hurryGame", "POST", "/v1/games/"+w.newest(ada)+"/hurry", ada, "")
	ask("withdrawVote", "DELETE", "/v1/games/"+w.newest(ada)+"/votes/hurry", ada, "")
	series := w.series(ada)
	ask("", "POST", "/v1/games/"+w.newest(ada)+"/seats", ben, "")
	ask("getSeries", "GET", "/v1/series/"+series, ada, "")
	left := w.termed(func(*domain.Terms) {}, "Ada", "Ben")
	w.want(204, w.do("DELETE", left+"/seats/me", ben, ""))
	ask("returnToSeat", "POST", left+"/seats/me", ben, "")
	w.store.sent = w.quiet(id, w.store.accounts[0].ID)
	ask("listNotices", "GET", "/v1/me/notices", ada, "")
	ask("", "POST", "/v1/games", ada, `{"kind":"money","edition":"2025","seats":3,"title":"Friday"}`)
	lobby := w.newest(ada)
	ask("invite", "POST", "/v1/games/"+lobby+"/invitations", ada, `{"name":"Ben"}`)
	ask("listInvitations", "GET", "/v1/games/"+lobby+"/invitations", ada, "")
	ask("listMyInvitations", "GET", "/v1/me/invitations", ben, "")
	w.do("DELETE", "/v1/games/"+lobby+"/invitations/"+w.store.invitations[0].ID, ada, "")
	ask("addBot", "POST", "/v1/games/"+lobby+"/bots", ada, "")
	ask("", "POST", "/v1/games", ada, `{"kind":"money","edition":"2025","seats":2,"title":"Friday"}`)
	ask("", "POST", "/v1/games/"+w.newest(ada)+"/seats", ben, "")
	later := "/v1/games/" + w.newest(ada)
	ask("voidRound", "POST", later+"/void", ada, `{"round":1}`)
	mod := w.person("Mo")
	w.as("Mo", domain.Moderator)
	w.do("GET", later, ada, "").read(&v)
	ask("extendAnyGame", "POST", "/v1/admin"+strings.TrimPrefix(later, "/v1")+"/extend", mod, `{"deadline":"`+v.Deadline+`","by":43200}`)
	ask("voidAnyRound", "POST", "/v1/admin"+strings.TrimPrefix(later, "/v1")+"/void", mod, `{"round":1}`)
	ask("substituteAnySeat", "POST", "/v1/admin"+strings.TrimPrefix(later, "/v1")+"/substitute", mod, `{"seat":2}`)
	ask("", "POST", "/v1/games", ada, `{"kind":"money","edition":"2025","seats":2,"title":"Friday","pace":{"bid":60}}`)
	ask("explainGame", "GET", "/v1/games/"+w.newest(ada)+"/explain", "", "")
	ask("", "POST", "/v1/games/"+w.newest(ada)+"/seats", ben, "")
	w.miss(w.newest(ada))
	ask("substituteSeat", "POST", "/v1/games/"+w.newest(ada)+"/substitute", ada, `{"seat":2}`)
	w.as("Mo", domain.Admin)
	w.want(204, w.do("DELETE", "/v1/admin/games/"+id, mod, ""))
	ask("rematch", "POST", game+"/rematch", ada, "")
	for operation, text := range texts {
		texts[operation] = strings.NewReplacer(lobby, "7fq2m8x4zt", w.store.invitations[0].ID, "0f4zq7m2x8").Replace(text)
	}
	each(w.spec, func(_, _ string, o *openapi3.Operation) {
		if o.OperationID == "getMetrics" { // which are for a machine
			return
		}
		for _, r := range o.Responses.Map() {
			media := r.Value.Content.Get("text/plain")
			if media == nil || media.Schema.Value.Description == "The same as YAML." {
				continue
			}
			example, _ := media.Example.(string)
			sent := strings.ReplaceAll(texts[o.OperationID], id, "7fq2m8x4zt")
			beginning, more := strings.CutSuffix(example, "…\n")
			if example == "" || sent != example && !(more && strings.HasPrefix(sent, beginning)) {
				t.Errorf("%s has the example\n%s\nand sends\n%s", o.OperationID, example, sent)
			}
		}
	})
}

// newest is the id of the last game that somebody has a seat in.
func (w *world) newest(token string) string {
	w.Helper()
	var page struct{ Games []struct{ ID string } }
	w.do("GET", "/v1/games?mine=true&limit=1", token, "").read(&page)
	return page.Games[0].ID
}

// quiet is a mail that waits for the end of quiet hours, and one that has gone.
func (w *world) quiet(game, account string) sent {
	kept, gone := w.delivery("d2", account, domain.ByEmail, "", domain.Pending), w.delivery("d1", account, domain.ByEmail, "", domain.Delivered)
	kept.Game, gone.Game = game, game
	kept.Why, kept.Attempts, kept.Tries = domain.WhyQuietHours, 0, nil
	return sent{deliveries: []domain.DeliveryLog{kept, gone}, standing: domain.MailStanding{VerifiedAt: w.now()}}
}

// miss lets the present deadline of a game pass, whose phases take a minute.
func (w *world) miss(game string) {
	w.Helper()
	w.pass(2 * time.Minute)
	if _, err := w.store.Decide(w.Context(), game, domain.Expire{}, domain.Clock); err != nil {
		w.Fatal(err)
	}
}
