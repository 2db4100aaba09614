package kindtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tender/domain"
)

const (
	maxInputs   = 5000 // more than any random game needs
	botsPerGame = 3    // of bots alone, for each random one
	extendEvery = 9    // by the length of its log, whether the host moves a game's deadline out
	pauseEvery  = 17   // likewise, whether everybody wants to go on at once, and the host pauses the game
)

// Battery plays random games of a kind, in every edition, for each number of seats that the edition allows, and looks
// at every position for what must be true of all kinds.
func Battery(t *testing.T, kind *domain.Kind, games int) {
	t.Run("options", func(t *testing.T) { optionsAreAsDescribed(t, kind) })
	for _, edition := range kind.Editions {
		for seats := edition.MinSeats; seats <= edition.MaxSeats; seats++ {
			for n := range games {
				name := fmt.Sprintf("%s/%d seats/%d", edition.Name, seats, n)
				t.Run(name, func(t *testing.T) {
					variants := Variants(edition)
					playOne(t, kind, edition.Name, variants[n%len(variants)], seats, uint64(seats*1000+n))
				})
			}
			t.Run(fmt.Sprintf("%s/%d bots", edition.Name, seats), func(t *testing.T) {
				for n := range games * botsPerGame {
					botsFinish(t, kind, edition, seats, uint64(n))
				}
			})
		}
	}
}

func playOne(t testing.TB, kind *domain.Kind, edition, options string, seats int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	g := NewOn(t, kind, edition, options, seats, seed, termsFor(seed))
	for range maxInputs {
		g.playOn(r)
		encodingRoundTrips(t, g)
		lookingChangesNothing(t, g)
		nonsenseIsRefused(t, g)
		absentMovesAreLegal(t, g)
		if r.IntN(4) == 0 {
			picturesAreOfTheView(t, g)
			secretsStaySecret(t, g, r)
			listsTellNothing(t, g, r)
			commandsAreRead(t, g, r)
			botsAreFair(t, g, r)
			ordersAreSecret(t, g, r)
			whoHasAChoiceIsEvident(t, g, r)
		}
		g.Table = g.decodedAgain() // a twin decoded before every input must go the same way as the log's fold, below
		if !g.Next(r) {
			break
		}
		if len(g.Log)%extendEvery == 0 {
			g.extend()
		}
		if len(g.Log)%pauseEvery == 0 {
			g.pause()
		}
	}
	if g.Table.Status != domain.Over {
		t.Fatalf("not over after %d inputs", maxInputs)
	}
	lookingChangesNothing(t, g)
	picturesAreOfTheView(t, g)
	if seats > 1 && 2*g.Others < g.Worlds {
		t.Fatalf("of %d worlds only %d were others: secrecy was hardly tested", g.Worlds, g.Others)
	}
	logFoldsToTable(t, g)
	recordReplays(t, g)
}

func (g *Game) sealed() []domain.Sealed {
	var all []domain.Sealed
	for _, s := range g.Table.Sealed {
		all = append(all, s)
	}
	return all
}

func (g *Game) decodedAgain() *domain.Table {
	g.TB.Helper()
	twin, err := g.Kinds.DecodeTable(g.Table.Encode(), g.sealed())
	if err != nil {
		g.TB.Fatalf("decode: %v", err)
	}
	return twin
}

func encodingRoundTrips(t testing.TB, g *Game) {
	t.Helper()
	a, b := g.Table.Encode(), g.decodedAgain().Encode()
	if !bytes.Equal(a, b) {
		t.Fatalf("encoding does not round-trip:\n%s\n%s", a, b)
	}
}

// lookingChangesNothing views the table from everywhere and has inputs refused.
func lookingChangesNothing(t testing.TB, g *Game) {
	t.Helper()
	before := g.Table.Encode()
	stored := len(g.Table.Sealed)
	for seat := 0; seat <= len(g.Table.Seats); seat++ {
		v := g.view(seat)
		if w, _ := g.Table.Waiting(); w.Sealed {
			continue
		}
		for _, c := range v.Moves { // every choice of an open wait is legal
			raw, err := json.Marshal(c.Move)
			if err != nil {
				t.Fatal(err)
			}
			trial := *g
			trial.Table = g.decodedAgain()
			if _, err := trial.Table.Decide(PlayOne(string(raw)), Player(seat), g.Now); err != nil {
				t.Fatalf("seat %d is offered %s, but: %v", seat, raw, err)
			}
		}
	}
	for _, in := range []domain.Input{domain.Join{}, domain.Start{}, Seal(1, `{}`, true), PlayOne(`{}`),
		domain.PlayMoves{Meant: domain.Meant{Step: g.Table.Step + 1}, Moves: []json.RawMessage{json.RawMessage(`{}`)}}} {
		if _, err := g.Table.Decide(in, Player(1), g.Now); err == nil {
			t.Fatalf("%T %+v was taken", in, in)
		}
	}
	if out, err := g.Table.Decide(domain.Expire{}, domain.Clock, g.Now); err != nil || !out.Nothing {
		t.Fatalf("expiry before the deadline did something: %+v %v", out, err)
	}
	if after := g.Table.Encode(); !bytes.Equal(before, after) || stored != len(g.Table.Sealed) {
		t.Fatalf("looking changed the table:\n%s\n%s", before, after)
	}
}

