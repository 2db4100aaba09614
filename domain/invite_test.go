package domain_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

func invite(id, account string, life time.Duration) domain.Invite {
	return domain.Invite{Invitation: domain.Invitation{ID: id, Account: account, Until: noon.Add(life)}}
}

func TestInvitationKeepsASeatForItsPersonAlone(t *testing.T) {
	table := open(t, opening()) // for three
	must(t, table, invite("i1", "bob", time.Hour), "ann", noon)
	must(t, table, invite("i2", "", 2*time.Hour), "ann", noon)
	refused(t, table, domain.Join{}, "cid", noon, domain.GameFull)
	refused(t, table, domain.AddBot{}, "ann", noon, domain.GameFull)
	refused(t, table, invite("i3", "cid", time.Hour), "ann", noon, domain.GameFull)
	refused(t, table, domain.Join{Invitation: "i1"}, "cid", noon, domain.GameFull) // it names another
	if v := table.View("", nil); v.Kept != 2 || table.Free() != 0 {
		t.Fatal(v.Kept, table.Free())
	}
	out := must(t, table, domain.Join{}, "bob", noon)
	if len(out.Answered) != 1 || out.Answered[0] != (domain.InvitationAnswer{ID: "i1", State: domain.InvitationAccepted, Seat: 2}) {
		t.Fatal(out.Answered)
	}
	must(t, table, domain.Join{Invitation: "i2"}, "cid", noon)
	if table.Status != domain.Active || len(table.Invited) != 0 {
		t.Fatal(table.Status, table.Invited)
	}
}

func TestInvitationEndsWhenItsTimeIsOverAndTheHostIsTold(t *testing.T) {
	table := open(t, opening())
	must(t, table, invite("i1", "bob", 2*time.Hour), "ann", noon)
	must(t, table, invite("i2", "cid", time.Hour), "ann", noon)
	if table.Due() != noon.Add(time.Hour) {
		t.Fatal(table.Due())
	}
	if out := must(t, table, domain.Expire{}, "", noon.Add(time.Hour-time.Millisecond)); !out.Nothing || table.Free() != 0 {
		t.Fatal("a moment too early")
	}
	out := must(t, table, domain.Expire{}, "", noon.Add(time.Hour))
	if out.Nothing || table.Free() != 1 || len(out.Notices) != 1 || out.Notices[0].Type != domain.InvitationExpiredNotice || out.Notices[0].Seat != 1 || !table.Owes(out.Notices[0]) {
		t.Fatalf("%+v", out)
	}
	if len(out.Answered) != 1 || out.Answered[0].ID != "i2" || out.Answered[0].State != domain.InvitationExpired || table.Due() != noon.Add(2*time.Hour) {
		t.Fatal(out.Answered, table.Due())
	}
	refused(t, table, domain.Decline{ID: "i2"}, "cid", noon.Add(time.Hour), domain.NotFound)
	must(t, table, domain.Join{}, "dan", noon.Add(time.Hour))
}

func TestInvitationThatIsDeclinedOrTakenBackFreesItsSeat(t *testing.T) {
	table := open(t, opening())
	must(t, table, invite("i1", "bob", time.Hour), "ann", noon)
	must(t, table, invite("i2", "", time.Hour), "ann", noon)
	refused(t, table, domain.Decline{ID: "i1"}, "cid", noon, domain.NotFound)
	refused(t, table, domain.Uninvite{ID: "i2"}, "bob", noon, domain.NotHost)
	first := must(t, table, domain.Decline{ID: "i1"}, "bob", noon).Notices
	second := must(t, table, domain.Decline{ID: "i2"}, "", noon).Notices // by the link in a letter
	if len(first) != 1 || len(second) != 1 || first[0].Step == second[0].Step || first[0].Type != domain.InvitationDeclinedNotice {
		t.Fatalf("%+v %+v: the two would be taken for one", first, second)
	}
	must(t, table, invite("i3", "bob", time.Hour), "ann", noon)
	if out := must(t, table, domain.Uninvite{ID: "i3"}, "ann", noon); len(out.Notices) != 0 || table.Free() != 2 {
		t.Fatal(out.Notices, table.Free())
	}
}

func TestNobodyIsInvitedTwiceOrForNoTimeAtAll(t *testing.T) {
	table := open(t, opening())
	refused(t, table, invite("i1", "bob", time.Hour-time.Millisecond), "ann", noon, domain.ExpiryOutOfRange)
	refused(t, table, invite("i1", "bob", 30*24*time.Hour+time.Millisecond), "ann", noon, domain.ExpiryOutOfRange)
	refused(t, table, invite("i1", "bob", time.Hour), "bob", noon, domain.NotHost)
	refused(t, table, invite("i1", "ann", time.Hour), "ann", noon, domain.AlreadySeated)
	must(t, table, invite("i1", "bob", time.Hour), "ann", noon)
	refused(t, table, invite("i2", "bob", time.Hour), "ann", noon, domain.AlreadyInvited)
}

