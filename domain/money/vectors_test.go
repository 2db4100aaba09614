package money

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"slices"
	"testing"

	"tender/domain"
)

func TestCardsMatchTheVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]Card
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(Kind.Cards, any(want)) {
		t.Errorf("the components differ from testdata/cards.json:\n%v", Kind.Cards)
	}
}

func TestScoresMatchTheVectors(t *testing.T) {
	file, err := os.Open("testdata/scores.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases := 0
	for decoder := json.NewDecoder(file); decoder.More(); cases++ {
		var v struct {
			Edition string
			Hand    []int
			Score   Score
		}
		if err := decoder.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if got := scoreHand(editionOf(v.Edition), (rules{}).Defaults(v.Edition), v.Hand); !reflect.DeepEqual(got, v.Score) {
			t.Errorf("%s %v: %v, want %v", v.Edition, v.Hand, got, v.Score)
		}
	}
	if cases != 300 {
		t.Errorf("%d cases, want 300", cases)
	}
}

// recorded is a game as tender-record/1 writes it.
type recorded struct {
	Edition string
	Options json.RawMessage
	Players int
	Seed    string
	Removed []string
	Deck    []int
	Start   json.RawMessage
	Steps   []struct {
		Seat    int
		Move    json.RawMessage
		State   json.RawMessage
		Illegal bool
	}
	Result struct {
		Scores  []Score
		Winners []int
		Rounds  int
	}
}

func TestRecordedGamesReplay(t *testing.T) {
	games, steps, seen := 0, 0, map[string]bool{}
	for _, line := range recordedGames(t) {
		var game recorded
		if err := json.Unmarshal(line, &game); err != nil {
			t.Fatal(err)
		}
		games++
		steps += len(game.Steps)
		replay(t, games, game, seen)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d games, %d steps: ok", games, steps)
	for _, id := range []string{"1", "5", "2L", "2R"} {
		if !seen[id] {
			t.Errorf("in no recorded game bid %s moved: the vectors do not try it", id)
		}
	}
}

func recordedGames(t testing.TB) [][]byte {
	t.Helper()
	file, err := os.Open("testdata/games.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(all), []byte("\n"))
}

// replay plays a recorded game through domain.Position, comparing all that the record says. It notes the bids it saw.
func replay(t *testing.T, number int, game recorded, seen map[string]bool) {
	t.Helper()
	options, err := Kind.Options(game.Edition, game.Players, game.Options)
	if err != nil {
		t.Fatal(err)
	}
	var o Options
	if err := json.Unmarshal(options, &o); err != nil {
		t.Fatal(err)
	}
	removed, deck := Deck(domain.Setup[Options]{Edition: game.Edition, Options: o, Seats: game.Players, Seed: seedOf(t, game.Seed)})
	if !slices.Equal(removed, game.Removed) || !slices.Equal(deck, game.Deck) {
		t.Fatalf("game %d: removed %v, deck %v; want %v, %v", number, removed, deck, game.Removed, game.Deck)
	}
	position, err := Kind.Start(game.Edition, options, game.Players, seedOf(t, game.Seed))
	if err != nil {
		t.Fatal(err)
	}
	c := collector{position: position, sealed: map[int]json.RawMessage{}}
	compare(t, number, 0, &c, game.Start)
	for i, step := range game.Steps {
		err := c.play(step.Seat, step.Move)
		if refused := err != nil; refused != step.Illegal {
			t.Fatalf("game %d step %d: %s by seat %d: %v, want illegal %v", number, i+1, step.Move, step.Seat, err, step.Illegal)
		}
		if !step.Illegal {
			compare(t, number, i+1, &c, step.State)
		}
		seen[c.position.Wanted().Turn] = true
		// What is stored between two inputs must be all there is.
		if c.position, err = Kind.Decode(c.position.Encode()); err != nil {
			t.Fatalf("game %d step %d: %v", number, i+1, err)
		}
	}
	result := c.position.Scores()
	want := domain.Result{Rounds: game.Result.Rounds}
	for _, score := range game.Result.Scores {
		want.Scores = append(want.Scores, score)
		want.Totals = append(want.Totals, score.Total)
	}
	for _, seat := range game.Result.Winners {
		want.Winners = append(want.Winners, seat)
	}
	if !reflect.DeepEqual(result, want) {
		t.Fatalf("game %d: result %v, want %v", number, result, want)
	}
}

// compare holds a position against a recorded state.
func compare(t *testing.T, game, step int, c *collector, state json.RawMessage) {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal(state, &want); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(c.position.Referee())
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	waiting := []any{}
	for _, seat := range c.waiting() {
		waiting = append(waiting, float64(seat))
	}
	got["waiting_for"] = waiting
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("game %d step %d: the state is\n%s waiting for %v\nwant\n%s", game, step, raw, waiting, state)
	}
}

// collector does for a game what the table does: it keeps sealed moves, which can be replaced, until the last is in.
type collector struct {
	position domain.Position
	sealed   map[int]json.RawMessage
}

// waiting is the wanted seats that have sealed nothing.
func (c *collector) waiting() []int {
	return slices.DeleteFunc(c.position.Wanted().Seats, func(seat int) bool { return c.sealed[seat] != nil })
}

func (c *collector) play(seat int, move json.RawMessage) error {
	wanted := c.position.Wanted()
	if !slices.Contains(wanted.Seats, seat) {
		return domain.Refuse(domain.NotWanted, "The game does not wait for seat %d.", seat)
	}
	checked, err := c.position.Check(seat, move)
	if err != nil {
		return err
	}
	if !wanted.Sealed {
		c.position.Step([]domain.Play[json.RawMessage]{{Seat: seat, Move: checked}})
		return nil
	}
	c.sealed[seat] = checked
	if len(c.waiting()) > 0 {
		return nil
	}
	var plays []domain.Play[json.RawMessage]
	for _, seat := range wanted.Seats {
		plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: c.sealed[seat]})
	}
	clear(c.sealed)
	c.position.Step(plays)
	return nil
}

func seedOf(t testing.TB, text string) (seed [32]byte) {
	t.Helper()
	if n, err := hex.Decode(seed[:], []byte(text)); err != nil || n != len(seed) {
		t.Fatalf("seed %q: %d bytes, %v", text, n, err)
	}
	return seed
}
