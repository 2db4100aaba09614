package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tender/notify/egress"
	"tender/proof"
)

// How much happens in the bubbles. `make time` has a thousand races, and a game of a week.
var (
	bubbleRaces = flag.Int("bubble.races", 4, "moves that race their deadline")
	bubbleTries = flag.Int("bubble.tries", 3, "how often a webhook is seen to be tried, of ten times in three days")
	bubblePace  = flag.Duration("bubble.pace", time.Hour, "how long a game that nobody plays waits for each bid")
)

// bubble is the whole server in a bubble of testing/synctest: its workers, SQLite in a file, HTTP over pipes. Time in it
// passes only when everything waits, so that days take as long as what happens in them.
type bubble struct {
	*testing.T
	*server
	client  *http.Client
	offset  time.Duration // of the server's clock from the bubble's, which begins in the year 2000
	dir     string
	players int
}

// inBubble runs a test in a bubble whose clock begins at a time.
func inBubble(t *testing.T, begins time.Time, post func(time.Time) egress.Answer, test func(b *bubble)) {
	t.Helper()
	began := time.Now()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		l := pipe{make(chan net.Conn), make(chan struct{})}
		transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			here, there := net.Pipe()
			select {
			case l.conns <- there:
				return here, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}}
		b := &bubble{T: t, client: &http.Client{Transport: transport}, offset: time.Until(begins), dir: dir}
		c := config{storage: storage{"sqlite:" + filepath.Join(dir, "tender.db")}, Data: dir, MailFrom: "tender@example.org", PublicURL: "http://tender.test"}
		var err error
		b.server, err = start(context.Background(), c, surroundings{now: b.clock, random: rand.Reader, log: slog.New(slog.DiscardHandler),
			listener: l, poster: wire(func() egress.Answer { return post(b.clock()) })})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			transport.CloseIdleConnections()
			if err := b.server.Close(); err != nil {
				t.Error(err)
			}
		}()
		test(b)
		t.Logf("%s passed", b.clock().Sub(begins).Round(time.Second))
	})
	t.Logf("in %s", time.Since(began).Round(time.Millisecond))
}

// wire is a sender of webhooks that only says what came back.
type wire func() egress.Answer

func (p wire) Post(context.Context, string, http.Header, []byte) (egress.Answer, error) {
	return p(), nil
}

func (b *bubble) clock() time.Time { return time.Now().Add(b.offset) }

// sleepUntil lets time pass until the server's clock shows a time, and all that happens then has happened.
func (b *bubble) sleepUntil(at time.Time) {
	<-time.After(at.Sub(b.clock()))
	synctest.Wait()
}

