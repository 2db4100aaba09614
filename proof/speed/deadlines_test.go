package speed

import (
	"flag"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
	"tender/proof"
)

var due = flag.Int("due", 100, "how many deadlines are at the same moment")

// lead is how long before their deadline games are made.
func lead() time.Duration { return 6*time.Second + time.Duration(*due)*time.Second/500 }

// How late the last of many deadlines at one moment is ended by a server that also sends what follows from them.
func TestDeadlines(t *testing.T) {
	figures := table{{"database", "deadlines", "half s", "all s"}}
	for _, database := range []string{"postgres", "sqlite"} {
		t.Run(database, func(t *testing.T) {
			url := "sqlite:" + filepath.Join(t.TempDir(), "tender.db")
			if database == "postgres" {
				url = proof.Postgres(t).URL()
			}
			proof.Program(t) // takes its time
			deadline := time.Now().Add(lead()).Truncate(time.Millisecond)
			games := len(waiting(t, url, deadline, *due))
			proof.Serve(t, "--database", url, "--log-level", "error")
			if time.Now().After(deadline) {
				t.Logf("the server came up after the deadline: the figures are too high")
			}
			db := open(t, url)
			var half, all time.Duration
			for all == 0 {
				var n int
				if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM inputs WHERE type = 'expire'").Scan(&n); err != nil {
					t.Fatal(err)
				}
				late := time.Since(deadline)
				if half == 0 && n >= games/2 {
					half = late
				}
				if n >= games {
					all = late
				}
				if late > 2*time.Minute {
					t.Fatalf("%d of %d deadlines were ended", n, games)
				}
				proof.Pause(t.Context(), 100*time.Millisecond) // counting takes its time, too
			}
			figures.row(database, fmt.Sprint(games), fmt.Sprintf("%.2f", half.Seconds()), fmt.Sprintf("%.2f", all.Seconds()))
		})
	}
	figures.print(t)
}

// mostMade is how many games are made as players would; more are copies of them.
const mostMade = 100

// waiting makes games for two that all have the same deadline, by a clock that stands so that their first bids are due
// then, and gives their ids.
func waiting(t *testing.T, url string, deadline time.Time, n int) (games []string) {
	t.Helper()
	ctx := t.Context()
	store, err := persistence.Open(ctx, url, persistence.Options{Kinds: kinds.All, Now: func() time.Time { return deadline.Add(-domain.MinPace * time.Second) },
		Plan: notify.Channels, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range min(n, mostMade) {
		var pair [2]domain.Actor
		for seat := range pair {
			name := fmt.Sprint("player", 2*i+seat)
			a, err := store.CreateAccount(ctx, domain.Account{Name: name, NameKey: name, Email: name + "@example.org", EmailKey: name + "@example.org"})
			if err != nil {
				t.Fatal(err)
			}
			pair[seat].Account = a.ID
		}
		game, _, err := store.OpenGame(ctx, domain.Open{Kind: "money", Seats: 2, Pace: domain.Pace{"bid": domain.MinPace}}, pair[0])
		if err == nil {
			_, err = store.Decide(ctx, game, domain.Join{}, pair[1])
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
	copies := n/len(games) - 1
	copyGames(t, open(t, url), 1, copies, false)
	for _, game := range games {
		for k := range copies {
			games = append(games, copied(game, k+1))
		}
	}
	return games
}
