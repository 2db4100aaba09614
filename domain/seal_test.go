package domain_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

func bid(n string, ready bool) domain.Seal {
	return domain.Seal{Move: json.RawMessage(`{"type":"bid","number":` + n + `}`), Ready: ready, Receipt: "r" + n, Nonce: strings.Repeat("ab", 16)}
}

func waiting(table *domain.Table) []int {
	_, seats := table.Waiting()
	return seats
}

func TestRoundResolvesWithTheLastBid(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, bid("9", true), "cid", noon)
	if table.Step != 1 || !reflect.DeepEqual(waiting(table), []int{2}) {
		t.Fatalf("step %d, waiting for %v", table.Step, waiting(table))
	}
	out := must(t, table, bid("4", true), "bob", noon)
	if table.Step != 2 || len(table.Sealed) != 0 || !out.Moved || !reflect.DeepEqual(waiting(table), []int{3}) {
		t.Fatalf("step %d, %v", table.Step, table.Sealed)
	}
	if out.Receipt == nil || out.Events[0].Type != "revealed" {
		t.Fatalf("%+v", out)
	}
}

func TestStoredButNotReadyDoesNotResolveEarlyButCountsAtTheDeadline(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, bid("4", true), "bob", noon)
	must(t, table, bid("9", false), "cid", noon)
	if table.Step != 1 || !reflect.DeepEqual(waiting(table), []int{3}) {
		t.Fatalf("step %d, waiting for %v", table.Step, waiting(table))
	}
	out := must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Step != 2 || !reflect.DeepEqual(waiting(table), []int{3}) {
		t.Fatal("the stored bid of 9 did not win")
	}
	for _, s := range table.Seats {
		if s.Missed != 0 {
			t.Fatalf("a stored bid was counted as missed: %+v", table.Seats)
		}
	}
	if !strings.Contains(string(out.Events[0].Data), `"seats":[]`) {
		t.Fatalf("%s", out.Events[0].Data)
	}
}

func TestReadyIsTakenBackByStoringAgain(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, bid("3", false), "ann", noon)
	must(t, table, bid("4", true), "bob", noon)
	must(t, table, bid("9", true), "cid", noon)
	if table.Step != 1 {
		t.Fatal("resolved although ann is not ready")
	}
	must(t, table, bid("5", true), "ann", noon)
	if table.Step != 2 {
		t.Fatal("did not resolve when ann was ready")
	}
}

func TestMissingBidCountsAsWhatTheKindSaysAndIsCounted(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	out := must(t, table, domain.Expire{}, "", table.Deadline.Add(time.Hour))
	if table.Seats[0].Missed != 0 || table.Seats[1].Missed != 1 || table.Seats[2].Missed != 1 {
		t.Fatalf("%+v", table.Seats)
	}
	if !strings.Contains(string(out.Events[1].Data), `"missed":true`) {
		t.Fatalf("%s", out.Events[1].Data)
	}
	if v := table.View("bob", nil); v.Seats[1].Missed != 1 {
		t.Fatal("missed turns are not shown")
	}
}

func TestBidAtTheInstantOfTheDeadlineIsRefusedAndOneBeforeCounts(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", table.Deadline.Add(-time.Millisecond))
	refused(t, table, bid("4", true), "bob", table.Deadline, domain.DeadlinePassed)
	refused(t, table, domain.Withdraw{}, "ann", table.Deadline, domain.DeadlinePassed)
	if out := must(t, table, domain.Expire{}, "", table.Deadline.Add(-time.Millisecond)); !out.Nothing || table.Step != 1 {
		t.Fatal("expired before the deadline")
	}
	must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Step != 2 {
		t.Fatal("did not expire at the deadline")
	}
}

func TestBidThatComesAfterItsDeadlineHasBeenPlayedIsToldSo(t *testing.T) {
	late := func(meant domain.Meant) domain.Seal {
		in := bid("4", true)
		in.Meant = meant
		return in
	}
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, domain.Expire{}, "", table.Deadline) // bob and cid missed; ann may keep or drop
	after := noon.Add(25 * time.Hour)
	for _, meant := range []domain.Meant{{}, {Step: 1}, {Round: 1}, {Step: 1, Round: 1}} {
		refused(t, table, late(meant), "bob", after, domain.DeadlinePassed)
	}
	must(t, table, kindtest.PlayOne(`{"type":"keep"}`), "ann", after) // round 2 begins
	for _, meant := range []domain.Meant{{Step: 1}, {Round: 1}, {Step: 1, Round: 1}} {
		refused(t, table, late(meant), "bob", after, domain.DeadlinePassed)
	}
	refused(t, table, late(domain.Meant{Round: 3}), "bob", after, domain.Stale)
	must(t, table, late(domain.Meant{}), "bob", after) // names nothing: meant for the present turn
	must(t, table, bid("5", true), "ann", after)
	must(t, table, bid("5", true), "cid", after)
	refused(t, table, kindtest.PlayOne(`{"type":"keep"}`), "bob", after, domain.NotWanted) // not late any more
}

func TestNobodyIsStaleBecauseSomebodyElseBid(t *testing.T) {
	table := running(t)
	meant := domain.Meant{Step: 1, Round: 1}
	for _, who := range []string{"ann", "bob", "cid"} {
		in := bid("3", true)
		in.Meant = meant
		must(t, table, in, who, noon)
	}
}

