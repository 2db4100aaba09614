package kindtest

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"tender/domain"
)

// behind and before a command, each of these makes it a line that must not be read.
var (
	behind = []string{" x", ",", ", and", " 9999", " 0 0", " please", " keep", " (", ")", "!", "?", "..", "...", " -", " x2x", "\u200b1", "\n> bid 1", " \"", "²", " …"}
	before = []string{"> ", "- ", "please ", "do ", ", ", "1. ", "not "}
)

// commandsAreRead writes what a seat can do as commands and reads them back: every choice that it is shown, and some
// moves that are none of them.
func commandsAreRead(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	kind := g.Table.Kind
	_, waiting := g.Table.Waiting()
	if kind.Read == nil {
		return
	}
	for _, seat := range waiting {
		v := g.view(seat)
		text := strings.Join(strings.Fields(kind.Text(v, g.Now.Location())), " ")
		var lines []string
		for _, c := range v.Moves {
			raw, err := json.Marshal(c.Move)
			if err != nil {
				t.Fatal(err)
			}
			line := g.readsBack(seat, v, raw)
			if lines = append(lines, line); kind.Draw != nil && !strings.Contains(text, line) {
				t.Fatalf("seat %d is not shown how to write %s: %q\n%s", seat, raw, line, text)
			}
		}
		lines = append(lines, g.readsBack(seat, v, g.Table.Sample(seat, r)))
		line := lines[r.IntN(len(lines))]
		for _, more := range behind {
			g.refuses(seat, v, line+more)
		}
		for _, more := range before {
			g.refuses(seat, v, more+line)
		}
	}
}

// readsBack writes a move as a line and wants the same move for it, in whatever way the line is typed.
func (g *Game) readsBack(seat int, v domain.View, move json.RawMessage) (line string) {
	g.TB.Helper()
	line = g.Table.Kind.Write(move, v.Drawing())
	w, _ := g.Table.Waiting()
	verb := domain.VerbPlay
	if w.Sealed {
		verb = domain.VerbSeal
	}
	for _, typed := range []string{line, strings.ToUpper(line) + ".", " “" + strings.ReplaceAll(line, " ", "\u00a0\t") + "” "} {
		c, err := g.Table.Kind.Command(v, typed)
		if err != nil || string(c.Move) != string(move) || c.Verb != verb || c.Said == "" {
			g.TB.Fatalf("seat %d: %s is written %q, which is read as %+v, %v", seat, move, typed, c, err)
		}
	}
	return line
}

func (g *Game) refuses(seat int, v domain.View, line string) {
	g.TB.Helper()
	c, err := g.Table.Kind.Command(v, line)
	if r, ok := domain.AsRefusal(err); !ok || !strings.HasSuffix(r.Text, ".") || len(r.Text) < 20 {
		g.TB.Fatalf("seat %d: %q is read as %s, %v, and should be refused with a sentence", seat, line, c.Move, err)
	}
}

// CommandsAreSafe reads a line from every seat of a table: it must not panic, and what it takes for a move must be one
// that the rules take or refuse. Two spellings of one line must be read alike. It gives the number of moves read.
func CommandsAreSafe(t testing.TB, g *Game, line string) (moves int) {
	t.Helper()
	mine := *g
	mine.TB, g = t, &mine // that of a fuzz target is not for use within it
	before := g.Table.Encode()
	for seat := 0; seat <= len(g.Table.Seats); seat++ {
		v := g.view(seat)
		c, err := g.Table.Kind.Command(v, line)
		if err != nil {
			if r, ok := domain.AsRefusal(err); !ok || r.Text == "" {
				t.Fatalf("seat %d: %q: %v", seat, line, err)
			}
			continue
		}
		if again, err := g.Table.Kind.Command(v, " "+line+"\t"); err != nil || string(again.Move) != string(c.Move) {
			t.Fatalf("seat %d: %q is %s, with spaces around it %s, %v", seat, line, c.Move, again.Move, err)
		}
		if c.Move == nil {
			continue
		}
		moves++
		trial := *g
		trial.Table = g.decodedAgain()
		var in domain.Input = domain.PlayMoves{Moves: []json.RawMessage{c.Move}}
		if c.Verb == domain.VerbSeal {
			in = Seal(seat, string(c.Move), true)
		}
		_, err = trial.Table.Decide(in, Player(seat), g.Now)
		if r, refused := domain.AsRefusal(err); err != nil && (!refused || r.Text == "") {
			t.Fatalf("seat %d: %q is read as %s: %v", seat, line, c.Move, err)
		}
		if back := g.Table.Kind.Write(c.Move, v.Drawing()); err == nil {
			if again, err := g.Table.Kind.Command(v, back); err != nil || string(again.Move) != string(c.Move) {
				t.Fatalf("seat %d: %q is %s, and written anew, %q, %s: %v", seat, line, c.Move, back, again.Move, err)
			}
		}
	}
	if string(before) != string(g.Table.Encode()) {
		t.Fatalf("reading %q changed the table", line)
	}
	return moves
}

// RandomLinesAreSafe reads lines of random words, most of them behind the word of a command: nonsense, and some commands.
func RandomLinesAreSafe(t testing.TB, games []*Game, words string, lines int) {
	t.Helper()
	vocabulary := strings.Fields(words + " , , and ( ) 0 1 2 3 4 5 x2 x . \" ² 17 9999 \u00a0 > the with")
	r := rand.New(rand.NewPCG(7, uint64(lines)))
	moves := 0
	for range lines {
		var line strings.Builder
		g := games[r.IntN(len(games))]
		if r.IntN(8) > 0 {
			form := g.Table.Kind.Commands[r.IntN(len(g.Table.Kind.Commands))]
			line.WriteString(strings.Fields(form.Usage)[0] + " ")
		}
		for n := r.IntN(7); n > 0; n-- {
			line.WriteString(vocabulary[r.IntN(len(vocabulary))])
			line.WriteString([]string{" ", " ", " ", ", ", ""}[r.IntN(5)])
		}
		moves += CommandsAreSafe(t, g, line.String())
	}
	if moves < lines/100 {
		t.Errorf("only %d moves were read in %d lines: hardly anything was tested", moves, lines)
	}
}

// Until plays a game at random until it waits in a phase, of a round or a later one.
func (g *Game) Until(r *rand.Rand, phase string, round int) *Game {
	g.TB.Helper()
	for range maxInputs {
		if w, _ := g.Table.Waiting(); w.Phase == phase && w.Round >= round {
			return g
		}
		if !g.Next(r) {
			break
		}
	}
	g.TB.Fatalf("the game never comes to phase %s in round %d", phase, round)
	return nil
}
