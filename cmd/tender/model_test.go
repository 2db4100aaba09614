package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
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
	modelGames = flag.Int("model.games", 4, "games of both kinds that are played through the API and through the model of the rules")
	modelInner = flag.Int("model.inner", 24, "further games that are played at the domain, without API and store, and through the model")
	modelSeed  = flag.Uint64("model.seed", 1, "the seed of the first game")
)

// An independent model of the rules agrees with the server about every game: about what every seat and a watcher are
// shown, the moves that can be made, those that are refused, and how it ends.
func TestModelOfTheRulesAgreesWithTheAPI(t *testing.T) {
	againstModel(t, *modelGames, 2*runtime.NumCPU(), func(seed uint64) *model.House { return newHouse(t, seed) })
}

// The same for many more games, since they cost less.
func TestModelOfTheRulesAgreesWithTheDomain(t *testing.T) {
	againstModel(t, *modelInner, runtime.NumCPU(), func(seed uint64) *model.House { return model.NewDesk(kinds.All, seed) })
}

// againstModel plays so many games, some at once, each of these in a house of its own.
func againstModel(t *testing.T, games, atOnce int, house func(seed uint64) *model.House) {
	var mutex sync.Mutex
	var all sync.WaitGroup
	played, began := map[string]model.Count{}, time.Now()
	for i := range min(atOnce, games) {
		h := house(*modelSeed + uint64(i))
		all.Go(func() {
			for n := i; n < games && !t.Failed(); n += atOnce {
				kind := kinds.All[n%len(kinds.All)].Name
				count, err := h.Play(context.Background(), kind, *modelSeed+uint64(n))
				mutex.Lock()
				count.Add(played[kind])
				played[kind] = count
				mutex.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for kind, c := range played {
		t.Logf("%s: %d games, %d moves, %d of them refused by both, %d views compared", kind, c.Games, c.Moves, c.Refused, c.Views)
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
