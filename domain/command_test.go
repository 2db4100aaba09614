package domain_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kinds"
	"tender/domain/kindtest"
)

func toyView(t *testing.T, seats int, account string) domain.View {
	g := kindtest.New(t, kindtest.Toy, "plain", "", seats, 1)
	return g.Table.View(account, kindtest.Names(seats))
}

func TestACommandIsReadForASeatOfARunningGame(t *testing.T) {
	v := toyView(t, 2, "p1")
	for line, want := range map[string]domain.Command{
		"bid 5":       {Verb: domain.VerbSeal, Move: []byte(`{"type":"bid","number":5}`), Said: "bid 5"},
		"Withdraw.":   {Verb: domain.VerbWithdraw, Said: "withdraw your bid"},
		"\ufeffHELP ": {Verb: domain.VerbHelp, Said: "help"},
		"»Status«":    {Verb: domain.VerbStatus, Said: "status"},
	} {
		c, err := kindtest.Toy.Command(v, line)
		if err != nil || c.Verb != want.Verb || string(c.Move) != string(want.Move) || c.Said != want.Said {
			t.Errorf("%q: %+v %v", line, c, err)
		}
	}
	for line, want := range map[string]domain.Code{
		"":                          domain.UnknownCommand,
		".":                         domain.UnknownCommand,
		"Thanks for the game":       domain.UnknownCommand,
		"> bid 5":                   domain.UnknownCommand,
		"help me":                   domain.UnknownCommand,
		"withdraw it":               domain.UnknownCommand,
		"bid5":                      domain.UnknownCommand,
		"keep":                      domain.WrongPhase,
		"bid":                       domain.BadCommand,
		"bid 5 or 6":                domain.BadCommand,
		"bid 5\nbid 6":              domain.BadCommand,
		"bid 5\u20286":              domain.BadCommand,
		"b\u00adid 5":               domain.BadCommand,
		strings.Repeat("bid ", 101): domain.BadCommand,
	} {
		_, err := kindtest.Toy.Command(v, line)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != want || !strings.HasSuffix(r.Text, ".") {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestOthersThanSeatsOfRunningGamesAreToldSo(t *testing.T) {
	v := toyView(t, 2, "somebody else")
	_, err := kindtest.Toy.Command(v, "bid 5")
	wantCode(t, err, domain.NotSeated)
	if c, err := kindtest.Toy.Command(v, "help"); err != nil || c.Verb != domain.VerbHelp {
		t.Error(c, err)
	}
	v = toyView(t, 2, "p1")
	v.Status = domain.Over
	_, err = kindtest.Toy.Command(v, "bid 5")
	wantCode(t, err, domain.GameNotActive)
}

func wantCode(t *testing.T, err error, code domain.Code) {
	t.Helper()
	if r, ok := domain.AsRefusal(err); !ok || r.Code != code {
		t.Errorf("%v, want %s", err, code)
	}
}

func TestHelpListsTheCommandsOfAPhase(t *testing.T) {
	for _, k := range kinds.All {
		for _, p := range k.Phases {
			help := k.CommandHelp(p.Name)
			if p.Sealed != strings.Contains(help, "  withdraw\n") || !strings.Contains(help, "  status\n") || !strings.Contains(help, "  help\n") {
				t.Errorf("%s, %s:\n%s", k.Name, p.Name, help)
			}
			own := 0
			for _, form := range k.Commands {
				if form.Phase != p.Name {
					continue
				}
				if own++; !strings.Contains(help, "  "+form.Usage) || !strings.Contains(help, form.Example) {
					t.Errorf("%s, %s: %s is missing in\n%s", k.Name, p.Name, form.Usage, help)
				}
			}
			if own == 0 {
				t.Errorf("%s has no command for %s", k.Name, p.Name)
			}
			for line := range strings.Lines(help) {
				if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > domain.TextWidth {
					t.Errorf("%s: too long: %q", k.Name, line)
				}
			}
		}
	}
}

func TestTheDocumentListsEveryCommand(t *testing.T) {
	page, err := os.ReadFile("../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds.All {
		if part := "\n## " + k.Title + "\n\n```text\n" + k.CommandHelp("") + "```\n"; !strings.Contains(string(page), part) {
			t.Errorf("docs/commands.md should have this part:\n%s", part)
		}
	}
}

// The examples of help are lines that are read, but for cards that the reader does not hold.
func TestExamplesOfCommandsCanBeRead(t *testing.T) {
	for _, k := range kinds.All {
		for _, form := range k.Commands {
			g := kindtest.New(t, k, "", "", k.Editions[0].MaxSeats, 1).Until(rand.New(rand.NewPCG(1, 2)), form.Phase, 2)
			_, waiting := g.Table.Waiting()
			names := kindtest.Names(len(g.Table.Seats))
			for account := range names {
				if account != kindtest.Player(waiting[0]).Account {
					names[account] = "Bob" // whoever it is that is on the table
				}
			}
			_, err := k.Command(g.Table.View(kindtest.Player(waiting[0]).Account, names), form.Example)
			if r, ok := domain.AsRefusal(err); ok && (r.Code == domain.UnknownCommand || r.Code == domain.WrongPhase || r.Code == domain.BadCommand && !strings.Contains(r.Text, "more than one thing")) {
				t.Errorf("%s: %q: %s", k.Name, form.Example, r.Text)
			}
		}
	}
}
