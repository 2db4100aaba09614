package domain_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestMoreThanHalfOfThePlayersExtend(t *testing.T) {
	table := with(t, `{}`)
	before := table.Deadline
	press := extend(table, 7200)
	out := must(t, table, press, "bob", noon)
	if !reflect.DeepEqual(types(out), []string{"vote_cast"}) || len(out.Notices) != 0 || !table.Deadline.Equal(before) {
		t.Fatal(types(out), out.Notices)
	}
	want := []domain.VoteView{{For: domain.VoteExtend, Seats: []int{2}, Needed: 2}}
	if v := table.View("", map[string]string{"bob": "Bob"}); !reflect.DeepEqual(v.Votes, want) || !strings.Contains(kindtest.Toy.Text(v, time.UTC), "votes to extend the deadline: Bob (1 of 2)") {
		t.Errorf("%+v", v.Votes)
	}
	for range 5 {
		if out := must(t, table, press, "bob", noon.Add(time.Second)); !out.Nothing {
			t.Fatal("one vote counts twice")
		}
	}
	out = must(t, table, extend(table, 3600), "cid", noon)
	if !reflect.DeepEqual(types(out), []string{"vote_cast", "deadline_moved"}) || !table.Deadline.Equal(before.Add(time.Hour)) {
		t.Fatal(types(out), table.Deadline) // as much as both want
	}
	lines := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0), out.Events[1].For(0)}, domain.Names{3: "Cid"}, time.UTC)
	if lines != "Cid voted to extend the deadline for 1 hour (2 of 2 needed).\nThe deadline of phase bid was moved out by 1 hour: more than half of the\n  players extended it.\n" {
		t.Error(lines)
	}
	if len(table.View("", nil).Votes) != 0 {
		t.Error("the votes are left")
	}
	refused(t, table, press, "cid", noon, domain.DeadlineChanged)
}

func TestVoteIsTakenBackAndEndsWithTheWait(t *testing.T) {
	table := with(t, `{}`)
	must(t, table, domain.PauseGame{For: 3600}, "bob", noon)
	out := must(t, table, domain.WithdrawVote{For: domain.VotePause}, "bob", noon)
	if !reflect.DeepEqual(types(out), []string{"vote_withdrawn"}) || len(table.View("", nil).Votes) != 0 {
		t.Fatal(types(out))
	}
	for _, what := range []domain.VoteFor{domain.VotePause, domain.VoteHurry, "anything"} {
		if out := must(t, table, domain.WithdrawVote{For: what}, "bob", noon); !out.Nothing {
			t.Error(types(out))
		}
	}
	refused(t, table, domain.WithdrawVote{For: domain.VotePause}, "dan", noon, domain.NotSeated)
	must(t, table, domain.PauseGame{For: 3600}, "bob", noon)
	must(t, table, domain.Hurry{}, "ann", noon)
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	if votes := table.View("", nil).Votes; len(votes) != 0 {
		t.Errorf("%+v", votes)
	}
}

func TestMoreThanHalfOfThePlayersPauseAndResume(t *testing.T) {
	table := with(t, `{}`)
	must(t, table, domain.PauseGame{For: 3600}, "bob", noon)
	must(t, table, domain.PauseGame{For: 7200}, "cid", noon) // as much as both want
	if v := table.View("", nil); v.Paused == nil || !v.Paused.Equal(noon.Add(time.Hour)) || len(v.Votes) != 0 {
		t.Fatalf("%+v", v.Paused)
	}
	must(t, table, domain.ResumeGame{}, "bob", noon)
	if must(t, table, domain.ResumeGame{}, "cid", noon.Add(time.Minute)); table.View("", nil).Paused != nil || !table.Deadline.Equal(noon.Add(day+time.Minute)) {
		t.Error(table.Deadline)
	}
}

