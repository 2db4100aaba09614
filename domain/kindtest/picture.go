package kindtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// picturesAreOfTheView looks at what every viewer's picture shows. That it holds no secrets is for secretsStaySecret.
func picturesAreOfTheView(t testing.TB, g *Game) {
	t.Helper()
	for viewer := 0; viewer <= len(g.Table.Seats); viewer++ {
		v := g.view(viewer)
		s := g.Table.Kind.Picture(v)
		if s == nil {
			t.Fatalf("viewer %d has no picture", viewer)
		}
		for _, group := range s.Groups {
			groupCanBeDrawn(t, v, group)
		}
		if v.You == nil || v.You.Sealed == nil {
			continue
		}
		v.You = &domain.You{Seat: viewer}
		if a, b := asJSON(t, s), asJSON(t, g.Table.Kind.Picture(v)); a != b {
			t.Fatalf("the picture of seat %d shows what it has sealed:\n%s\n%s", viewer, a, b)
		}
	}
}

func groupCanBeDrawn(t testing.TB, v domain.View, group domain.Group) {
	t.Helper()
	if group.Title == "" && group.Player == "" {
		t.Fatalf("a group says nothing of what it is: %+v", group)
	}
	if group.Seat < 0 || group.Seat > len(v.Seats) || group.Player != "" && (group.Seat == 0 || group.Player != v.Seats[group.Seat-1].Player) {
		t.Fatalf("seat %d is not %q's", group.Seat, group.Player)
	}
	for _, f := range group.Faces {
		if f.Colour != "" && !slices.Contains(domain.Colours(), f.Colour) {
			t.Fatalf("there is no colour %q", f.Colour)
		}
		if f.Count < 0 || f == (domain.Face{}) {
			t.Fatalf("%s: no card looks like this: %+v", group.Title, f)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + "\n"
}

// Pictures plays a random game and compares what seat 1 is shown, when each phase is first waited for and at the end, with
// testdata/pictures/NAME.txt.
func Pictures(t *testing.T, kind *domain.Kind, name, edition, options string, seats int, seed uint64) {
	t.Helper()
	g := New(t, kind, edition, options, seats, seed)
	r := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	for seen := map[string]bool{}; ; g.Next(r) {
		v := g.view(1)
		if !seen[v.Phase] {
			seen[v.Phase] = true
			sketch(&b, kind.Picture(v))
		}
		if v.Status == domain.Over {
			break
		}
	}
	Golden(t, filepath.Join("testdata", "pictures", name+".txt"), b.String())
}

// sketch writes a scene as text, with all that is in it.
func sketch(b *strings.Builder, s *domain.Scene) {
	fmt.Fprintf(b, "%s\n%s\n", s.Title, s.Note)
	for _, g := range s.Groups {
		mark := ' '
		if g.Marked {
			mark = '*'
		}
		fmt.Fprintf(b, "%c %d | %s | %s | %s\n", mark, g.Seat, g.Player, g.Title, g.Note)
		for _, f := range g.Faces {
			fmt.Fprintf(b, "      %s/%s/%s %q %s back=%t count=%d\n", f.Top, f.Value, f.Bottom, f.Beside, f.Colour, f.Back, f.Count)
		}
	}
	b.WriteString("\n")
}