func TestPrivateGameIsJoinedByInvitationOnly(t *testing.T) {
	in := opening()
	in.Visibility = domain.Private
	table := open(t, in)
	refused(t, table, domain.Join{}, "bob", noon, domain.NotInvited)
	refused(t, table, domain.Join{Invitation: "i1"}, "bob", noon, domain.NotInvited)
	must(t, table, invite("i1", "bob", time.Hour), "ann", noon)
	must(t, table, domain.Join{}, "bob", noon)
	if in.Visibility = "secret"; table.View("", nil).Visibility != domain.Private {
		t.Fatal(table.Visibility)
	}
	if _, _, err := (domain.Kinds{kindtest.Toy}).Open(in, by("ann"), noon); err == nil {
		t.Fatal("a game was opened as secret")
	}
}

func TestInvitationsAreVoidWhenTheGameBeginsOrEnds(t *testing.T) {
	for _, end := range []domain.Input{domain.Start{}, domain.Abandon{}, domain.Abandon{Moderator: true}, domain.Leave{}} {
		table := open(t, opening())
		must(t, table, invite("i1", "bob", time.Hour), "ann", noon)
		out := must(t, table, end, "ann", noon)
		if len(table.Invited) != 0 || len(out.Answered) != 1 || out.Answered[0].State != domain.InvitationVoid {
			t.Fatalf("%T: %+v", end, out.Answered)
		}
	}
}

func TestOnePersonBeginsAGameWithBots(t *testing.T) {
	in := opening()
	in.Bots = 3
	if _, _, err := (domain.Kinds{kindtest.Toy}).Open(in, by("ann"), noon); err == nil {
		t.Fatal("three bots and the host sit at three seats")
	}
	in.Bots = 2
	table := open(t, in)
	v := table.View("ann", map[string]string{"ann": "Ann"})
	if table.Status != domain.Active || v.Seats[0].Bot || !v.Seats[1].Bot || v.Seats[2].Player != domain.BotName(3) {
		t.Fatalf("%s %+v", table.Status, v.Seats)
	}
	auto, ok := table.Next(rand.New(rand.NewPCG(1, 2))).(domain.Seal)
	if !ok || auto.For != 2 {
		t.Fatalf("%+v", auto)
	}
}

func TestHostSeatsBotsAndSendsThemAway(t *testing.T) {
	table := open(t, opening())
	refused(t, table, domain.AddBot{}, "bob", noon, domain.NotHost)
	must(t, table, domain.AddBot{}, "ann", noon)
	refused(t, table, domain.RemoveBot{Seat: 1}, "ann", noon, domain.NoBot)
	refused(t, table, domain.RemoveBot{Seat: 3}, "ann", noon, domain.NoBot)
	refused(t, table, domain.RemoveBot{Seat: 2}, "bob", noon, domain.NotHost)
	must(t, table, domain.RemoveBot{Seat: 2}, "ann", noon)
	must(t, table, domain.AddBot{}, "ann", noon)
	must(t, table, domain.AddBot{}, "ann", noon)
	if table.Status != domain.Active {
		t.Fatal(table.Status)
	}
	refused(t, table, domain.AddBot{}, "ann", noon, domain.GameNotOpen)
	refused(t, table, domain.RemoveBot{Seat: 2}, "ann", noon, domain.GameNotOpen)
}

func TestNoBotIsEverHost(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.AddBot{}, "ann", noon)
	must(t, table, domain.Leave{}, "ann", noon)
	if table.Status != domain.Abandoned {
		t.Fatal("only a bot is left, and the game is", table.Status)
	}
	in := opening()
	in.Seats = 4
	table = open(t, in)
	must(t, table, domain.AddBot{}, "ann", noon)
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Leave{}, "ann", noon)
	if table.Host != "bob" || table.SeatOf("bob") != 2 {
		t.Fatal(table.Host)
	}
}

func TestInvitationsAndBotsComeBackFromTheLogAndTheSnapshot(t *testing.T) {
	in := opening()
	in.Visibility, in.Bots = domain.Unlisted, 1
	table := open(t, in)
	log := []domain.Logged{domain.Log(1, in, by("ann"), noon)}
	for _, next := range []domain.Input{invite("i1", "", time.Hour), domain.Decline{ID: "i1"}, invite("i2", "bob", time.Hour)} {
		who := "ann"
		if _, letter := next.(domain.Decline); letter {
			who = ""
		}
		must(t, table, next, who, noon)
		log = append(log, domain.Log(len(log)+1, next, by(who), noon))
	}
	folded, err := domain.Kinds{kindtest.Toy}.Fold(log)
	if err != nil || string(folded.Encode()) != string(table.Encode()) {
		t.Fatal(err)
	}
	decoded, err := domain.Kinds{kindtest.Toy}.DecodeTable(table.Encode(), nil)
	if err != nil || string(decoded.Encode()) != string(table.Encode()) || decoded.Invited[0].ID != "i2" || decoded.Seen() != domain.Unlisted {
		t.Fatal(err)
	}
}
