package kindtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// epoch is when test games begin; what it is does not matter.
var epoch = time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)

// Game is a table in the making, with its log.
type Game struct {
	Kinds domain.Kinds
	Table *domain.Table
	Log   []domain.Logged
	Now   time.Time
	TB    testing.TB

	Worlds, Others int // how often two worlds were compared, and how often they did differ in secrets
}

// New opens a game for so many accounts, named p1, p2 …, and seats all of them, which starts it.
func New(tb testing.TB, kind *domain.Kind, edition, options string, seats int, seed uint64) *Game {
	tb.Helper()
	return NewOn(tb, kind, edition, options, seats, seed, nil)
}

// NewOn is New for a game with terms.
func NewOn(tb testing.TB, kind *domain.Kind, edition, options string, seats int, seed uint64, terms *domain.Terms) *Game {
	tb.Helper()
	g := &Game{Kinds: domain.Kinds{kind}, Now: epoch, TB: tb}
	open := domain.Open{ID: fmt.Sprintf("game%d", seed), Kind: kind.Name, Edition: edition, Seats: seats,
		ServerSeed: fmt.Sprintf("%064x", seed), Nonce: "n1", Terms: terms}
	if options != "" {
		open.Options = json.RawMessage(options)
	}
	by := domain.Actor{Account: "p1"}
	t, _, err := g.Kinds.Open(open, by, g.Now)
	if err != nil {
		tb.Fatalf("open: %v", err)
	}
	g.Table, g.Log = t, []domain.Logged{domain.Log(1, open, by, g.Now)}
	for seat := 2; seat <= seats; seat++ {
		g.Must(domain.Join{Nonce: fmt.Sprintf("n%d", seat)}, Player(seat))
	}
	return g
}

// Player is the actor in a seat of a game made by New.
func Player(seat int) domain.Actor { return domain.Actor{Account: fmt.Sprintf("p%d", seat)} }

// Names are the players' names by account.
func Names(seats int) map[string]string {
	names := map[string]string{}
	for seat := 1; seat <= seats; seat++ {
		names[Player(seat).Account] = fmt.Sprintf("Player %d", seat)
	}
	return names
}

// Decide hands an input to the table and logs it if it was taken.
func (g *Game) Decide(in domain.Input, by domain.Actor) (domain.Outcome, error) {
	out, err := g.Table.Decide(in, by, g.Now)
	if err == nil && !out.Nothing {
		g.Log = append(g.Log, domain.Log(len(g.Log)+1, in, by, g.Now))
	}
	return out, err
}

// Must is Decide for an input that has to be taken.
func (g *Game) Must(in domain.Input, by domain.Actor) domain.Outcome {
	g.TB.Helper()
	out, err := g.Decide(in, by)
	if err != nil {
		g.TB.Fatalf("%T by %s: %v", in, by.Account, err)
	}
	return out
}

// Seal makes the input of a sealed move with a receipt and a nonce that follow from the seat.
func Seal(seat int, move string, ready bool) domain.Seal {
	return domain.Seal{Move: json.RawMessage(move), Ready: ready, Receipt: fmt.Sprintf("receipt-%d", seat), Nonce: strings.Repeat(fmt.Sprintf("%02x", seat), 16)}
}

// PlayOne makes the input of one open move.
func PlayOne(move string) domain.PlayMoves {
	return domain.PlayMoves{Moves: []json.RawMessage{json.RawMessage(move)}}
}

// held says whether a person holds a seat: players may lose theirs by not coming.
func (g *Game) held(seat int) bool { return g.Table.Seats[seat-1].Held() == domain.HeldByPlayer }

func (g *Game) host() domain.Actor { return domain.Actor{Account: g.Table.Host} }

// extend lets the host move the present deadline out, unless it has been moved as far as it may be.
func (g *Game) extend() {
	g.TB.Helper()
	out, err := g.Decide(domain.Extend{Deadline: g.Table.Deadline}, g.host())
	if r, ok := domain.AsRefusal(err); ok && (r.Code == domain.CannotExtend || r.Code == domain.DeadlinePassed) {
		return
	}
	if err != nil || len(out.Events) != 1 {
		g.TB.Fatalf("extend: %+v, %v", out, err)
	}
}

