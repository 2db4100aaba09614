package kindtest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tender/domain"
)

// tries is how often another secret that looks the same is searched for.
const tries = 60

func (g *Game) view(seat int) domain.View {
	account := ""
	if seat > 0 {
		account = Player(seat).Account
	}
	return g.Table.View(account, Names(len(g.Table.Seats)))
}

// show is everything that a viewer gets to see of a table.
func (g *Game) show(t testing.TB, seat int) string {
	t.Helper()
	v := g.view(seat)
	raw, err := json.Marshal([]any{v, g.Table.Kind.Picture(v)})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + "\n" + g.Table.Kind.Text(v, time.UTC)
}

// secretsStaySecret changes, for every viewer, all that the viewer cannot know, and compares what the viewer sees.
func secretsStaySecret(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	for viewer := 0; viewer <= len(g.Table.Seats); viewer++ {
		before := g.show(t, viewer)
		other := *g
		other.Table = OtherWorld(t, g.Kinds, g.Table, viewer, r)
		g.Worlds++
		if other.Table != g.Table {
			g.Others++
		}
		if after := other.show(t, viewer); after != before {
			t.Fatalf("viewer %d can tell two worlds apart that differ only in secrets:\n%s\n%s", viewer, before, after)
		}
	}
}

// OtherWorld is a table that a viewer must not be able to tell from the given one: what the viewer cannot know has been
// dealt anew, the sealed moves of other seats are other moves with the same cover, and other seats have standing orders where
// they had none and none where they had some. It is the given table itself when chance finds no
// other, or there is none.
func OtherWorld(tb testing.TB, kinds domain.Kinds, table *domain.Table, viewer int, r *rand.Rand) *domain.Table {
	tb.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(table.Encode(), &doc); err != nil {
		tb.Fatal(err)
	}
	if doc["position"] == nil {
		return table
	}
	original := doc["position"]
	reordered(tb, table, doc, viewer)
	var other *domain.Table
	for range tries {
		doc["position"] = table.Kind.Resample(original, viewer, r)
		raw, err := json.Marshal(doc)
		if err != nil {
			tb.Fatal(err)
		}
		if other, err = kinds.DecodeTable(raw, nil); err != nil {
			tb.Fatalf("a resampled position does not decode: %v", err)
		}
		if other.Sealed = resealed(table, other, viewer, r); other.Sealed != nil && differs(table, other) {
			return other
		}
	}
	return table // no other secret looks like this one
}

// reordered gives other seats than the viewer's standing orders in an encoded table, and takes theirs away.
func reordered(tb testing.TB, table *domain.Table, doc map[string]json.RawMessage, viewer int) {
	tb.Helper()
	if len(table.Kind.Orders) == 0 || table.Status != domain.Active {
		return
	}
	seats := slices.Clone(table.Seats)
	for i := range seats {
		switch {
		case i+1 == viewer:
		case len(seats[i].Orders) > 0:
			seats[i].Orders = nil
		default:
			last := table.Kind.Orders[len(table.Kind.Orders)-1].Example
			last.Round = 1000 // it is never carried out
			seats[i].Orders = []domain.Order{last}
		}
	}
	raw, err := json.Marshal(seats)
	if err != nil {
		tb.Fatal(err)
	}
	doc["seats"] = raw
}

// differs says whether two tables hold other secrets.
func differs(a, b *domain.Table) bool {
	if string(a.Encode()) != string(b.Encode()) {
		return true
	}
	for seat, s := range a.Sealed {
		if string(s.Move) != string(b.Sealed[seat].Move) {
			return true
		}
	}
	return false
}

// resealed finds for every sealed move but the viewer's another one with the same cover that is legal in the other
// world; it is nil when chance finds none.
func resealed(table, other *domain.Table, viewer int, r *rand.Rand) map[int]domain.Sealed {
	sealed := map[int]domain.Sealed{}
	for seat, s := range table.Sealed {
		sealed[seat] = s
		if seat == viewer {
			continue
		}
		if s.Move = alike(other, seat, table.CoverOf(seat, s.Move), r); s.Move == nil {
			return nil
		}
		s.Receipt, s.Nonce = "another", "another"
		sealed[seat] = s
	}
	return sealed
}

// alike looks for a legal move with a given cover.
func alike(table *domain.Table, seat int, cover string, r *rand.Rand) json.RawMessage {
	for range tries {
		if move := table.Sample(seat, r); table.CoverOf(seat, move) == cover {
			return move
		}
	}
	return nil
}