func TestWhoHasNoSeatHasNoVote(t *testing.T) {
	table := with(t, `{}`)
	for _, in := range []domain.Input{extend(table, 0), domain.PauseGame{For: 3600}, domain.ResumeGame{}, domain.Hurry{}} {
		refused(t, table, in, "dan", noon, domain.NotSeated)
		refused(t, table, in, "", noon, domain.NotSeated)
	}
	table.Seats[1].Account, table.Seats[1].Bot = "", true // of the two who are left one is not more than half
	must(t, table, domain.PauseGame{For: 3600}, "cid", noon)
	must(t, table, domain.Hurry{}, "cid", noon) // and two are all
	if votes := table.View("", nil).Votes; len(votes) != 2 || votes[0].Needed != 2 || votes[1].Needed != 2 {
		t.Errorf("%+v", votes)
	}
	old := running(t)
	refused(t, old, domain.PauseGame{For: 3600}, "bob", noon, domain.NotHost)
	refused(t, old, domain.ResumeGame{}, "bob", noon, domain.NotHost)
}

func TestAllWhoAreSeatedEndAWaitAtOnceAndNobodyHasMissedIt(t *testing.T) {
	table := with(t, `{"grace":600,"bank":{"start":60,"cap":60}}`)
	must(t, table, bid("3", false), "bob", noon)
	must(t, table, domain.Hurry{Meant: domain.Meant{Step: 1}}, "ann", noon)
	must(t, table, domain.Hurry{}, "bob", noon)
	if out := must(t, table, domain.Hurry{}, "bob", noon); !out.Nothing {
		t.Fatal(types(out))
	}
	must(t, table, domain.WithdrawVote{For: domain.VoteHurry}, "ann", noon)
	must(t, table, domain.Hurry{}, "cid", noon)
	if table.Step != 1 {
		t.Fatal("not all want to go on")
	}
	out := must(t, table, domain.Hurry{}, "ann", noon.Add(time.Hour))
	if got := types(out); !reflect.DeepEqual(got[:3], []string{"vote_cast", "hurried", "revealed"}) || table.Step != 2 {
		t.Fatal(got)
	}
	line := kindtest.Toy.TellAll([]domain.EventView{out.Events[1].For(0)}, domain.Names{1: "Ann", 3: "Cid"}, time.UTC)
	if got := strings.Join(strings.Fields(line), " "); got != "All players wanted to go on: phase bid was ended before its deadline. For Ann and Cid stood a pass; nobody has missed a turn." {
		t.Error(got)
	}
	for i, s := range table.Seats {
		if s.Missed != 0 || s.Late != nil || s.Bank != 60 {
			t.Errorf("seat %d: %+v", i+1, s)
		}
	}
	if !table.Deadline.Equal(noon.Add(time.Hour).Add(day)) {
		t.Error(table.Deadline)
	}
	refused(t, table, domain.Hurry{Meant: domain.Meant{Step: 1}}, "ann", noon.Add(time.Hour), domain.Stale)
}

func TestHurryEndsAnOvertime(t *testing.T) {
	table := with(t, `{"grace":600}`)
	at := table.Deadline.Add(time.Minute)
	must(t, table, domain.Hurry{}, "ann", noon)
	must(t, table, domain.Expire{}, "", table.Deadline)
	must(t, table, domain.Hurry{}, "bob", at)
	must(t, table, domain.Hurry{}, "cid", at)
	if table.Step != 2 || table.Seats[0].Missed != 0 {
		t.Errorf("at step %d, %+v", table.Step, table.Seats)
	}
}

// Who votes for the same thing anew with another length has one vote.
func TestVoteForAnotherLengthTakesThePlaceOfTheFirst(t *testing.T) {
	table := with(t, `{}`)
	must(t, table, domain.PauseGame{For: 7200}, "bob", noon)
	must(t, table, domain.PauseGame{For: 3600}, "bob", noon)
	if votes := table.View("", nil).Votes; len(votes) != 1 || len(votes[0].Seats) != 1 || table.View("", nil).Paused != nil {
		t.Errorf("%+v", votes)
	}
}

