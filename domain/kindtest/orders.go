package kindtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// someOrders are up to four orders for a seat: what it can do now, and the kind's examples that may be given to it.
func (g *Game) someOrders(seat int, r *rand.Rand) []json.RawMessage {
	g.TB.Helper()
	var all []domain.Order
	for _, form := range g.Table.Kind.Orders {
		all = append(all, form.Example)
	}
	if w, _ := g.Table.Waiting(); !w.Sealed {
		for s := range g.Table.Seats { // what somebody can do now, this seat may do later
			for _, c := range g.view(s + 1).Moves {
				raw, err := json.Marshal(c.Move)
				if err != nil {
					g.TB.Fatal(err)
				}
				all = append(all, domain.Order{Move: raw})
			}
		}
	}
	var given []json.RawMessage
	for range 1 + r.IntN(4) {
		o := all[r.IntN(len(all))]
		if r.IntN(3) == 0 {
			w, _ := g.Table.Waiting()
			o.Round = w.Round + r.IntN(2)
		}
		raw, err := json.Marshal(o)
		if err != nil {
			g.TB.Fatal(err)
		}
		if g.mayOrder(seat, raw) {
			given = append(given, raw)
		}
	}
	return given
}

// mayOrder says whether a seat may be given an order. What it may not is refused with a sentence.
func (g *Game) mayOrder(seat int, order json.RawMessage) bool {
	g.TB.Helper()
	_, err := g.decodedAgain().Decide(domain.GiveOrders{Orders: []json.RawMessage{order}}, Player(seat), g.Now)
	if tooLate(err) {
		return false
	}
	if r, ok := domain.AsRefusal(err); err != nil && (!ok || len(r.Text) < 20 || !strings.HasPrefix(r.Pointer, "/orders/0")) {
		g.TB.Fatalf("order %s: %+v", order, err)
	}
	return err == nil
}

// ordersAreSecret gives a seat orders on a copy of the table: nobody else may see anything of it, its player sees what can
// be read back, and what the orders would do follows from what the player may know.
func ordersAreSecret(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	if g.Table.Status != domain.Active || len(g.Table.Kind.Orders) == 0 {
		return
	}
	seat := 1 + r.IntN(len(g.Table.Seats))
	if !g.held(seat) {
		return
	}
	orders := g.someOrders(seat, r)
	if len(orders) == 0 {
		return
	}
	trial := *g
	trial.Table = g.decodedAgain()
	out, err := trial.Table.Decide(domain.GiveOrders{Orders: orders}, Player(seat), g.Now)
	if err != nil || len(out.Events)+len(out.Notices) > 0 || !out.Unseen || !out.Moved || out.Nothing {
		t.Fatalf("orders of seat %d: %+v, %v", seat, out, err)
	}
	for viewer := 0; viewer <= len(g.Table.Seats); viewer++ {
		if same := trial.show(t, viewer) == g.show(t, viewer); same == (viewer == seat) {
			t.Fatalf("orders of seat %d, to viewer %d all looks the same: %v", seat, viewer, same)
		}
	}
	if again, err := trial.Table.Decide(domain.GiveOrders{Orders: orders}, Player(seat), g.Now); err != nil || !again.Nothing {
		t.Fatalf("the same orders again: %+v, %v", again, err)
	}
	before := trial.show(t, seat)
	other := trial
	if other.Table = OtherWorld(t, g.Kinds, trial.Table, seat, r); other.show(t, seat) != before {
		t.Fatalf("what orders do tells seat %d what it cannot know:\n%s\n%s", seat, before, other.show(t, seat))
	}
	trial.ordersAreRead(seat)
}

