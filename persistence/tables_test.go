package persistence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestGameIsPlayedFromTheLobbyToItsRecord(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ps := w.people(t, 3)
		game := w.game(t, ps...)
		for round := 1; round <= 2; round++ {
			for i, p := range ps {
				if out := w.decide(t, game, bid(i), p); out.Receipt == nil || out.Receipt.ID == "" || len(out.Receipt.Nonce) != 32 {
					t.Errorf("receipt %+v", out.Receipt)
				}
				w.verify(t, game)
			}
			if round == 1 {
				_, err := w.Record(ctx, game, "")
				refused(t, err, domain.RecordNotOver)
			}
			w.decide(t, game, take(), ps[2])
			w.verify(t, game)
		}
		v, err := w.View(ctx, game, ps[0].ID)
		must(t, err)
		if v.Status != domain.Over || v.Seats[2].Player != "person3" || v.You.Seat != 1 || v.Result.Totals[2] != 4 {
			t.Errorf("view %+v", v)
		}
		r, err := w.Record(ctx, game, "")
		must(t, err)
		if len(r.Steps) != 8 || r.Names[1] != "person2" || r.Nonces[0] != "host" {
			t.Errorf("record %+v", r)
		}
	})
}

func TestSealingWritesOneSmallRowAndOneLogEntry(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		before := w.dump(t)
		w.decide(t, game, bid(3), ps[0])
		after := w.dump(t)
		for table := range after {
			grew := len(after[table]) - len(before[table])
			want := map[string]int{"sealed": 1, "inputs": 1}[table]
			if grew != want || want == 0 && strings.Join(before[table], "") != strings.Join(after[table], "") {
				t.Errorf("%s: %d new rows\n%v\n%v", table, grew, before[table], after[table])
			}
		}
		w.decide(t, game, bid(4), ps[0])
		w.decide(t, game, domain.Withdraw{}, ps[0])
		w.verify(t, game)
		if d := w.dump(t); len(d["sealed"]) != 0 || len(d["inputs"]) != len(before["inputs"])+3 {
			t.Errorf("after the withdrawal: %v", d["sealed"])
		}
	})
}

func TestRefusedInputLeavesTheDatabaseAsItWas(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ps := w.people(t, 3)
		game := w.game(t, ps[0], ps[1])
		w.decide(t, game, bid(3), ps[0])
		before := w.dump(t)
		for _, c := range []struct {
			name string
			in   domain.Input
			who  domain.Account
			code domain.Code
		}{
			{"bid of a stranger", bid(1), ps[2], domain.NotSeated},
			{"bid that is no bid", domain.Seal{Move: []byte(`{"type":"bid","amount":99}`)}, ps[1], domain.WrongPhase},
			{"bid that is no JSON", domain.Seal{Move: []byte("{\"\x00")}, ps[1], domain.MalformedMove},
			{"bid for another step", domain.Seal{Move: bid(1).Move, Meant: domain.Meant{Step: 7}}, ps[1], domain.Stale},
			{"withdrawal of nothing", domain.Withdraw{}, ps[1], domain.NothingSealed},
			{"joining a full game", domain.Join{}, ps[2], domain.GameFull},
			{"leaving a running game", domain.Leave{}, ps[1], domain.GameNotOpen},
		} {
			_, err := w.Decide(ctx, game, c.in, by(c.who))
			refused(t, err, c.code)
			same(t, c.name, before, w.dump(t))
		}
		_, _, err := w.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 9}, by(ps[0]))
		refused(t, err, domain.SeatsOutOfRange)
		_, err = w.Decide(ctx, "nosuchgame", bid(1), by(ps[0]))
		refused(t, err, domain.NotFound)
		_, err = w.Decide(ctx, "\x00", bid(1), by(ps[0]))
		refused(t, err, domain.NotFound)
		out, err := w.Decide(ctx, game, domain.Expire{}, domain.Clock)
		if err != nil || !out.Nothing {
			t.Errorf("an early alarm: %+v, %v", out, err)
		}
		same(t, "refused opening and early alarm", before, w.dump(t))
		w.verify(t, game)
	})
}

