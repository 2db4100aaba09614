package kindtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tender/domain"
)

const maxBotSteps = 3000 // more than any game of bots needs

// botsAreFair asks the bot of every wanted seat for a move, in this world and in another that the seat cannot tell from
// it: with the same chance the move must be the same, and it must be taken.
func botsAreFair(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	w, _ := g.Table.Waiting()
	for _, seat := range w.Seats {
		if !g.held(seat) {
			continue // its bot has moved already
		}
		seed := r.Uint64()
		bot := func(table *domain.Table) string { return string(table.Bot(seat, rand.New(rand.NewPCG(seed, 1)))) }
		move := bot(g.Table)
		if other := OtherWorld(t, g.Kinds, g.Table, seat, r); bot(other) != move {
			t.Fatalf("the bot of seat %d knows what is hidden: %s in one world, %s in another", seat, move, bot(other))
		}
		var in domain.Input = PlayOne(move)
		if w.Sealed {
			in = Seal(seat, move, true)
		}
		trial := *g
		trial.Table = g.decodedAgain()
		if _, err := trial.Table.Decide(in, Player(seat), g.Now); err != nil && !tooLate(err) {
			t.Fatalf("the bot of seat %d makes a move that is refused: %s: %v", seat, move, err)
		}
	}
}

// tooLate says that a move is refused because its deadline has passed, whatever move it is.
func tooLate(err error) bool {
	r, ok := domain.AsRefusal(err)
	return ok && r.Code == domain.DeadlinePassed
}

// botsFinish lets bots play a game among themselves, with the numbers of all options at their least: nothing but the
// bots' own moves may be needed to end it.
func botsFinish(t testing.TB, kind *domain.Kind, edition domain.Edition, seats int, seed uint64) {
	t.Helper()
	p := started(t, kind, edition.Name, least(edition), seats, seed)
	r := rand.New(rand.NewPCG(seed, 2))
	for range maxBotSteps {
		before := p.Encode()
		plays, over := Plays(t, p, func(seat int) json.RawMessage { return p.Bot(seat, r) })
		if over {
			return
		}
		if !bytes.Equal(before, p.Encode()) {
			t.Fatal("thinking about a move changes the position")
		}
		p.Step(plays)
	}
	t.Fatalf("bots do not end a game of %d seats in %d steps", seats, maxBotSteps)
}

// Plays gathers the moves that a position waits for, one of each wanted seat or, in an open wait, of the first; over is
// true when it waits for none.
func Plays(t testing.TB, p domain.Position, move func(seat int) json.RawMessage) (plays []domain.Play[json.RawMessage], over bool) {
	t.Helper()
	w := p.Wanted()
	seats := w.Seats
	if !w.Sealed {
		seats = seats[:min(len(seats), 1)]
	}
	for _, seat := range seats {
		m := move(seat)
		if _, err := p.Check(seat, m); err != nil {
			t.Fatalf("seat %d: %s: %v", seat, m, err)
		}
		plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: m})
	}
	return plays, len(plays) == 0
}

// started sets up a position with a seed that follows from a number.
func started(t testing.TB, kind *domain.Kind, edition, given string, seats int, seed uint64) domain.Position {
	t.Helper()
	options, err := kind.Options(edition, seats, json.RawMessage(given))
	if err != nil {
		t.Fatal(err)
	}
	var server [32]byte
	rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seats)}).Read(server[:])
	p, err := kind.Start(edition, options, seats, server)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// least gives every option that is an integer its least value, as JSON.
func least(edition domain.Edition) string {
	var given []string
	for _, o := range edition.Options {
		if o.Type == "integer" && o.Min != nil {
			given = append(given, fmt.Sprintf("%q:%d", o.Name, *o.Min))
		}
	}
	return "{" + strings.Join(given, ",") + "}"
}
