package mowmoney

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestGamesWithStandingOrdersFoldAndReplay(t *testing.T) {
	made := map[domain.ByRule]int{}
	for seats := 1; seats <= 5; seats++ {
		for rule, n := range kindtest.Ordered(t, Kind, editions[0].Name, "", seats, uint64(seats)) {
			made[rule] += n
		}
	}
	if made[domain.ByOrder] < 20 || made[domain.ByForced] < 5 {
		t.Errorf("moves by rule: %v", made)
	}
}

// broke is a game with terms in which a seat has bought all that it can, and can only say done.
func broke(t *testing.T, terms *domain.Terms) (g *kindtest.Game, seat int) {
	t.Helper()
	for seed := range uint64(20) {
		g = kindtest.NewOn(t, Kind, "2016", "", 3, seed+1, terms)
		for r := rand.New(rand.NewPCG(seed, 3)); g.Next(r); {
			w, waiting := g.Table.Waiting()
			if w.Phase != phaseInvest {
				continue
			}
			if v := g.Table.View(kindtest.Player(waiting[0]).Account, nil); len(v.Moves) == 1 && !v.Moves[0].Example {
				return g, waiting[0]
			}
		}
	}
	t.Fatal("nobody ever spends all")
	return nil, 0
}

func TestASeatThatCanOnlySayDoneSaysItAtOnce(t *testing.T) {
	g, seat := broke(t, &domain.Terms{AutoForced: true})
	in, ok := g.Table.Next(nil).(domain.PlayMoves)
	if !ok || in.Why != domain.ByForced || in.For != seat || string(in.Moves[0]) != `{"type":"done","discard":[]}` {
		t.Fatalf("of itself the table does %+v", in)
	}
	g.Must(in, domain.Clock)
	for name, terms := range map[string]*domain.Terms{"where the host wants to be asked": {}, "in a game from before there were terms": nil} {
		if g, _ := broke(t, terms); g.Table.Next(nil) != nil {
			t.Errorf("%s the table does %+v", name, g.Table.Next(nil))
		}
	}
}

func TestWhoHasNoChoiceMissesNothing(t *testing.T) {
	missed := func(terms *domain.Terms) int {
		g, seat := broke(t, terms)
		before := g.Table.Seats[seat-1].Missed
		if n := (domain.Notice{Type: domain.Reminder, Seat: seat, Step: g.Table.Seats[seat-1].Since}); g.Table.Owes(n) {
			t.Error("it is reminded")
		}
		g.Now = g.Table.Deadline.Add(time.Second)
		g.Must(domain.Expire{}, domain.Clock)
		return g.Table.Seats[seat-1].Missed - before
	}
	if n := missed(&domain.Terms{}); n != 0 {
		t.Errorf("%d missed turns", n)
	}
	if n := missed(nil); n != 1 {
		t.Errorf("%d missed turns in a game that began before; its log must fold as it did", n)
	}
}

// lastBuy is a game with terms that waits for a seat which has a move that leaves it nothing but to say done.
func lastBuy(t *testing.T, terms *domain.Terms) (g *kindtest.Game, seat int, buy domain.PlayMoves) {
	t.Helper()
	for seed := range uint64(20) {
		g = kindtest.NewOn(t, Kind, "2016", "", 3, seed+1, terms)
		for r := rand.New(rand.NewPCG(seed, 3)); g.Next(r); {
			w, waiting := g.Table.Waiting()
			if w.Phase != phaseInvest || g.Table.Course.Overtime != nil {
				continue
			}
			buy := kindtest.PlayOne(string(g.Table.Sample(waiting[0], r)))
			twin, err := g.Kinds.DecodeTable(g.Table.Encode(), nil)
			if err != nil {
				t.Fatal(err)
			}
			by := kindtest.Player(waiting[0])
			if _, err := twin.Decide(buy, by, g.Now); err != nil {
				t.Fatal(err)
			}
			now, still := twin.Waiting()
			if v := twin.View(by.Account, nil); now.Turn == w.Turn && slices.Equal(still, waiting) && len(v.Moves) == 1 && !v.Moves[0].Example {
				return g, waiting[0], buy
			}
		}
	}
	t.Fatal("nobody ever spends all")
	return nil, 0, domain.PlayMoves{}
}

