package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
	"tender/proof/model"
)

// How many games are played against the model, and from which seed. `make model` plays ten thousand.
var (
	modelGames = flag.Int("model.games", 60, "games of both kinds, played against the model of the rules")
	modelSeed  = flag.Uint64("model.seed", 1, "the seed of the first of them")
)

// An independent model of the rules agrees with the API about every game: about every view of every seat and of a
// watcher after every move, the moves that can be made, those that are refused, and how it ends.
func TestModelOfTheRulesAgreesWithTheAPI(t *testing.T) {
	const tables = 2 // at once, each with a database of its own
	var played [2]model.Count
	var mutex sync.Mutex
	var all sync.WaitGroup
	names := []string{kinds.All[0].Name, kinds.All[1].Name}
	began := time.Now()
	for i := range tables {
		house := newHouse(t, *modelSeed+uint64(i))
		all.Go(func() {
			for n := i; n < *modelGames && !t.Failed(); n += tables {
				which := n / tables % 2
				count, err := house.Play(context.Background(), names[which], *modelSeed+uint64(n))
				mutex.Lock()
				played[which].Add(count)
				mutex.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for i, c := range played {
		t.Logf("%s: %d games, %d moves (%d refused), %d views compared", names[i], c.Games, c.Moves, c.Refused, c.Views)
	}
	t.Logf("seed %d, %.0f s", *modelSeed, time.Since(began).Seconds())
}

// newHouse joins the rooms as the server does, without listening, and lets people in.
func newHouse(t *testing.T, seed uint64) *model.House {
	t.Helper()
	dir, chance, clock := t.TempDir(), model.NewChance(seed), time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)
	around := surroundings{now: func() time.Time { return clock }, random: chance, log: slog.New(slog.DiscardHandler)}
	store, err := persistence.Open(t.Context(), "sqlite:"+filepath.Join(dir, "tender.db"), persistence.Options{Kinds: kinds.All, Now: around.now,
		Random: around.random, Log: around.log, Plan: notify.Channels})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := &server{Store: store, URL: "http://tender.test", stopping: make(chan struct{})}
	c := config{storage: storage{"sqlite"}, Data: dir, MailFrom: "tender@example.org"}
	handler, _, err := s.wire(c, around)
	if err != nil {
		t.Fatal(err)
	}
	house, err := model.NewHouse(t.Context(), s.URL, &http.Client{Transport: model.Handler{Handler: handler}}, chance)
	if err != nil {
		t.Fatal(fmt.Errorf("nobody can sign up: %w", err))
	}
	return house
}
