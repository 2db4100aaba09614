package main

import (
	"bufio"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"tender/proof"
)

// listener reads a stream of events.
type listener struct{ *proof.Stream }

func (w *world) listen(who person, path string, header ...string) *listener {
	w.Helper()
	request, err := http.NewRequestWithContext(w.Context(), "GET", w.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	if who.token != "" {
		request.Header.Set("Authorization", "Bearer "+who.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		w.Fatalf("%s: %s", path, response.Status)
	}
	w.Cleanup(func() { response.Body.Close() })
	return &listener{proof.NewStream(response.Body)}
}

// next waits for the next message; ok is false when the stream has ended.
func (l *listener) next() (m proof.Message, ok bool) {
	m, err := l.Next()
	return m, err == nil
}

// replicas starts another server on the same database, if it is one that several can share.
func (w *world) replica(t *testing.T) *world {
	if strings.HasPrefix(w.database, "sqlite:") {
		return w
	}
	return newWorld(t, t.TempDir(), w.database)
}

// A whole game is listened to by streams that break again and again, on one server while the moves are made on another:
// every event is heard once, in its order.
func TestAStreamThatBreaksAgainAndAgainHasNoGapAndNoRepetition(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		other := w.replica(t)
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		var all sync.WaitGroup
		heard := make([][]string, 2)
		for i := range heard {
			all.Go(func() {
				for last := "0"; ; {
					l := other.listen(person{}, "/v1/games/"+game+"/events", "Last-Event-ID", last)
					for range 3 + i {
						m, ok := l.next()
						if !ok {
							return
						}
						if m.ID != "" {
							heard[i], last = append(heard[i], m.ID), m.ID
						}
						if strings.Contains(m.Data, `"type":"game_over"`) {
							return
						}
					}
					l.Close()
				}
			})
		}
		for w.step(game, players) {
		}
		all.Wait()
		var want []string
		for n := range w.look(game).Told {
			want = append(want, fmt.Sprint(n+1))
		}
		for _, one := range heard {
			if !slices.Equal(one, want) {
				t.Errorf("heard %v of %d events", one, len(want))
			}
		}
		if response, _ := w.call(person{}, "GET", "/v1/games/"+game+"/events?after="+want[len(want)-1], "", "Accept", "text/event-stream"); response.StatusCode != http.StatusNoContent {
			t.Errorf("%s after the end", response.Status)
		}
	})
}

// Two games with the same players go on at once; one of the players listens to both, on another server.
func TestTheStreamOfAnAccountHasNoGapAndNoRepetition(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		other := w.replica(t)
		me := players[1]
		if other != w {
			me = other.signedIn(2)
		}
		stream := other.listen(me, "/v1/me/events") // before there is any game
		games := []string{w.game("money", "2025", "{}", players), w.game("money", "2025", "{}", players)}
		var all sync.WaitGroup
		heard := map[string][]string{}
		all.Go(func() {
			place := 0
			for over, n := 0, 0; over < len(games); n++ {
				m, ok := stream.next()
				if !ok {
					t.Error("the stream ended")
					return
				}
				if place++; m.ID != fmt.Sprint(place) {
					t.Errorf("place %s after %d", m.ID, place-1)
				}
				for _, game := range games {
					if strings.Contains(m.Data, `"game":"`+game+`"`) {
						heard[game] = append(heard[game], strings.Split(strings.Split(m.Data, `"number":`)[1], ",")[0])
					}
				}
				if strings.Contains(m.Data, `"type":"game_over"`) {
					over++
				}
				if n%5 == 4 {
					stream.Close()
					stream = other.listen(me, "/v1/me/events", "Last-Event-ID", m.ID)
				}
			}
		})
		for running := true; running; {
			running = w.step(games[0], players)
			running = w.step(games[1], players) || running
		}
		all.Wait()
		for _, game := range games {
			var want []string
			for n := 2; n <= w.look(game).Told; n++ { // the first is told before this seat is taken
				want = append(want, fmt.Sprint(n))
			}
			if !slices.Equal(heard[game], want) {
				t.Errorf("heard %v of %d events", heard[game], len(want))
			}
		}
	})
}

// signedIn is the nth person, signed in at this server: in these tests each replica has an address of its own, which its
// tokens name.
func (w *world) signedIn(n int) person {
	w.Helper()
	session := w.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"player%d@example.org","password":"correct horse battery"}`, n))
	return person{token: session["access_token"].(string)}
}

// streamShown is a stream with its headers, up to where it has told all that there is.
func (w *world) streamShown(who person, path string) string {
	w.Helper()
	request, err := http.NewRequestWithContext(w.Context(), "GET", w.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	if who.token != "" {
		request.Header.Set("Authorization", "Bearer "+who.token)
	}
	page := w.must(who, "GET", path, "")
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	response.Header.Del("Date")
	response.Header.Del("X-Request-Id")
	shown := fmt.Sprintln(response.Status, response.Header)
	lines := bufio.NewReader(response.Body)
	for events := len(page["events"].([]any)); events > 0; {
		line, err := lines.ReadString('\n')
		if err != nil {
			w.Fatal(err)
		}
		shown += line
		if strings.HasPrefix(line, "data: ") {
			events--
		}
	}
	return shown
}

func TestAStreamHearsOfABidAtAnotherServerAndNothingOfItsReplacement(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		other := w.replica(t)
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		after := fmt.Sprint(w.look(game).Told)
		l := other.listen(person{}, "/v1/games/"+game+"/events?after="+after)
		hear := func(want proof.Message) {
			t.Helper()
			if m, _ := l.next(); m != want {
				t.Fatalf("heard %v", m)
			}
		}
		changed := proof.Message{Name: "changed", Data: `{"game":"` + game + `"}`}
		hear(changed) // to begin with
		hand := w.look(game).View(players[0].id, nil)
		cards := serials(hand.Own)
		for _, card := range cards[:3] {
			w.must(players[0], "PUT", "/v1/games/"+game+"/bid", `{"bid":{"cards":[`+card+`]},"ready":false}`)
		}
		hear(changed) // once
		w.must(players[0], "DELETE", "/v1/games/"+game+"/bid", "")
		hear(changed)
	})
}

// serials are the cards in what a seat sees of its own; the fake is not among them.
func serials(own any) (all []string) {
	for _, part := range strings.Split(fmt.Sprintf("%+v", own), "Serial:")[1:] {
		if serial := strings.FieldsFunc(part, func(r rune) bool { return r < '0' || r > '9' })[0]; serial != "0" {
			all = append(all, serial)
		}
	}
	return all
}
