package notify

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/money"
)

var (
	noon    = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)
	players = map[string]string{"a1": "Ana", "b2": "Ben", "c3": "Cleo"}
)

// game is a table of three that tests play on; nothing in it is left to chance.
type game struct {
	t     testing.TB
	table *domain.Table
	at    time.Time
	rand  *rand.Rand
	last  []domain.Notice // of the last input
	told  []domain.Told   // so far
	knows map[int]int     // by seat, the event up to which its mails before the last input told
}

func begin(t testing.TB) *game {
	t.Helper()
	table, out, err := domain.Kinds{money.Kind}.Open(domain.Open{ID: "7fq2m8x4zt", Kind: money.Kind.Name, Title: "Friday", Seats: 3,
		ServerSeed: strings.Repeat("5e", 32), Nonce: "a phrase of mine"}, domain.Actor{Account: "a1"}, noon)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, table: table, at: noon, rand: rand.New(rand.NewPCG(1, 2)), told: out.Events, knows: map[int]int{}}
	g.do(domain.Join{}, "b2")
	g.do(domain.Join{}, "c3")
	return g
}

func (g *game) do(in domain.Input, account string) {
	g.t.Helper()
	g.at = g.at.Add(time.Minute)
	out, err := g.table.Decide(in, domain.Actor{Account: account}, g.at)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, n := range g.last {
		if slices.Contains(Channels(n), domain.ByEmail) {
			g.knows[n.Seat] = n.Event
		}
	}
	g.last, g.told = out.Notices, append(g.told, out.Events...)
}

// move lets the first seat that is waited for make some move.
func (g *game) move() {
	g.t.Helper()
	w, waiting := g.table.Waiting()
	seat := waiting[0]
	account, move := g.table.Seats[seat-1].Account, g.table.Sample(seat, g.rand)
	if w.Sealed {
		g.do(domain.Seal{Move: move, Ready: true, Receipt: "r", Nonce: "n"}, account)
		return
	}
	g.do(domain.PlayMoves{Moves: []json.RawMessage{move}}, account)
}

// until plays on until a notice of that type has come up, and returns it with the view of the one it is for.
func (g *game) until(what domain.NoticeType) (domain.Notice, domain.View) {
	g.t.Helper()
	for {
		for _, n := range g.last {
			if n.Type == what && n.Step != 1 || n.Type == what && what == domain.GameStarted {
				return n, g.view(n.Seat)
			}
		}
		g.move()
	}
}

func (g *game) view(seat int) domain.View {
	return g.table.View(g.table.Seats[seat-1].Account, players)
}

var composer = Composer{Kinds: domain.Kinds{money.Kind}, Public: "https://tender.example.org"}

// news are the events after a number as a seat was told of them.
func (g *game) news(seat, after int) (news []domain.EventView) {
	for _, e := range g.told[after:] {
		news = append(news, e.For(seat))
	}
	return news
}

// compose puts a notice into words with what has happened since the reader's mail before.
func (g *game) compose(n domain.Notice, v domain.View) Message {
	g.t.Helper()
	said, err := composer.Compose(n, v, g.news(n.Seat, g.knows[n.Seat]), time.UTC)
	if err != nil {
		g.t.Fatal(err)
	}
	return said
}
