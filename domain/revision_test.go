package domain_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// shy are other rules for the toy: what stands for a seat that does not bid is the number 1.
type shy struct {
	domain.Rules[kindtest.ToyOptions, kindtest.ToyState, kindtest.ToyMove]
}

func (shy) Absent(s *kindtest.ToyState, _ int) kindtest.ToyMove {
	if len(s.Picks) > 0 {
		return kindtest.ToyMove{Type: "drop"}
	}
	return kindtest.ToyMove{Type: "bid", Number: 1}
}

// revised is the toy at revision 2, which keeps 1; alone it does not.
func revised(alone bool) (first, second domain.Kinds) {
	about := *kindtest.Toy
	about.Revision = 1
	one := domain.NewKind(about, kindtest.ToyRules)
	about.Revision, about.Earlier = 2, []*domain.Kind{one}
	if alone {
		about.Earlier = nil
	}
	about.Phases = append([]domain.Phase{{Name: "bid", Sealed: true, Asks: "a number, please", Absent: "a one"}}, about.Phases[1:]...)
	return domain.Kinds{one}, domain.Kinds{domain.NewKind(about, shy{kindtest.ToyRules})}
}

func TestGameGoesOnUnderTheRulesItBeganWith(t *testing.T) {
	first, second := revised(false)
	in := opening()
	in.Options = json.RawMessage(`{"rounds":1}`)
	old := written(t, in, first)
	in.Revision = 2
	young := written(t, in, second)
	old.kinds = second
	var err error
	if old.Table, err = second.DecodeTable(old.Encode(), nil); err != nil { // the program is another now
		t.Fatal(err)
	}
	for _, c := range []struct {
		game     *logged
		revision int
		absent   string
	}{{old, 0, "a pass"}, {young, 2, "a one"}} {
		v := c.game.View("ann", nil)
		if v.Revision != c.revision {
			t.Errorf("the view says revision %d", v.Revision)
		}
		kind, err := second.At(v.Kind, v.Revision)
		if err != nil || kind.Phase("bid").Absent != c.absent {
			t.Fatalf("notices are in the words of %+v, %v", kind, err)
		}
		for at := noon; c.game.Status == domain.Active; {
			at = at.Add(day)
			out := c.game.do(t, domain.Expire{}, "", at)
			if told := string(out.Events[0].Data); c.game.Step == 2 && !strings.Contains(told, c.absent) {
				t.Error(told)
			}
		}
		record, err := second.Record(c.game.log, nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(record)
		if err != nil || strings.Contains(string(raw), `"revision"`) != (c.revision > 1) || strings.Contains(string(raw), `"number":1`) != (c.revision > 1) {
			t.Errorf("%v: %s", err, raw)
		}
		if _, err := second.Replay(raw); err != nil {
			t.Error(err)
		}
	}
}

func TestRevisionThatThisProgramDoesNotKnowIsAFaultThatSaysSo(t *testing.T) {
	first, second := revised(true)
	in := opening()
	in.Revision = 2
	young, old := written(t, in, second), written(t, opening(), first)
	for want, read := range map[string]func() error{
		"newer than this program": func() error { _, err := first.DecodeTable(young.Encode(), nil); return err },
		"has not kept revision 1": func() error { _, err := second.DecodeTable(old.Encode(), nil); return err },
		"is newer":                func() error { _, err := first.Fold(young.log); return err },
	} {
		err := read()
		if _, refusal := domain.AsRefusal(err); err == nil || refusal || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestExplanationSaysWhoIsWaitedForUntilWhenAndWhatThen(t *testing.T) {
	table := modern(t)
	must(t, table, bid("3", true), "bob", noon)
	names := map[string]string{"ann": "Ann", "bob": "Bob", "cid": "Cid"}
	known := domain.Known{Account: "ann", Names: names, Told: map[int]bool{1: true}, Sent: true, Zone: time.UTC,
		Pending: []domain.DeliveryLog{{Delivery: domain.Delivery{Status: domain.Pending, Channel: domain.ByEmail, CreatedAt: noon,
			WantedAt: noon.Add(12 * time.Hour), DueAt: noon.Add(12 * time.Hour),
			Notice: domain.Notice{Type: domain.Reminder, Seat: 1, Step: 1, Deadline: table.Deadline}}}}}
	want := `The game waits for you, in seat 1 (round 1, phase bid): your bid is wanted.
The game waits for Cid in seat 3 (round 1, phase bid). No notice of this turn
  has been delivered yet.
It has waited since Fri 1 Mar 2030, 12:00 UTC.
The deadline is Sat 2 Mar 2030, 12:00 UTC.
Then: Bids that are stored count, marked ready or not; for everybody else a
  pass stands for the bid, and the turn counts as missed. Who misses 2 in a
  row loses the seat: a bot plays for it.
Your notice reminder by email: It is to be sent on Sat 2 Mar 2030, 00:00 UTC,
  if it is still called for then.
`
	e := table.Explain(known)
	if e.Text() != want || len(e.Due) != 2 || e.Due[0].What != "reminder" || e.Due[1].What != "deadline" {
		t.Errorf("%s\n%+v", e.Text(), e.Due)
	}
	known.Account, known.Pending = "dora", nil
	for _, w := range table.Explain(known).Waiting {
		if w.Told != nil {
			t.Error("a spectator is told who got notices")
		}
	}
	known.Insider = true
	if w := table.Explain(known).Waiting[0]; w.Told == nil || !*w.Told {
		t.Errorf("a moderator sees %+v", w)
	}
	must(t, table, domain.Hold{Outage: domain.Outage{What: domain.MailDown, From: noon}}, "", noon.Add(day))
	if text := table.Explain(known).Text(); !strings.Contains(text, "it does not count before that is over") {
		t.Error(text)
	}
}
