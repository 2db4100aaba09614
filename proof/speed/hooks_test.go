package speed

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"tender/proof"
)

var hooked = flag.Int("hooked", 20, "how many moves are made that webhooks tell of")

// From a move to the webhooks that tell of it: a notice has the time at which the move was decided, just before its
// commit.
func TestWebhooks(t *testing.T) {
	c := proof.Postgres(t)
	s := proof.Serve(t, "--database", c.URL(), "--webhook-allow", "127.0.0.0/8")
	var mu sync.Mutex
	var late []time.Duration
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		now := time.Now()
		var notice struct{ Timestamp time.Time }
		if body, err := io.ReadAll(r.Body); err != nil || json.Unmarshal(body, &notice) != nil {
			t.Error("a webhook without a notice")
			return
		}
		mu.Lock()
		defer mu.Unlock()
		late = append(late, now.Sub(notice.Timestamp))
	}))
	defer sink.Close()
	ctx := t.Context()
	players := people(t, s.URL, 2)
	for _, p := range players {
		if a, err := p.Call(ctx, "POST", "/v1/me/webhooks", map[string]any{"url": sink.URL}); err != nil || !a.OK() {
			t.Fatalf("%s %v", a.Body, err)
		}
	}
	sealed, err := players[0].SealedPhases(ctx, "money")
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(1, 1))
	for moves := 0; moves < *hooked; {
		game := tables(t, players, 1)[0].game
		for over := false; !over && moves < *hooked; {
			for _, p := range players {
				v, err := p.View(ctx, game)
				if err != nil {
					t.Fatal(err)
				}
				over = v.Status != "active"
				if move, wanted := proof.Choose(game, v, sealed, chance); wanted {
					if a, err := p.Send(ctx, move); err != nil || !a.OK() {
						t.Fatalf("%s %v", a.Body, err)
					}
					moves++
				}
			}
		}
	}
	proof.Pause(ctx, time.Second) // for the last ones
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(late)
	if len(late) == 0 {
		t.Fatal("no webhook came")
	}
	ms := func(share float64) string {
		return fmt.Sprintf("%.1f", run{took: late}.quantile(share).Seconds()*1000)
	}
	figures := table{{"webhooks", "median ms", "p99 ms", "most ms"}}
	figures.row(fmt.Sprint(len(late)), ms(0.5), ms(0.99), ms(1))
	figures.print(t)
}
