package kindtest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// catcher notes the first failure in place of failing.
type catcher struct {
	testing.TB
	failure string
}

func (c *catcher) Helper() {}

func (c *catcher) Fatalf(format string, args ...any) {
	c.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (c *catcher) Fatal(args ...any) { c.Fatalf("%s", fmt.Sprint(args...)) }

// caught plays random games until the battery complains, and gives the complaint.
func caught(t *testing.T, kind *domain.Kind) string {
	for seed := range uint64(20) {
		c := &catcher{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			playOne(c, kind, "plain", "", 3, seed)
		}()
		<-done
		if c.failure != "" {
			return c.failure
		}
	}
	return ""
}

func broken(rules domain.Rules[ToyOptions, ToyState, ToyMove]) *domain.Kind {
	return domain.NewKind(*Toy, rules)
}

// Each of these is a mistake that was made in some game server; the battery has to find it.
type (
	looksAtOthers  struct{ toy }
	checkPlays     struct{ toy }
	viewSorts      struct{ toy }
	offersTooMuch  struct{ toy }
	absentIllegal  struct{ toy }
	coverMissesOut struct{ toy }
	hiddenCounter  struct {
		toy
		steps *int
	}
	takesNonsense struct{ toy }
	botPeeks      struct{ toy }
	botCheats     struct{ toy }
)

func (looksAtOthers) View(s *ToyState, seat int) (table, own any, choices []domain.Choice) {
	return map[string]any{"used": s.Used}, nil, nil
}

func (r checkPlays) Check(s *ToyState, seat int, m ToyMove) error {
	s.Points[0]++
	return r.toy.Check(s, seat, m)
}

func (r viewSorts) View(s *ToyState, seat int) (table, own any, choices []domain.Choice) {
	slices.Sort(s.Points)
	return r.toy.View(s, seat)
}

func (r offersTooMuch) View(s *ToyState, seat int) (table, own any, choices []domain.Choice) {
	table, own, choices = r.toy.View(s, seat)
	return table, own, append(choices, domain.Choice{Move: ToyMove{Type: "leap"}, Does: "leap"})
}

func (absentIllegal) Absent(*ToyState, int) ToyMove { return ToyMove{Type: "draw"} }

func (coverMissesOut) Cover(_ *ToyState, _ int, m ToyMove) any { return m }

func (r hiddenCounter) Step(s *ToyState, plays []domain.Play[ToyMove]) []domain.Event {
	*r.steps++ // kept outside the state
	if *r.steps%7 == 0 {
		s.Points[0]++
	}
	return r.toy.Step(s, plays)
}

// Bot bids low when the next seat has used its highest number.
func (r botPeeks) Bot(s *ToyState, seat int, chance *rand.Rand) ToyMove {
	m := r.toy.Bot(s, seat, chance)
	if m.Type == "bid" && slices.Contains(s.Used[seat%len(s.Used)], toyHighest) {
		m.Number = 0
	}
	return m
}

func (botCheats) Bot(*ToyState, int, *rand.Rand) ToyMove {
	return ToyMove{Type: "bid", Number: toyHighest}
}

func (takesNonsense) Check(*ToyState, int, ToyMove) error { return nil }

func TestBatteryFindsMistakes(t *testing.T) {
	cases := map[string]struct {
		rules domain.Rules[ToyOptions, ToyState, ToyMove]
		says  string
	}{
		"view shows another hand":            {looksAtOthers{}, "tell two worlds apart"},
		"check changes the state":            {checkPlays{}, "looking changed the table"},
		"view sorts the state":               {viewSorts{}, "looking changed the table"},
		"view offers a move that is refused": {offersTooMuch{}, "is offered|is written"},
		"absent move does not end the turn":  {absentIllegal{}, "the same wait goes on"},
		"state that is not encoded":          {hiddenCounter{steps: new(int)}, "the log folds to another table|replay of"},
		"check that lets everything through": {takesNonsense{}, "was taken"},
		"bot looks at another's numbers":     {botPeeks{}, "knows what is hidden"},
		"bot uses a number twice":            {botCheats{}, "makes a move that is refused"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := caught(t, broken(c.rules))
			if !slices.ContainsFunc(strings.Split(c.says, "|"), func(says string) bool { return strings.Contains(got, says) }) {
				t.Fatalf("the battery says %q", got)
			}
		})
	}
}

func TestBatteryFindsCommandsThatAreGuessed(t *testing.T) {
	guesses := map[string]func(line domain.CommandLine, d domain.Drawing) (domain.Command, error){
		"the rest of a line is ignored": func(line domain.CommandLine, d domain.Drawing) (domain.Command, error) {
			line.Rest, _, _ = strings.Cut(line.Rest, " ")
			return readToy(line, d)
		},
		"a draw is read as a keep": func(line domain.CommandLine, d domain.Drawing) (domain.Command, error) {
			line.Verb = strings.Replace(line.Verb, "draw", "keep", 1)
			return readToy(line, d)
		},
	}
	for name, read := range guesses {
		t.Run(name, func(t *testing.T) {
			kind := *Toy
			kind.Read = read
			if got := caught(t, &kind); !strings.Contains(got, "is read as") {
				t.Fatalf("the battery says %q", got)
			}
		})
	}
}

type botTarries struct{ toy }

// Bot draws for ever, which does not end its turn.
func (r botTarries) Bot(s *ToyState, seat int, chance *rand.Rand) ToyMove {
	if len(s.Picks) > 0 {
		return ToyMove{Type: "draw"}
	}
	return r.toy.Bot(s, seat, chance)
}

type botPlays struct{ toy }

// Bot gives itself a point while it thinks.
func (r botPlays) Bot(s *ToyState, seat int, chance *rand.Rand) ToyMove {
	m := r.toy.Bot(s, seat, chance)
	s.Points[seat-1]++
	return m
}

func TestBatteryFindsBotsThatDoNotFinish(t *testing.T) {
	for says, rules := range map[string]domain.Rules[ToyOptions, ToyState, ToyMove]{
		"do not end a game":    botTarries{},
		"changes the position": botPlays{},
	} {
		c := &catcher{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			botsFinish(c, broken(rules), Toy.Editions[0], 3, 1)
		}()
		<-done
		if !strings.Contains(c.failure, says) {
			t.Errorf("the battery says %q, not that a bot %s", c.failure, says)
		}
	}
}

// A cover that gives the move away leaves no other secret that looks the same, so that nothing can be compared: the
// battery cannot know how much is too much, and each kind has a test of its own for its cover.
func TestBatteryCannotJudgeACover(t *testing.T) {
	if got := caught(t, broken(coverMissesOut{})); got != "" {
		t.Fatalf("the battery says %q", got)
	}
}

func TestSampleIsReproducible(t *testing.T) {
	play := func() string {
		g := New(t, Toy, "plain", "", 3, 1)
		r := rand.New(rand.NewPCG(5, 5))
		for g.Next(r) {
		}
		return string(g.Table.Encode())
	}
	if first, second := play(), play(); first != second {
		t.Fatal("the same seed gives another game")
	}
}
