package domain_test

import (
	"testing"

	"tender/domain"
)

func TestFirstCallComesWithTheStartButNotForWhoTakesASeat(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, domain.Leave{}, "ann", noon)
	out := must(t, table, domain.Join{}, "dan", noon)
	if called := calls(out); len(called) != 1 || called[0].AtStart || called[0].Step != 1 || called[0].Seat != 1 {
		t.Errorf("%+v", called)
	}
	in := opening()
	in.Seats = 2
	table = open(t, in)
	if called := calls(must(t, table, domain.Join{}, "bob", noon)); len(called) != 2 || !called[0].AtStart || !called[1].AtStart {
		t.Errorf("%+v", called)
	}
}

// calls are the notices of an outcome that ask for a bid.
func calls(out domain.Outcome) (called []domain.Notice) {
	for _, n := range out.Notices {
		if n.Type == domain.BidWanted {
			called = append(called, n)
		}
	}
	return called
}
