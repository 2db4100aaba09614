package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// told are the events of a game after a number, as somebody sees them.
func (w *world) told(who person, game string, after int) (events []struct {
	Number int
	At     time.Time
	Type   string
	Data   map[string]any
}) {
	w.Helper()
	raw, err := json.Marshal(w.must(who, "GET", fmt.Sprintf("/v1/games/%s/events?limit=200&after=%d", game, after), "")["events"])
	if err == nil {
		err = json.Unmarshal(raw, &events)
	}
	if err != nil {
		w.Fatal(err)
	}
	return events
}

// Four players give orders, three of them with their bids; the last bid is in, and the round is over in the same transaction.
func TestStandingOrdersPlayARoundAsItIsRevealed(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(4)
		game := w.game("money", "2025", "{}", players)
		at := "/v1/games/" + game
		const orders = `[{"if":{"value":5000},"move":{"type":"swap","with":"any"}},{"round":2,"move":{"type":"swap","with":"II"}},
			{"if":{"count":1},"move":{"type":"swap","with":"I"}},{"move":{"type":"keep"}}]`
		w.must(players[0], "PUT", at+"/orders", `{"orders":`+orders+`}`)
		before := int(w.must(players[0], "GET", at, "")["last_event"].(float64))
		var last map[string]any
		for i, p := range players {
			w.now.Add(time.Minute.Milliseconds())
			with := `,"orders":` + orders
			if i == 0 {
				with = ""
			}
			hand := w.must(p, "GET", at, "")["own"].(map[string]any)["hand"].([]any)
			serial := hand[0].(map[string]any)["serial"]
			last = w.must(p, "PUT", at+"/bid", fmt.Sprintf(`{"bid":{"cards":[%v]}%s}`, serial, with))
		}
		view := last["view"].(map[string]any)
		if view["round"] != 2.0 || view["phase"] != "bid" {
			t.Fatalf("after the last bid it is round %v, phase %v", view["round"], view["phase"])
		}
		seats := map[float64]bool{}
		events := w.told(players[0], game, before)
		for _, e := range events {
			if took := e.At.Sub(w.clock()); took != 0 {
				t.Errorf("%s was told %s after the reveal", e.Type, took)
			}
			if seat, _ := e.Data["seat"].(float64); e.Type == "turn_taken" {
				seats[seat] = true
				if own := e.Data["by_order"] == true; own != (seat == 1) {
					t.Errorf("seat 1 is told that an order of seat %v made the move: %v", seat, own)
				}
			}
		}
		if len(seats) != 4 {
			t.Errorf("%d of 4 seats moved: %+v", len(seats), events)
		}
		t.Logf("%d events from the reveal to the next round, %s after the last bid", len(events), events[len(events)-1].At.Sub(w.clock()))
		for _, p := range players {
			list := w.must(p, "GET", at+"/orders", "")
			if n := len(list["orders"].([]any)); n != 3 {
				t.Errorf("%d orders are left of 4, of which one was carried out", n)
			}
			if notices := fmt.Sprint(w.must(p, "GET", "/v1/me/notices?game="+game, "")); strings.Contains(notices, "turn_started") {
				t.Errorf("%s was asked for a move that an order made: %s", p.name, notices)
			}
		}
	})
}

