package persistence_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tender/domain"
)

// asked is a bid that somebody makes, and what became of it.
type asked struct {
	game string
	in   domain.Seal
	by   domain.Account
	view domain.View
	err  error
}

// together lets bids be stored as if all had come in the same moment, and gives what waits for each.
func together(t *testing.T, w *world, bids ...*asked) []*sync.WaitGroup {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	w.HoldSeals()
	done := make([]*sync.WaitGroup, len(bids))
	for i, b := range bids {
		done[i] = new(sync.WaitGroup)
		done[i].Go(func() { _, b.view, b.err = w.Move(ctx, b.game, b.in, by(b.by)) })
	}
	must(t, w.AwaitSeals(ctx, len(bids)))
	w.LetSealsGo()
	return done
}

// entries is how many inputs of a type are in a game's log.
func (w *world) entries(t *testing.T, game, input string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), w.url)
	must(t, err)
	defer conn.Close(t.Context())
	must(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM inputs WHERE game_id = $1 AND type = $2", game, input).Scan(&n))
	return n
}

// Bids that come at the same time are stored as if each had come alone: those that are the last of their round end it, two
// of one game come one after the other, and one that is refused takes no other with it.
func TestBidsOfTheSameMomentAreStoredAsIfEachHadComeAlone(t *testing.T) {
	w := onPostgres(t)
	people := w.people(t, 3)
	var bids []*asked
	for range 70 { // more than one transaction takes
		bids = append(bids, &asked{game: w.game(t, people...), in: bid(3), by: people[0]})
	}
	waits := bids[0].game
	last, both, strange := w.game(t, people...), w.game(t, people...), w.game(t, people[:2]...)
	w.decide(t, last, bid(1), people[0])
	w.decide(t, last, bid(2), people[1])
	bids = append(bids, &asked{game: last, in: bid(3), by: people[2]},
		&asked{game: both, in: bid(1), by: people[0]}, &asked{game: both, in: bid(2), by: people[1]})
	refused := []*asked{{game: strange, in: bid(1), by: people[2]}, {game: strange, in: domain.Seal{Move: []byte(`{"type":"bid","amount":"all"}`)}, by: people[0]},
		{game: "nowhere", in: bid(1), by: people[0]}}
	for _, done := range together(t, w, append(refused, bids...)...) {
		done.Wait()
	}
	for i, b := range bids {
		if b.err != nil {
			t.Fatalf("bid %d: %v", i, b.err)
		}
		if name := b.view.Seats[1].Player; name != people[1].Name {
			t.Fatalf("bid %d: seat 2 is %q", i, name)
		}
		w.verify(t, b.game)
	}
	for i, b := range refused {
		if _, ok := domain.AsRefusal(b.err); !ok {
			t.Errorf("%d was not refused: %v", i, b.err)
		}
	}
	for game, step := range map[string]int{waits: 1, both: 1, strange: 1, last: 2} {
		v, err := w.View(t.Context(), game, people[0].ID)
		must(t, err)
		if v.Step != step {
			t.Errorf("the game is at step %d, want %d", v.Step, step)
		}
	}
	if got := w.entries(t, both, "seal"); got != 2 {
		t.Errorf("%d bids in the log of a game with two", got)
	}
	if got := w.entries(t, strange, "seal"); got != 0 {
		t.Errorf("%d bids in the log of a game that refused all", got)
	}
}