// ordersAreRead wants orders to be read back as they are written.
func (g *Game) ordersAreRead(seat int) {
	g.TB.Helper()
	v := g.view(seat)
	text := strings.Join(strings.Fields(g.Table.Kind.Text(v, g.Now.Location())), " ")
	var lines []string
	for i, o := range v.You.Orders {
		line := g.Table.Kind.WriteOrder(o, v.Drawing())
		if o.Round > 0 {
			line += fmt.Sprintf(" in round %d", o.Round)
		}
		lines = append(lines, line)
		if !strings.Contains(text, fmt.Sprintf("%d. %s", i+1, line)) {
			g.TB.Fatalf("seat %d is not shown its order %q:\n%s", seat, line, text)
		}
	}
	line := "orders: " + strings.Join(lines, "; ")
	for _, typed := range []string{line, strings.ToUpper(line) + "."} {
		c, err := g.Table.Kind.Command(v, typed)
		if err != nil || c.Verb != domain.VerbOrders {
			g.TB.Fatalf("seat %d: %q: %+v, %v", seat, typed, c, err)
		}
		again := g.decodedAgain()
		if out, err := again.Decide(domain.GiveOrders{Orders: c.Orders}, Player(seat), g.Now); err != nil || !out.Nothing {
			g.TB.Fatalf("seat %d: %q is read as %s, which are other orders: %v", seat, typed, c.Orders, err)
		}
	}
	for _, more := range behind {
		if more == " 9999" || more == " 0 0" {
			continue // further cards
		}
		if c, err := g.Table.Kind.Command(v, line+more); err == nil {
			g.TB.Fatalf("seat %d: %q is read as %s", seat, line+more, c.Orders)
		}
	}
}

// whoHasAChoiceIsEvident holds a kind to what it says of its phases: in those that are Evident, whether a seat has a choice is the
// same in all worlds that look the same to everybody.
func whoHasAChoiceIsEvident(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	w, waiting := g.Table.Waiting()
	if p := g.Table.Kind.Phase(w.Phase); p == nil || w.Sealed || !p.Evident {
		return
	}
	other := *g
	other.Table = OtherWorld(t, g.Kinds, g.Table, 0, r)
	for _, seat := range waiting {
		if one, other := onlyOne(g.view(seat)), onlyOne(other.view(seat)); one != other {
			t.Fatalf("whether seat %d has a choice in phase %s depends on what not everybody sees", seat, w.Phase)
		}
	}
}

func onlyOne(v domain.View) bool { return len(v.Moves) == 1 && !v.Moves[0].Example }

// Ordered plays a game at random in which seats have standing orders and forced moves are made by themselves. It says how many
// moves each rule made.
func Ordered(t *testing.T, kind *domain.Kind, edition, options string, seats int, seed uint64) map[domain.ByRule]int {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	g := NewOn(t, kind, edition, options, seats, seed, &domain.Terms{AutoForced: true})
	made := map[domain.ByRule]int{}
	for range maxInputs {
		g.settle(r, made)
		w, waiting := g.Table.Waiting()
		for _, seat := range waiting {
			if v := g.view(seat); !w.Sealed && v.You.OrderNow != nil && v.You.OrderNow.Index > 0 {
				t.Fatalf("seat %d is waited for, and its order %d applies", seat, v.You.OrderNow.Index)
			}
		}
		if g.Table.Status == domain.Active && r.IntN(3) == 0 {
			seat := 1 + r.IntN(seats)
			g.Must(domain.GiveOrders{Orders: g.someOrders(seat, r)}, Player(seat))
			g.settle(r, made)
		}
		if !g.Next(r) {
			break
		}
	}
	if g.Table.Status != domain.Over {
		t.Fatalf("not over after %d inputs", maxInputs)
	}
	logFoldsToTable(t, g)
	recordReplays(t, g)
	return made
}

// settle decides and logs what the table does by itself.
func (g *Game) settle(r *rand.Rand, made map[domain.ByRule]int) {
	g.TB.Helper()
	for in := g.Table.Next(r); in != nil; in = g.Table.Next(r) {
		play, ok := in.(domain.PlayMoves)
		if !ok {
			g.TB.Fatalf("a sealed move was made by itself: %+v", in)
		}
		made[play.Why]++
		had := len(g.Table.Seats[play.For-1].Orders)
		out := g.Must(in, domain.Clock)
		if used := had - len(g.Table.Seats[play.For-1].Orders); play.Why == domain.ByOrder && used < 1 {
			g.TB.Fatalf("order %d of seat %d was carried out and stays", play.Order, play.For)
		}
		if len(out.Events) == 0 {
			g.TB.Fatalf("%s moved for seat %d, and nobody was told", play.Why, play.For)
		}
		for seat := 0; seat <= len(g.Table.Seats); seat++ {
			told := slices.ContainsFunc(out.Events, func(e domain.Told) bool { return strings.Contains(string(e.For(seat).Data), "by_order") })
			if told != (seat == play.For && play.Why == domain.ByOrder) {
				g.TB.Fatalf("%s moved for seat %d, and seat %d is told that it was an order: %v", play.Why, play.For, seat, told)
			}
		}
	}
}