func TestTimeOfATableSurvivesTheLogAndTheStore(t *testing.T) {
	table := with(t, `{"clock":"20:00","zone":"Europe/Berlin","days":["mon","fri"],"grace":600,"bank":{"start":60,"increment":5,"cap":90}}`)
	must(t, table, domain.Hurry{}, "ann", noon)
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	for range 2 {
		again, err := domain.Kinds{kindtest.Toy}.DecodeTable(table.Encode(), nil)
		if err != nil || string(again.Encode()) != string(table.Encode()) || !reflect.DeepEqual(again.Course, table.Course) || !again.Due().Equal(table.Due()) {
			t.Fatalf("%v\n%s\n%s", err, again.Encode(), table.Encode())
		}
		must(t, table, domain.Expire{}, "", table.Due())
		must(t, table, domain.Expire{}, "", table.Due())
	}
	for _, in := range []domain.Input{domain.PauseGame{For: 60}, domain.ResumeGame{}, domain.Hurry{Meant: domain.Meant{Step: 3}}, domain.WithdrawVote{For: domain.VoteHurry}} {
		back, err := domain.Log(2, in, by("ann"), noon).Read()
		if err != nil || !reflect.DeepEqual(back, in) {
			t.Errorf("%+v comes back as %+v, %v", in, back, err)
		}
	}
}

// Of four, two are not more than half, and three not all; when the fourth has left, they are.
func TestVotesThatSufficeWhenSomebodyHasLeftDoWhatTheyAreFor(t *testing.T) {
	hour := noon.Add(day + time.Hour)
	for _, goes := range []string{"bot", "substitute", "drop"} {
		for _, c := range []struct {
			first    domain.Input // of the host's
			votes    []domain.Input
			does     string
			deadline time.Time
		}{
			{nil, []domain.Input{domain.Hurry{}, domain.Hurry{}, domain.Hurry{}}, "hurried", noon.Add(day + time.Minute)},
			{nil, []domain.Input{domain.PauseGame{For: 7200}, domain.PauseGame{For: 3600}}, "game_paused", hour},
			{nil, []domain.Input{domain.Extend{Deadline: noon.Add(day), By: 7200}, domain.Extend{Deadline: noon.Add(day), By: 3600}}, "deadline_moved", hour},
			{domain.PauseGame{For: 3600}, []domain.Input{domain.ResumeGame{}, domain.ResumeGame{}}, "game_resumed", noon.Add(day + time.Minute)},
		} {
			in, err := opening(), error(nil)
			if in.Terms, err = given(t, `{"missed":"`+goes+`"}`); err != nil {
				t.Fatal(err)
			}
			in.Seats = 4
			table := open(t, in)
			for _, who := range []string{"bob", "cid", "dan"} {
				must(t, table, domain.Join{}, who, noon)
			}
			if c.first != nil {
				must(t, table, c.first, "ann", noon)
			}
			for i, vote := range c.votes {
				if got := types(must(t, table, vote, []string{"bob", "cid", "ann"}[i], noon)); !reflect.DeepEqual(got, []string{"vote_cast"}) {
					t.Fatal(c.does, got)
				}
			}
			got := types(must(t, table, domain.Leave{}, "dan", noon.Add(time.Minute)))
			if len(got) < 2 || got[0] != "seat_lost" || got[1] != c.does || !table.Deadline.Equal(c.deadline) {
				t.Error(goes, c.does, got, table.Deadline)
			}
		}
	}
}

func TestVoteIsChangedAFewTimesInAWait(t *testing.T) {
	table := with(t, `{}`)
	cast := 0
	for ; cast < 100; cast++ {
		if _, err := table.Decide(domain.PauseGame{For: 3600 + cast}, by("bob"), noon); err != nil {
			break
		}
	}
	if cast != 12 {
		t.Errorf("%d votes", cast)
	}
	refused(t, table, domain.PauseGame{For: 60}, "bob", noon, domain.CannotPause)
	refused(t, table, extend(table, 3600), "bob", noon, domain.CannotExtend)
	refused(t, table, domain.Hurry{}, "bob", noon, domain.CannotExtend)
	must(t, table, domain.WithdrawVote{For: domain.VotePause}, "bob", noon)
	must(t, table, domain.Hurry{}, "cid", noon)            // others have theirs
	must(t, table, domain.PauseGame{For: 60}, "ann", noon) // and the host decides
	refused(t, table, domain.ResumeGame{}, "bob", noon, domain.StandsStill)
	must(t, table, domain.ResumeGame{}, "ann", noon)
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	must(t, table, domain.Hurry{}, "bob", noon) // the next wait
}