// A game that somebody holds, and one whose rows cannot be written, do not keep others waiting, and take none with them.
func TestBidsOfTheSameMomentDoNotSufferFromEachOther(t *testing.T) {
	w := onPostgres(t)
	people := w.people(t, 2)
	var bids []*asked
	for range 5 {
		bids = append(bids, &asked{game: w.game(t, people...), in: bid(1), by: people[0]})
	}
	held, blocked, broken, good := bids[0], bids[1], bids[2], bids[3:]
	w.decide(t, blocked.game, bid(2), people[0])
	other, err := pgx.Connect(t.Context(), w.url)
	must(t, err)
	defer other.Close(context.Background())
	for _, statement := range []string{
		"CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$",
		fmt.Sprintf("CREATE TRIGGER fail BEFORE INSERT ON sealed FOR EACH ROW WHEN (NEW.game_id = '%s') EXECUTE FUNCTION fail()", broken.game),
		"BEGIN", fmt.Sprintf("SELECT 1 FROM games WHERE id = '%s' FOR UPDATE", held.game),
		fmt.Sprintf("SELECT 1 FROM sealed WHERE game_id = '%s' FOR UPDATE", blocked.game),
	} {
		_, err := other.Exec(t.Context(), statement)
		must(t, err)
	}
	done := together(t, w, bids...)
	for _, others := range done[2:] {
		others.Wait() // while two are held
	}
	for _, b := range good {
		must(t, b.err)
		w.verify(t, b.game)
	}
	if _, refused := domain.AsRefusal(broken.err); broken.err == nil || refused {
		t.Errorf("what could not be written: %v", broken.err)
	}
	if got := w.entries(t, broken.game, "seal"); got != 0 {
		t.Errorf("%d bids in the log of a game in which none could be written", got)
	}
	_, err = other.Exec(t.Context(), "COMMIT")
	must(t, err)
	for i, b := range []*asked{held, blocked} {
		done[i].Wait()
		must(t, b.err)
		w.verify(t, b.game)
	}
}

// giveUp lets somebody make a bid and give up as soon as it is where waits says, and returns when they have.
func giveUp(t *testing.T, w *world, game string, who domain.Account, waits func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		_, err := w.Decide(ctx, game, bid(1), by(who))
		gone <- err
	}()
	must(t, waits(t.Context()))
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("gave up: %v", err)
	}
}

// A bid that its player has given up while it waited is not stored: what they do next must not be undone by it.
func TestBidThatIsGivenUpWhileItWaitsIsNotStored(t *testing.T) {
	w := onPostgres(t)
	people := w.people(t, 2)
	game := w.game(t, people...)
	w.HoldSeals()
	giveUp(t, w, game, people[0], func(ctx context.Context) error { return w.AwaitSeals(ctx, 1) })
	w.LetSealsGo()
	w.decide(t, game, bid(2), people[0])
	if got := w.entries(t, game, "seal"); got != 1 {
		t.Errorf("%d bids in the log", got)
	}
	w.verify(t, game)
}

// One that is given up while it is written comes before all that its player does next, and those who look at the game hear
// of it.
func TestBidThatIsGivenUpWhileItIsWrittenIsStoredAndTold(t *testing.T) {
	w := onPostgres(t)
	people := w.people(t, 2)
	game := w.game(t, people...)
	changed, stop := w.Watch(game)
	defer stop()
	other, err := pgx.Connect(t.Context(), w.url)
	must(t, err)
	defer other.Close(context.Background())
	_, err = other.Exec(t.Context(), "BEGIN; LOCK TABLE sealed IN SHARE MODE")
	must(t, err)
	giveUp(t, w, game, people[0], func(ctx context.Context) error {
		for waiting := false; !waiting; {
			if err := other.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'sealed'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))").Scan(&waiting); err != nil {
				return err
			}
		}
		return nil
	})
	_, err = other.Exec(t.Context(), "COMMIT")
	must(t, err)
	select {
	case <-changed:
	case <-time.After(time.Minute):
		t.Fatal("nobody was told") // or this machine stood still for as long as a lane waits for a lock
	}
	if got := w.entries(t, game, "seal"); got != 1 {
		t.Errorf("%d bids in the log", got)
	}
	w.verify(t, game)
}

// When those before it are stuck a bid does not wait for them for long, nor does it keep the store from being closed.
func TestBidDoesNotWaitForThoseThatAreStuck(t *testing.T) {
	w := onPostgres(t)
	people := w.people(t, 2)
	game := w.game(t, people...)
	w.HoldSeals() // and never let go
	w.decide(t, game, bid(1), people[0])
	w.verify(t, game)
	gone := make(chan error)
	go func() {
		_, err := w.Decide(t.Context(), game, bid(2), by(people[1]))
		gone <- err
	}()
	must(t, w.AwaitSeals(t.Context(), 1))
	must(t, w.Close())
	<-gone
}