func TestPanicInTheRulesRollsBackAndTellsNoSecret(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		for _, amount := range []int{fatal, outOfRange} {
			w.decide(t, game, bid(amount), ps[0])
			before := w.dump(t)
			_, err := w.Decide(t.Context(), game, bid(1), by(ps[1]))
			if err == nil || !strings.Contains(err.Error(), "toyRules") {
				t.Fatalf("error %v", err)
			}
			if first, _, _ := strings.Cut(err.Error(), "\n"); strings.Contains(first, fmt.Sprint(amount)) {
				t.Errorf("the error tells the bid: %s", first)
			}
			same(t, "after the panic", before, w.dump(t))
		}
		w.decide(t, game, bid(2), ps[0]) // the game can go on
		w.decide(t, game, bid(1), ps[1])
		w.verify(t, game)
	})
}

func TestFaultOfTheDatabaseIsNotBlamedOnThePlayersID(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		other := w.game(t, ps...)
		w.decide(t, other, bid(1), ps[0])
		if strings.HasPrefix(w.url, "sqlite:") {
			w.exec(t, "CREATE TRIGGER lose BEFORE INSERT ON sealed BEGIN SELECT RAISE(IGNORE); END")
			w.exec(t, "CREATE TRIGGER lose_too BEFORE UPDATE ON games BEGIN SELECT RAISE(IGNORE); END")
		} else {
			w.exec(t, "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
			w.exec(t, "CREATE TRIGGER lose BEFORE INSERT ON sealed FOR EACH ROW EXECUTE FUNCTION lose()")
			w.exec(t, "CREATE TRIGGER lose_too BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION lose()")
		}
		before := w.dump(t)
		_, sealing := w.Decide(t.Context(), game, bid(1), by(ps[0]))
		_, moving := w.Decide(t.Context(), other, bid(2), by(ps[1]))
		for _, err := range []error{sealing, moving} {
			if r, ok := domain.AsRefusal(err); err == nil || ok {
				t.Errorf("error %v, refusal %v", err, r)
			}
		}
		same(t, "after the faults", before, w.dump(t))
	})
}

func TestSeatsOfTheLobbyMoveUpWhenSomebodyLeaves(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 4)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 4}, by(ps[0]))
		must(t, err)
		w.decide(t, game, domain.Join{}, ps[1])
		w.decide(t, game, domain.Join{}, ps[2])
		w.decide(t, game, domain.Leave{}, ps[0])
		w.verify(t, game)
		w.decide(t, game, domain.Join{}, ps[3])
		w.decide(t, game, domain.Start{}, ps[1])
		w.verify(t, game)
		turns, err := w.Turns(t.Context(), ps[3].ID)
		must(t, err)
		if len(turns) != 1 || turns[0].Seat != 3 || !turns[0].Sealed {
			t.Errorf("turns %+v", turns)
		}
	})
}

func TestEventsAreToldToEachAsTheyMayKnowThem(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		w.decide(t, game, bid(3), ps[0])
		w.decide(t, game, bid(1), ps[1])
		w.decide(t, game, take(), ps[0])
		own, err := w.Events(t.Context(), game, ps[0].ID, 0, 100)
		must(t, err)
		others, err := w.Events(t.Context(), game, ps[1].ID, 0, 100)
		must(t, err)
		last := len(own) - 1
		if len(own) != len(others) || string(own[last].Data) != `{"seat":1,"yours":true}` || string(others[last].Data) != `{"seat":1}` {
			t.Errorf("told %s and %s", own[last].Data, others[last].Data)
		}
		for i, e := range own {
			if e.Number != i+1 {
				t.Errorf("event %d has number %d", i+1, e.Number)
			}
		}
		page, err := w.Events(t.Context(), game, "", 2, 2)
		if err != nil || len(page) != 2 || page[0].Number != 3 {
			t.Errorf("page %+v, %v", page, err)
		}
		_, err = w.Events(t.Context(), "nosuchgame", "", 0, 9)
		refused(t, err, domain.NotFound)
	})
}

func TestClockThatRunsBackDoesNotTurnTheLogAround(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		w.clock.advance(-time.Hour)
		w.decide(t, game, bid(1), ps[0])
		log, err := w.Log(t.Context(), game)
		must(t, err)
		if last := log[len(log)-1]; last.At.Before(log[0].At) {
			t.Errorf("logged at %v after %v", last.At, log[0].At)
		}
		w.verify(t, game)
	})
}