// termsFor are the terms of a game, those of a game that is older than terms among them.
func termsFor(seed uint64) *domain.Terms {
	terms := domain.DefaultTerms()
	switch (seed/1000 + seed) % 4 { // by the number of seats, and the game
	case 0:
		return nil
	case 1:
		terms.Schedule = domain.Schedule{Clock: "20:00", Zone: "Europe/Berlin", Days: []string{"mon", "thu"}, Min: 3600, Changes: []domain.ClockChange{{0, 3600}}}
	case 2:
		terms.Grace, terms.Bank = 600, &domain.Bank{Start: 60, Increment: 1, Cap: 120}
	case 3:
		terms.Early, terms.Bank = false, &domain.Bank{Increment: 30, Cap: 3600}
	}
	return &terms
}

// pause lets everybody want to go on, and the host pause what comes then until it goes on by itself.
func (g *Game) pause() {
	g.TB.Helper()
	for seat := range g.Table.Seats {
		if g.Table.Status == domain.Active && g.held(seat+1) {
			g.Must(domain.Hurry{}, Player(seat+1))
		}
	}
	_, err := g.Decide(domain.PauseGame{For: domain.MinPause}, g.host())
	if r, ok := domain.AsRefusal(err); ok && (r.Code == domain.CannotPause || r.Code == domain.GameNotActive || r.Code == domain.DeadlinePassed) {
		return
	}
	if err != nil {
		g.TB.Fatalf("pause: %v", err)
	}
	g.Now = g.Table.Due()
	g.Must(domain.Expire{}, domain.Clock)
}

// isTooLate says whether what a seat may still do after the deadline can be done no more.
func (g *Game) isTooLate(seat int) bool {
	overtime := g.Table.View("", nil).Overtime
	return overtime != nil && !slices.ContainsFunc(overtime.Late, func(s domain.LateSeat) bool { return s.Seat == seat && g.Now.Before(s.Until) })
}

// playOn decides and logs what the table does by itself: moves of bots, orders that apply, moves without a choice.
func (g *Game) playOn(r *rand.Rand) {
	g.TB.Helper()
	for in := g.Table.Next(r); in != nil; in = g.Table.Next(r) {
		if seal, ok := in.(domain.Seal); ok {
			blind := Seal(seal.For, string(seal.Move), true)
			blind.Automatic = seal.Automatic
			in = blind
		}
		g.Must(in, domain.Clock)
	}
}

// Next makes one random thing happen, after what the table does by itself: somebody who is waited for moves, thinks again, or lets the deadline pass. It is
// false when the game is over.
func (g *Game) Next(r *rand.Rand) bool {
	g.TB.Helper()
	g.playOn(r)
	w, waiting := g.Table.Waiting()
	if g.Table.Status != domain.Active {
		return false
	}
	g.Now = g.Now.Add(time.Duration(1+r.IntN(50)) * time.Second)
	waiting = slices.DeleteFunc(waiting, func(seat int) bool { return g.isTooLate(seat) || !g.held(seat) })
	if r.IntN(40) == 0 || len(waiting) == 0 {
		if due := g.Table.Due(); g.Now.Before(due) {
			g.Now = due.Add(time.Duration(r.IntN(5)) * time.Second)
		}
		g.Must(domain.Expire{}, domain.Clock)
		return g.Table.Status == domain.Active
	}
	seat := waiting[r.IntN(len(waiting))]
	move := string(g.Table.Sample(seat, r))
	if !w.Sealed {
		g.Must(PlayOne(move), Player(seat))
		return g.Table.Status == domain.Active
	}
	if _, stored := g.Table.Sealed[seat]; stored && r.IntN(4) == 0 {
		g.Must(domain.Withdraw{}, Player(seat))
		return true
	}
	g.Must(Seal(seat, move, r.IntN(4) > 0), Player(seat))
	return g.Table.Status == domain.Active
}