func (b *bubble) person() *proof.Player {
	b.Helper()
	b.players++
	p, err := proof.SignUp(context.Background(), b.URL, fmt.Sprintf("player%d", b.players), b.client)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// quiet is a person who wants no mail: to draw mails is what takes longest.
func (b *bubble) quiet() *proof.Player {
	b.Helper()
	p, events := b.person(), map[string]any{}
	for _, e := range []string{"game_started", "bid_wanted", "turn_started", "reminder", "last_reminder", "deadline_moved", "game_paused", "game_resumed", "game_over", "game_abandoned", "seat_lost", "seat_opened"} {
		events[e] = map[string]any{"email": "off"}
	}
	b.must(p, "PUT", "/v1/me/notifications", map[string]any{"events": events}, nil)
	return p
}

// must makes a request that has to work.
func (b *bubble) must(p *proof.Player, method, path string, body, into any) {
	b.Helper()
	a, err := p.Call(context.Background(), method, path, body)
	if err != nil || !a.OK() {
		b.Fatalf("%s %s: %d %s, %v", method, path, a.Status, a.Body, err)
	}
	if into != nil {
		if err := a.Read(into); err != nil {
			b.Fatal(err)
		}
	}
}

// game opens a game of money for two that waits so many seconds for each bid and each swap.
func (b *bubble) game(pace int, two ...*proof.Player) string {
	b.Helper()
	var game struct{ ID string }
	b.must(two[0], "POST", "/v1/games", map[string]any{"kind": "money", "seats": 2, "pace": map[string]int{"bid": pace, "swap": pace}}, &game)
	b.must(two[1], "POST", "/v1/games/"+game.ID+"/seats", map[string]any{}, nil)
	return game.ID
}

// spring is a day without a change of clocks near it, save that in Berlin the clocks go forward on 31 March.
var spring = time.Date(2030, 3, 30, 12, 0, 0, 0, time.UTC)

// A bid that arrives in the moment of its deadline either counts or is refused: the answer and the game agree, and the
// deadline is resolved once.
func TestBidsInTheMomentOfTheirDeadlineCountOrAreRefused(t *testing.T) {
	const seed = 1
	inBubble(t, spring, nil, func(b *bubble) {
		ann, ben := b.quiet(), b.quiet()
		chance, counted := mathrand.New(mathrand.NewPCG(seed, 1)), 0
		for n := range *bubbleRaces {
			game := b.game(60, ann, ben)
			v, err := ben.View(context.Background(), game)
			if err != nil {
				t.Fatal(err)
			}
			bid, _ := proof.Choose(game, v, map[string]bool{"bid": true}, chance)
			pass := map[string]any{"bid": map[string]any{"type": "bid", "cards": []int{0}}}
			b.must(ann, "PUT", "/v1/games/"+game+"/bid", pass, nil)
			var seen struct{ Deadline time.Time }
			b.must(ann, "GET", "/v1/games/"+game, nil, &seen)
			<-time.After(seen.Deadline.Sub(b.clock()) + []time.Duration{-time.Millisecond, 0, 0, 0, 0, time.Millisecond}[chance.IntN(6)])
			a, err := ben.Send(context.Background(), bid)
			if err != nil {
				t.Fatal(err)
			}
			b.sleepUntil(seen.Deadline.Add(time.Second))
			var after struct {
				Step  int
				Seats []struct {
					Missed int `json:"missed_turns"`
				}
			}
			b.must(ann, "GET", "/v1/games/"+game, nil, &after)
			missed := after.Seats[1].Missed
			if after.Step != 2 || a.OK() != (missed == 0) || a.Status >= 500 || after.Seats[0].Missed != 0 {
				t.Errorf("race %d of seed %d: the answer is %d %.200s, the game has %+v", n, seed, a.Status, a.Body, after)
			}
			if a.OK() {
				counted++
			}
			if err := b.Store.Verify(context.Background(), game); err != nil {
				t.Error(err)
			}
			b.must(ann, "GET", "/v1/games/"+game+"/events", nil, nil)
		}
		t.Logf("%d races of seed %d: %d bids counted, %d were too late", *bubbleRaces, seed, counted, *bubbleRaces-counted)
		if counted == 0 || counted == *bubbleRaces {
			t.Error("these were no races: all ended alike")
		}
	})
}

// A webhook whose receiver is down for three days is tried ten times, at the times that the documentation promises, and
// then given up.
func TestWebhookIsTriedTenTimesInThreeDaysAndThenGivenUp(t *testing.T) {
	var mutex sync.Mutex
	tried := map[time.Time]int{}
	down := func(at time.Time) egress.Answer {
		mutex.Lock()
		defer mutex.Unlock()
		tried[at]++
		return egress.Answer{Code: http.StatusServiceUnavailable}
	}
	inBubble(t, spring, down, func(b *bubble) {
		ann, ben := b.quiet(), b.quiet()
		var hook struct{ ID string }
		b.must(ann, "POST", "/v1/me/webhooks", map[string]any{"url": "https://192.0.78.9/hook"}, &hook)
		b.game(20*24*3600, ann, ben)
		waits := []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
			10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}[:*bubbleTries-1]
		status, whole := "pending", time.Minute
		for _, w := range waits {
			whole += w + w/5 // they may be a fifth longer
		}
		if *bubbleTries == 10 {
			status = "failed"
		}
		b.sleepUntil(spring.Add(whole))
		var list struct {
			Deliveries []struct {
				Type, Status string
				Attempts     []struct{ At time.Time }
			}
		}
		b.must(ann, "GET", "/v1/me/webhooks/"+hook.ID+"/deliveries", nil, &list)
		failed := 0
		for _, d := range list.Deliveries {
			if d.Type == "reminder" || d.Type == "last_reminder" {
				continue // they are for later
			}
			failed++
			if d.Status != status || len(d.Attempts) != *bubbleTries {
				t.Errorf("%s is %s after %d attempts", d.Type, d.Status, len(d.Attempts))
				continue
			}
			for i, w := range waits {
				if part := float64(d.Attempts[i+1].At.Sub(d.Attempts[i].At)) / float64(w); part < 0.79 || part > 1.21 {
					t.Errorf("%s: %.2f of %s until attempt %d", d.Type, part, w, i+2)
				}
			}
		}
		mutex.Lock()
		defer mutex.Unlock()
		asked := 0
		for _, n := range tried {
			asked += n
		}
		if failed == 0 || asked != *bubbleTries*failed {
			t.Errorf("the receiver was asked %d times for %d notices", asked, failed)
		}
	})
}

