package crash

import (
	"context"
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
)

// pace is that of every phase of a game that is begun behind time, the shortest there is.
const pace = domain.MinPace * time.Second

// beginBehind begins games whose first deadlines come soon, one after the other over a time. In each plays one of the
// driver's people, with one who never moves. No server runs meanwhile.
func beginBehind(tb testing.TB, database string, d *driver, games int, over time.Duration) map[string]bool {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	var clock time.Time
	store, err := persistence.Open(ctx, database, persistence.Options{Kinds: kinds.All, Now: func() time.Time { return clock },
		Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Plan: notify.Channels})
	if err != nil {
		tb.Fatal(err)
	}
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	defer func() { must(store.Close()) }()
	began := time.Now()
	clock = began.Add(-pace)
	absent, err := store.CreateAccount(ctx, domain.Account{Name: "absent", NameKey: "absent", Email: "absent@example.org", EmailKey: "absent@example.org"})
	must(err)
	begun := map[string]bool{}
	for i := range games {
		clock = began.Add(-pace).Add(over * time.Duration(i+1) / time.Duration(games))
		kind, p := kinds.All[i%len(kinds.All)], d.people[i%len(d.people)]
		every := domain.Pace{}
		for _, phase := range kind.Phases {
			every[phase.Name] = int(pace / time.Second)
		}
		id, _, err := store.OpenGame(ctx, domain.Open{Kind: kind.Name, Seats: 2, Pace: every}, domain.Actor{Account: p.ID})
		must(err)
		_, err = store.Decide(ctx, id, domain.Join{}, domain.Actor{Account: absent.ID})
		must(err)
		p.games[id] = game{kind: kind.Name, endless: true}
		begun[id] = true
	}
	return begun
}
