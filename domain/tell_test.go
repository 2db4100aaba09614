package domain_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

// telling is the toy with words of its own.
func telling() *domain.Kind {
	toy := *kindtest.Toy
	toy.Tell = func(e domain.EventView, names domain.Names) string {
		var data struct {
			Seat  int
			Seats []int
			Did   string
		}
		if json.Unmarshal(e.Data, &data) != nil {
			return ""
		}
		switch e.Type {
		case "picked":
			return names.Of(data.Seat) + " chose to " + data.Did + "."
		case "highest":
			return names.All(data.Seats) + " had the highest number."
		}
		return ""
	}
	return &toy
}

// tableFor gives a table that is not full and a function that decides, adding what everybody was told to events.
func tableFor(t *testing.T, kind *domain.Kind, seats int) (decide func(in domain.Input, who string), events *[]domain.EventView, g *kindtest.Game) {
	t.Helper()
	g = &kindtest.Game{Kinds: domain.Kinds{kind}, Now: noon, TB: t}
	table, out, err := g.Kinds.Open(domain.Open{ID: "g", Kind: kind.Name, Seats: seats, ServerSeed: strings.Repeat("5e", 32)}, domain.Actor{Account: "p1"}, noon)
	if err != nil {
		t.Fatal(err)
	}
	g.Table = table
	events = &[]domain.EventView{}
	add := func(out domain.Outcome) {
		for _, e := range out.Events {
			*events = append(*events, e.For(0))
		}
	}
	add(out)
	return func(in domain.Input, who string) { add(g.Must(in, domain.Actor{Account: who})) }, events, g
}

func fits(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(line) - 1; n < 1 || n > domain.TextWidth || strings.HasSuffix(line, " \n") {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

func TestWholeGameIsTold(t *testing.T) {
	kind := telling()
	decide, events, g := tableFor(t, kind, 3)
	decide(domain.Join{}, "p2")
	decide(domain.Join{}, "p3")
	names := domain.Names{1: "Ann" + strings.Repeat(" long", 12), 2: "Bob", 3: "Cid"}
	r := rand.New(rand.NewPCG(3, 4))
	for g.Table.Status == domain.Active {
		w, waiting := g.Table.Waiting()
		who := g.Table.Seats[waiting[0]-1].Account
		switch move := string(g.Table.Sample(waiting[0], r)); {
		case r.IntN(4) == 0:
			g.Now = g.Table.Deadline
			decide(domain.Expire{}, "")
		case w.Sealed:
			decide(kindtest.Seal(waiting[0], move, true), who)
		default:
			decide(kindtest.PlayOne(move), who)
		}
	}
	text := kind.TellAll(*events, names, time.UTC)
	fits(t, text)
	kindtest.Golden(t, filepath.Join("testdata", "told.txt"), text)
}

func TestComingAndGoingIsToldBySeatAsNamesMoveUp(t *testing.T) {
	decide, events, _ := tableFor(t, kindtest.Toy, 3)
	decide(domain.Join{}, "p2")
	decide(domain.Leave{}, "p1")
	decide(domain.Abandon{}, "p2")
	got := kindtest.Toy.TellAll(*events, domain.Names{1: "Bob"}, time.UTC)
	want := "A game for 3 was opened.\nSeat 2 was taken.\nSeat 1 was given back; the host was in seat 1 from then on.\n" +
		"The game was abandoned: the host called it off.\n"
	if got != want {
		t.Errorf("told:\n%s", got)
	}
}

func TestEventsThatSayNothingOrNonsenseAreNoTrouble(t *testing.T) {
	for _, kind := range []string{"game_opened", "seat_taken", "seat_left", "game_started", "revealed", "deadline_passed", "deadline_moved", "overtime_began", "hurried", "game_paused", "game_resumed", "vote_cast", "vote_withdrawn", "game_over", "game_abandoned", "seat_lost", "seat_taken_over", "odd"} {
		for _, data := range []string{"", "null", "[]", `{}`, `{"seats":-7}`, `{"seats":99999999}`, `{"seats":[0,-1,9]}`,
			`{"result":{"winners":["the box",0,9,1e300],"totals":[]}}`} {
			fits(t, telling().TellAll([]domain.EventView{{Type: kind, Data: json.RawMessage(data)}}, nil, time.UTC))
		}
	}
}

func TestRivalThatIsNoSeatCanWin(t *testing.T) {
	for data, want := range map[string]string{
		`{"winners":["dummy"],"totals":[7],"rounds":3,"dummy":59}`:  "The game ended after round 3. The dummy won with 59.\n",
		`{"winners":[1,"dummy"],"totals":[7],"rounds":3,"dummy":7}`: "The game ended after round 3. Ann and the dummy won with 7.\n",
		`{"winners":[1,3],"totals":[7,2,7],"rounds":3}`:             "The game ended after round 3. Ann and seat 3 won with 7.\n",
		`{"winners":[],"totals":[7],"rounds":3}`:                    "The game ended after round 3. Nobody won.\n",
	} {
		e := domain.EventView{Type: "game_over", Data: json.RawMessage(fmt.Sprintf(`{"result":%s}`, data))}
		if got := kindtest.Toy.TellAll([]domain.EventView{e}, domain.Names{1: "Ann"}, time.UTC); got != want {
			t.Errorf("%s: %s", data, got)
		}
	}
}

func TestTimesAreToldInTheZoneOfWhomTheyAreToldTo(t *testing.T) {
	zone := time.FixedZone("HOME", 5*60*60+30*60)
	for kind, data := range map[string]string{
		"overtime_began": `{"phase":"bid","late":[{"seat":1,"until":"2030-03-01T20:00:00Z"}]}`,
		"game_paused":    `{"until":"2030-03-01T20:00:00Z","why":"the host paused it"}`,
		"game_resumed":   `{"deadline":"2030-03-01T20:00:00Z","why":"its time was over"}`,
	} {
		told := kindtest.Toy.TellAll([]domain.EventView{{Type: kind, Data: json.RawMessage(data)}}, domain.Names{1: "Ann"}, zone)
		if got := strings.ReplaceAll(told, "\n  ", " "); !strings.Contains(got, "Sat 2 Mar 2030, 01:30 HOME") {
			t.Errorf("%s: %s", kind, told)
		}
	}
}
