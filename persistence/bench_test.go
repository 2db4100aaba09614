package persistence_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tender/domain"
	"tender/persistence"
	"tender/persistence/pgtest"
)

// BenchmarkSeal stores bids in many games at once: what a player waits for. ns/op is the time between two bids.
func BenchmarkSeal(b *testing.B) {
	for name, url := range map[string]string{"sqlite": "sqlite:" + filepath.Join(b.TempDir(), "b.db"), "postgres": pgtest.URL(b)} {
		b.Run(name, func(b *testing.B) { benchmarkSeal(b, url) })
	}
}

func benchmarkSeal(b *testing.B, url string) {
	ctx := context.Background()
	s, err := persistence.Open(ctx, url, persistence.Options{Kinds: domain.Kinds{toy()}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.Migrate(ctx); err != nil {
		b.Fatal(err)
	}
	a, err := s.CreateAccount(ctx, domain.Account{Name: "a", NameKey: fmt.Sprint(b.N), EmailKey: fmt.Sprint(b.N)})
	if err != nil {
		b.Fatal(err)
	}
	games := make([]string, 64)
	for i := range games {
		if games[i], _, err = s.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 1}, by(a)); err != nil {
			b.Fatal(err)
		}
	}
	seal := bid(1)
	seal.Ready = false
	var next atomic.Int64
	b.SetParallelism(16)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Decide(ctx, games[int(next.Add(1))%len(games)], seal, by(a)); err != nil {
				b.Error(err)
			}
		}
	})
}