func TestBidForAnotherRoundIsRefused(t *testing.T) {
	table := running(t)
	for _, meant := range []domain.Meant{{Round: 2}, {Step: 2}, {Step: 7, Round: 1}} {
		in := bid("3", true)
		in.Meant = meant
		refused(t, table, in, "ann", noon, domain.Stale)
	}
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, kindtest.PlayOne(`{"type":"keep"}`), who, noon)
	}
	in := bid("4", true)
	in.Meant = domain.Meant{Step: 1}
	refused(t, table, in, "ann", noon, domain.Stale)
	in.Meant = domain.Meant{Round: 1}
	refused(t, table, in, "ann", noon, domain.Stale)
}

func TestReceiptCommitsToTheBidAndTheRevealLetsAnyoneCheck(t *testing.T) {
	table := running(t)
	r := must(t, table, bid("3", true), "ann", noon).Receipt
	sum := sha256.Sum256([]byte(r.Preimage))
	if hex.EncodeToString(sum[:]) != r.Commitment || !strings.HasSuffix(r.Preimage, string(r.Bid)) || !strings.Contains(r.Preimage, r.Nonce) {
		t.Fatalf("%+v", r)
	}
	must(t, table, bid("4", true), "bob", noon)
	out := must(t, table, bid("9", true), "cid", noon)
	var told struct {
		Bids []struct {
			Seat                                 int
			Receipt, Nonce, Commitment, Preimage string
		}
	}
	if err := json.Unmarshal(out.Events[0].Data, &told); err != nil {
		t.Fatal(err)
	}
	if b := told.Bids[0]; b.Seat != 1 || b.Receipt != r.ID || b.Commitment != r.Commitment || b.Preimage != r.Preimage || b.Nonce != r.Nonce {
		t.Fatalf("%+v\n%+v", b, r)
	}
}

func TestReceiptIsShownToItsOwnerAlone(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	if v := table.View("ann", nil); v.You.Sealed == nil || v.You.Sealed.ID != "r3" {
		t.Fatal("the owner does not see the receipt")
	}
	for _, who := range []string{"bob", ""} {
		raw, err := json.Marshal(table.View(who, nil))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), "r3") || strings.Contains(string(raw), "abab") {
			t.Fatalf("%q sees the receipt: %s", who, raw)
		}
	}
}

func TestReplacingABidShowsOthersNothing(t *testing.T) {
	table := running(t)
	must(t, table, bid("3", true), "ann", noon)
	before, _ := json.Marshal(table.View("bob", nil))
	out := must(t, table, bid("5", true), "ann", noon.Add(time.Minute)) // the same cover: odd
	after, _ := json.Marshal(table.View("bob", nil))
	if string(before) != string(after) || out.Moved || len(out.Events) > 0 {
		t.Fatalf("%s\n%s", before, after)
	}
}

func TestWithdrawnBidIsWaitedForAgain(t *testing.T) {
	table := running(t)
	refused(t, table, domain.Withdraw{}, "ann", noon, domain.NothingSealed)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, domain.Withdraw{}, "ann", noon)
	if len(table.Sealed) != 0 || !reflect.DeepEqual(waiting(table), []int{1, 2, 3}) {
		t.Fatal(table.Sealed)
	}
}

func TestMovesAreRefusedFromWhoMayNot(t *testing.T) {
	table := running(t)
	refused(t, table, bid("3", true), "dan", noon, domain.NotSeated)
	refused(t, table, bid("3", true), "", noon, domain.NotSeated)
	refused(t, table, kindtest.PlayOne(`{"type":"keep"}`), "ann", noon, domain.WrongPhase)
	refused(t, open(t, opening()), bid("3", true), "ann", noon, domain.GameNotActive)
	for _, who := range []string{"ann", "bob"} {
		must(t, table, bid("0", true), who, noon)
	}
	must(t, table, bid("3", true), "cid", noon)
	refused(t, table, bid("4", true), "cid", noon, domain.WrongPhase)
	refused(t, table, kindtest.PlayOne(`{"type":"keep"}`), "ann", noon, domain.NotWanted)
}

func TestGameThatIsOverTakesNoMove(t *testing.T) {
	in := opening()
	in.Options = []byte(`{"rounds":1}`)
	table := open(t, in)
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Start{}, "ann", noon)
	must(t, table, bid("0", true), "ann", noon)
	out := must(t, table, bid("0", true), "bob", noon)
	if table.Status != domain.Over || !table.Deadline.IsZero() || len(out.Notices) != 2 {
		t.Fatalf("%s %v %+v", table.Status, table.Deadline, out.Notices)
	}
	refused(t, table, bid("3", true), "ann", noon, domain.GameNotActive)
	if v := table.View("", nil); v.ServerSeed == "" || v.Result == nil || v.Phase != domain.PhaseOver {
		t.Fatalf("%+v", v)
	}
}

func TestServerSeedIsSecretUntilTheGameIsOver(t *testing.T) {
	raw, err := json.Marshal(running(t).View("ann", nil))
	if err != nil || strings.Contains(string(raw), strings.Repeat("11", 32)) {
		t.Fatalf("%v %s", err, raw)
	}
}