// Orders that change are stored, wake nobody, and show nowhere else; not even the numbers of what was told grow.
func TestNobodyElseSeesThatOrdersChange(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(3)
		game := w.game("money", "2025", "{}", players)
		at := "/v1/games/" + game
		w.must(players[1], "PUT", at+"/bid", `{"bid":{"cards":[0]}}`)
		w.settle()
		stranger := w.person()
		see := func(who person, seat int) map[string]string { return w.everythingShown(game, who, seat) }
		views := []map[string]string{see(person{}, 0), see(stranger, -1), see(players[0], 1), see(players[2], 3)}
		counted := w.Store.Changes(game, players[0].id)
		news, stop := w.Store.WatchAccount(players[0].id)
		defer stop()
		w.must(players[1], "PUT", at+"/orders", `{"orders":[{"move":{"type":"swap","with":"3"}},{"move":{"type":"keep"}}]}`)
		w.must(players[1], "PUT", at+"/bid", `{"bid":{"cards":[0]},"orders":[{"move":{"type":"keep"}}]}`)
		response, _ := w.call(players[1], "DELETE", at+"/orders", "")
		if response.StatusCode != http.StatusOK {
			t.Fatal(response.Status)
		}
		w.must(players[1], "PUT", at+"/orders", `{"orders":[{"move":{"type":"keep"}}]}`)
		w.settle()
		if now := w.Store.Changes(game, players[0].id); now != counted {
			t.Errorf("the count of changes grew for another seat from %d to %d", counted, now)
		}
		select {
		case <-news:
			t.Error("another seat's stream was woken")
		default:
		}
		for i, after := range []map[string]string{see(person{}, 0), see(stranger, -1), see(players[0], 1), see(players[2], 3)} {
			for name, shown := range views[i] {
				if shown != after[name] {
					t.Errorf("%s tells viewer %d that seat 2 has orders:\n%s\n%s", name, i, shown, after[name])
				}
			}
		}
		table := w.look(game)
		if n := len(table.Seats[1].Orders); n != 1 || len(table.Sealed) != 1 {
			t.Errorf("%d orders and %d bids are stored", n, len(table.Sealed))
		}
	})
}

// A bid whose orders are refused is not stored, and the refusal points into the orders.
func TestABidAndItsOrdersAreStoredTogetherOrNotAtAll(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		at := "/v1/games/" + game
		response, raw := w.call(players[0], "PUT", at+"/bid", `{"bid":{"cards":[0]},"orders":[{"move":{"type":"keep"}},{"move":{"type":"swap","with":"1"}}]}`)
		if response.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"/orders/1/move/with"`) {
			t.Errorf("%s %s", response.Status, raw)
		}
		response, raw = w.call(players[0], "PUT", at+"/bid", `{"bid":{"cards":[76]},"orders":[{"move":{"type":"keep"}}]}`)
		if response.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"/bid/cards/0"`) {
			t.Errorf("%s %s", response.Status, raw)
		}
		if table := w.look(game); len(table.Sealed) > 0 || len(table.Seats[0].Orders) > 0 {
			t.Errorf("something of a refused bid is stored: %+v", table)
		}
		w.must(players[0], "PUT", at+"/bid", `{"bid":{"cards":[0]},"orders":[{"move":{"type":"keep"}}]}`)
		w.must(players[0], "PUT", at+"/bid", `{"bid":{"cards":[0]}}`)
		if table := w.look(game); len(table.Sealed) != 1 || len(table.Seats[0].Orders) != 1 {
			t.Errorf("a bid without orders has changed those there were: %+v", table.Seats[0])
		}
	})
}

// When it is one's turn already, an order that applies is carried out at once, and its player is told so in text.
func TestAnOrderGivenInOnesTurnIsCarriedOutAtOnce(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		at := "/v1/games/" + game
		for _, p := range players {
			hand := w.must(p, "GET", at, "")["own"].(map[string]any)["hand"].([]any)
			w.must(p, "PUT", at+"/bid", fmt.Sprintf(`{"bid":{"cards":[%v]}}`, hand[0].(map[string]any)["serial"]))
		}
		turn := func() person {
			_, waiting := w.look(game).Waiting()
			if len(waiting) != 1 {
				t.Fatalf("waiting for %v", waiting)
			}
			return players[slices.Max(waiting)-1]
		}
		first := turn()
		view := w.must(first, "PUT", at+"/orders", `{"orders":[{"if":{"value":5000},"move":{"type":"keep"}}]}`)
		if now := view["you"].(map[string]any)["order_now"].(map[string]any); now["index"] != 0.0 || now["move"] != nil || len(now["why_not"].([]any)) != 1 {
			t.Errorf("none applies: %v", now)
		}
		w.must(first, "PUT", at+"/orders", `{"orders":[{"move":{"type":"keep"}}]}`)
		second := turn()
		if second == first {
			t.Fatal("it is the same turn still")
		}
		if _, text := w.call(first, "GET", at+"/events", "", "Accept", "text/plain"); !strings.Contains(string(text), "A standing order of yours did that.") {
			t.Errorf("its player is told:\n%s", text)
		}
		if _, text := w.call(second, "GET", at+"/events", "", "Accept", "text/plain"); strings.Contains(string(text), "standing order") {
			t.Errorf("another player is told:\n%s", text)
		}
	})
}