// mails counts the mails to an address that are there.
func (b *bubble) mails() (n int) {
	b.Helper()
	files, err := os.ReadDir(filepath.Join(b.dir, "mail"))
	if err != nil {
		b.Fatal(err)
	}
	return len(files)
}

// Quiet hours end by the clock on the wall, also in the night in which it goes forward: at 7 in Berlin, an hour sooner.
func TestQuietHoursEndByTheClockInTheNightInWhichItGoesForward(t *testing.T) {
	evening := time.Date(2030, 3, 30, 22, 30, 0, 0, time.UTC) // half past eleven in Berlin
	inBubble(t, evening, nil, func(b *bubble) {
		ann, ben := b.person(), b.person()
		for _, p := range []*proof.Player{ann, ben} {
			b.must(p, "PUT", "/v1/me/notifications", map[string]any{"zone": "Europe/Berlin", "quiet_hours": "22:00-07:00"}, nil)
		}
		synctest.Wait()
		before := b.mails()
		b.game(24*3600, ann, ben)
		seven := time.Date(2030, 3, 31, 5, 0, 0, 0, time.UTC)
		b.sleepUntil(seven.Add(-time.Second))
		if n := b.mails() - before; n != 0 {
			t.Errorf("%d mails came in the night", n)
		}
		b.sleepUntil(seven.Add(time.Second))
		if n := b.mails() - before; n != 2 {
			t.Errorf("%d mails at seven, not one to each", n)
		}
		half := evening.Add(12 * time.Hour)
		b.sleepUntil(half.Add(-time.Minute))
		if n := b.mails() - before; n != 2 {
			t.Errorf("%d mails before half of the time was over", n)
		}
		b.sleepUntil(half.Add(time.Minute))
		if n := b.mails() - before; n != 4 {
			t.Errorf("%d mails when half of the time was over: no reminder", n)
		}
	})
}

// A game whose players have all gone ends by itself: as soon as no person holds a seat, or at the third deadline if they
// keep their seats.
func TestGameThatNobodyPlaysEndsByItself(t *testing.T) {
	inBubble(t, spring, nil, func(b *bubble) {
		ann, ben := b.quiet(), b.quiet()
		given := b.game(int(bubblePace.Seconds()), ann, ben) // at the second deadline to bots
		var kept struct{ ID string }
		b.must(ann, "POST", "/v1/games", map[string]any{"kind": "money", "seats": 2, "pace": map[string]any{"bid": bubblePace.Seconds()},
			"terms": map[string]any{"missed_limit": 0}}, &kept)
		b.must(ben, "POST", "/v1/games/"+kept.ID+"/seats", map[string]any{}, nil)
		ends := map[string]int{given: 2, kept.ID: 3}
		for day := range 4 {
			b.sleepUntil(spring.Add(time.Duration(day) * *bubblePace).Add(time.Minute))
			for game, last := range ends {
				var v struct {
					Status string
					Round  int
				}
				b.must(ann, "GET", "/v1/games/"+game, nil, &v)
				if over := day >= last; (v.Status == "abandoned") != over || !over && (v.Status != "active" || v.Round != day+1) {
					t.Errorf("after %d deadlines it is %s, in round %d", day, v.Status, v.Round)
				}
			}
		}
		for game := range ends {
			if err := b.Store.Verify(context.Background(), game); err != nil {
				t.Error(err)
			}
		}
	})
}
