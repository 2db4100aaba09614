package domain_test

import (
	"encoding/json"
	"testing"
	"time"

	"tender/domain"
)

func TestReliabilityFadesByHalfInNinetyDays(t *testing.T) {
	then := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	w := domain.TurnWeight(then)
	if got := domain.ReliabilityOf(10*w, 5*w, then); got != (domain.Reliability{Percent: 50, Turns: 10}) {
		t.Fatal(got)
	}
	later := then.Add(domain.ReliabilityHalfLife)
	if got := domain.ReliabilityOf(10*w, 5*w, later); got != (domain.Reliability{Percent: 50, Turns: 5}) {
		t.Fatal(got)
	}
	// Ten turns taken now weigh as much as twenty of 90 days ago.
	if got := domain.ReliabilityOf(10*w+10*domain.TurnWeight(later), 5*w, later); got != (domain.Reliability{Percent: 83, Turns: 15}) {
		t.Fatal(got)
	}
	if got := domain.ReliabilityOf(0, 0, then); got.Percent != 100 {
		t.Fatal(got)
	}
	if far := domain.TurnWeight(then.AddDate(150, 0, 0)); far*1e9 > 1e308 || far <= w {
		t.Fatal(far)
	}
}

func TestGameCanAskForReliability(t *testing.T) {
	in, terms := opening(), domain.DefaultTerms()
	terms.MinReliability, terms.Missed = 90, domain.ToSubstitute
	in.Terms = &terms
	table := open(t, in)
	poor := &domain.Person{Reliability: &domain.Reliability{Percent: 89, Turns: 30}}
	good := &domain.Person{Reliability: &domain.Reliability{Percent: 90, Turns: 3}}
	refused(t, table, domain.Join{Who: poor}, "bob", noon, domain.NotReliable)
	must(t, table, domain.Join{Who: good}, "cid", noon)
	must(t, table, domain.Start{}, "ann", noon)
	must(t, table, domain.Leave{}, "cid", noon)
	refused(t, table, domain.Join{Who: poor}, "bob", noon, domain.NotReliable)
	must(t, table, domain.Join{Who: good}, "dan", noon)
	if shown := table.View("", nil).Seats[1].Reliability; shown == nil || *shown != *good.Reliability {
		t.Fatal(shown)
	}
	must(t, table, domain.Leave{}, "dan", noon)
	must(t, table, domain.Return{Who: poor}, "dan", noon) // one's own seat asks for nothing
}

func TestTurnsCountOnceEachForWhoHadThem(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	must(t, table, bid("5", true), "ann", noon)
	must(t, table, bid("5", true), "bob", noon)
	out := must(t, table, domain.Expire{}, "", table.Deadline)
	want := map[domain.TurnOf]int{{Account: "ann"}: 1, {Account: "bob"}: 1, {Account: "cid", Missed: true}: 1}
	counted := map[domain.TurnOf]int{}
	for _, turn := range out.Turns {
		counted[turn]++
	}
	if len(counted) != 3 || len(out.Turns) != 3 || counted[domain.TurnOf{Account: "cid", Missed: true}] != want[domain.TurnOf{Account: "cid", Missed: true}] {
		t.Fatal(out.Turns)
	}
	draw := domain.PlayMoves{Moves: []json.RawMessage{json.RawMessage(`{"type":"draw"}`)}}
	if out := must(t, table, draw, "ann", table.Deadline.Add(-time.Hour)); len(out.Turns) > 0 {
		t.Fatalf("the turn is not over: %v", out.Turns)
	}
	keep := domain.PlayMoves{Moves: []json.RawMessage{json.RawMessage(`{"type":"keep"}`)}}
	if out := must(t, table, keep, "ann", table.Deadline.Add(-time.Hour)); len(out.Turns) != 1 {
		t.Fatal(out.Turns)
	}
}