func TestWhoBuysLateAndCanOnlySayDoneThenHasMissedNothing(t *testing.T) {
	for _, forced := range []bool{true, false} {
		g, seat, buy := lastBuy(t, &domain.Terms{AutoForced: forced, Grace: 600})
		before, missed := g.Table.Deadline, g.Table.Seats[seat-1].Missed
		g.Now = before.Add(time.Minute)
		g.Must(domain.Expire{}, domain.Clock)
		told := g.Must(buy, kindtest.Player(seat)).Events
		if in := g.Table.Next(nil); (in != nil) != forced {
			t.Fatalf("forced moves by themselves: %v; of itself the table does %+v", forced, in)
		} else if forced {
			if in := in.(domain.PlayMoves); in.Why != domain.ByForced || in.For != seat || g.Table.Course.Overtime == nil {
				t.Errorf("of itself the table does %+v", in)
			}
			told = append(told, g.Must(in, domain.Clock).Events...)
		}
		for _, e := range told {
			if e.Type == "deadline_passed" {
				t.Errorf("forced moves by themselves: %v; seat %d, which has moved, is told of as late: %s", forced, seat, e.Data)
			}
		}
		if g.Table.Deadline.Equal(before) || g.Table.Course.Overtime != nil || g.Table.Seats[seat-1].Missed != missed {
			t.Errorf("forced moves by themselves: %v; the turn goes on: %+v", forced, g.Table.Seats[seat-1])
		}
	}
}

func TestOrdersForPickUpsGoByTheHand(t *testing.T) {
	for _, c := range []struct{ order, now, want string }{
		{`{"move":{"type":"dance"}}`, "", "/move/type malformed_order"},
		{`{"move":{"type":"buy_card","deck":"basic"}}`, "", "/move/type malformed_order"},
		{`{"move":{"type":"done","discard":[1]}}`, "", "/move/discard malformed_order"},
		{`{"if":{"pays":4},"move":{"type":"done"}}`, "", "/if malformed_order"},
		{`{"if":{"pays":21},"move":{"type":"pickup"}}`, "", "/if/pays malformed_order"},
		{`{"move":{"type":"pickup","job":"sing"}}`, "", "/move/job malformed_order"},
		{`{"move":{"type":"pickup","cards":[1,2]}}`, "", "/move/cards not_an_odd_job"},
		{`{"move":{"type":"pickup","cards":[1,1,2]}}`, "", "/move/cards/1 card_twice"},
		{`{"move":{"type":"pickup","cards":[107,1,2]}}`, "", "/move/cards/0 malformed_order"},
		{`{"move":{"type":"pass","job":"clean_up"}}`, "", "/move/job malformed_move"},
		{`{"if":{"pays":9},"move":{"type":"pickup"}}`, "", `{"if":{"pays":9},"move":{"type":"pickup"}}`},
	} {
		var o domain.Order
		var m Move
		if json.Unmarshal([]byte(c.order), &o) != nil || json.Unmarshal(o.Move, &m) != nil {
			t.Fatal(c.order)
		}
		got := ""
		m, cond, err := rules{}.CheckOrder(&State{}, 1, m, o.If)
		if r, ok := domain.AsRefusal(err); ok {
			got = r.Pointer + " " + string(r.Code)
		} else {
			var c Condition
			_ = json.Unmarshal(cond, &c)
			raw, _ := json.Marshal(orderOf(m, c))
			got = string(raw)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.order, got, c.want)
		}
	}
	hand := func(job Job, n int) (ids []int) {
		for id := 1; id <= len(bidCards) && len(ids) < n; id++ {
			if cardOf(id).Has(job) {
				ids = append(ids, id)
			}
		}
		return ids
	}
	plant := hand(3, 3)
	if m, says, ok := followPickup(plant, Move{Type: movePickup, Job: "plant_trees"}, Condition{}); !ok || m.Job != "plant_trees" || len(m.Cards) != 3 {
		t.Errorf("%+v %s", m, says)
	}
	for want, try := range map[string]func() (Move, string, bool){
		"The odd job plant trees pays $14, not $20.": func() (Move, string, bool) {
			return followPickup(plant, Move{Type: movePickup, Job: "plant_trees"}, Condition{Pays: 20})
		},
		"Your hand can do no odd job.": func() (Move, string, bool) { return followPickup(plant[:2], Move{Type: movePickup}, Condition{}) },
	} {
		if _, says, ok := try(); ok || says != want {
			t.Errorf("%v %q, want %q", ok, says, want)
		}
	}
}