// nonsense is refused by every kind in every position.
var nonsense = []string{``, `null`, `[]`, `7`, `"bid"`, `{}`, `{"type":null}`, `{"type":"nonsense"}`, `{"type":"over"}`, `{"Type":"bid"}`,
	`{"type":"bid","type":"bid"}`, `{"type":"bid","surprise":1}`, `{"type":"keep"} {}`, `{"type":7}`, "\ufeff{}", "{\"type\":\"\xff\"}"}

func nonsenseIsRefused(t testing.TB, g *Game) {
	t.Helper()
	w, waiting := g.Table.Waiting()
	for _, seat := range waiting {
		for _, raw := range append(withNulls(t, g.Table.Sample(seat, rand.New(rand.NewPCG(1, uint64(g.Table.Step))))), nonsense...) {
			var in domain.Input = PlayOne(raw)
			if w.Sealed {
				in = Seal(seat, raw, true)
			}
			_, err := g.Table.Decide(in, Player(seat), g.Now)
			r, ok := domain.AsRefusal(err)
			if !ok {
				t.Fatalf("seat %d: %q: not refused but: %v", seat, raw, err)
			}
			if r.Code == "" || len(r.Text) < 10 {
				t.Fatalf("seat %d: %q: refused without a reason: %+v", seat, raw, r)
			}
		}
	}
}

func absentMovesAreLegal(t testing.TB, g *Game) {
	t.Helper()
	if g.Table.Status != domain.Active {
		return
	}
	trial := *g
	trial.Table = g.decodedAgain()
	w, _ := trial.Table.Waiting()
	for late := true; late; late = trial.Table.Course.Overtime != nil {
		trial.Now = trial.Table.Due().Add(time.Second)
		if _, err := trial.Table.Decide(domain.Expire{}, domain.Clock, trial.Now); err != nil {
			t.Fatalf("expiry: %v", err)
		}
	}
	after, _ := trial.Table.Waiting()
	if trial.Table.Status == domain.Active && w.Round == after.Round && w.Phase == after.Phase && w.Turn == after.Turn {
		t.Fatalf("after its deadline the same wait goes on: %+v", after)
	}
}

func logFoldsToTable(t testing.TB, g *Game) {
	t.Helper()
	folded, err := g.Kinds.Fold(g.Log)
	if err != nil {
		t.Fatalf("fold: %v", err)
	}
	if a, b := folded.Encode(), g.Table.Encode(); !bytes.Equal(a, b) {
		t.Fatalf("the log folds to another table:\n%s\n%s", a, b)
	}
}

func recordReplays(t testing.TB, g *Game) {
	t.Helper()
	record, err := g.Kinds.Record(g.Log, Names(len(g.Table.Seats)))
	if err != nil {
		t.Fatalf("record: %v", err)
	}
	raw, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	if done, err := g.Kinds.Replay(raw); err != nil || done != (domain.Replayed{Steps: len(record.Steps)}) {
		t.Fatalf("replay of %d steps: %+v, %v", len(record.Steps), done, err)
	}
}

// withNulls is a legal move with null in place of each value in it, one after the other, but for the move itself.
func withNulls(t testing.TB, move json.RawMessage) []string {
	t.Helper()
	var v any
	if err := json.Unmarshal(move, &v); err != nil {
		t.Fatal(err)
	}
	var all []string
	write := func() {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(raw))
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, was := range v {
				v[name] = nil
				write()
				v[name] = was
				walk(was)
			}
		case []any:
			for i, was := range v {
				v[i] = nil
				write()
				v[i] = was
				walk(was)
			}
		}
	}
	walk(v)
	return all
}
