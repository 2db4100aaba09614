package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tender/domain"
	"tender/domain/kinds"
	"tender/domain/kindtest"
)

// sheet is a scene with a bit of everything.
func sheet() domain.Scene {
	return domain.Scene{Title: "Toy · Friday", Note: "round 1 · bid", Groups: []domain.Group{
		{Title: "Market", Note: "31 cards in the deck", Faces: []domain.Face{{Top: "dollar", Value: "20", Bottom: "(3)", Colour: domain.Green}}},
		{Seat: 2, Player: "Ben", Title: "bid 2", Note: "worth 20", Marked: true, Faces: []domain.Face{
			{Value: "$3★", Beside: "trim shrubs\nclean up"}, {Back: true, Count: 5}, {Value: "3", Bottom: "RP", Colour: domain.Gold, Count: 2}}},
	}}
}

func drawn(t testing.TB, s domain.Scene) (Picture, image.Image) {
	t.Helper()
	p, err := Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	if want := image.Rect(0, 0, Width*scale, p.Height*scale); m.Bounds() != want {
		t.Fatalf("the picture is %v, not %v", m.Bounds(), want)
	}
	return p, m
}

// count says how many pixels of a colour there are in a rectangle.
func count(m image.Image, in image.Rectangle, c color.RGBA) (n int) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if color.RGBAModel.Convert(m.At(x, y)) == c {
				n++
			}
		}
	}
	return n
}

func TestTheSameSceneGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	want, _ := drawn(t, sheet())
	done := make(chan []byte)
	for range 4 {
		go func() {
			p, _ := Draw(sheet())
			done <- p.PNG
		}()
	}
	for range 4 {
		if !bytes.Equal(<-done, want.PNG) {
			t.Error("another picture")
		}
	}
}

func TestEverythingOfASceneIsSeen(t *testing.T) {
	t.Parallel()
	before, _ := drawn(t, sheet())
	for what, change := range map[string]func(s *domain.Scene){
		"title":  func(s *domain.Scene) { s.Title = "Toy · Monday" },
		"note":   func(s *domain.Scene) { s.Note = "round 2 · bid" },
		"mark":   func(s *domain.Scene) { s.Groups[1].Marked = false },
		"seat":   func(s *domain.Scene) { s.Groups[1].Seat = 3 },
		"player": func(s *domain.Scene) { s.Groups[1].Player = "Bea" },
		"group":  func(s *domain.Scene) { s.Groups[1].Title = "bid 3" },
		"state":  func(s *domain.Scene) { s.Groups[1].Note = "worth 30" },
		"top":    func(s *domain.Scene) { s.Groups[0].Faces[0].Top = "euro" },
		"value":  func(s *domain.Scene) { s.Groups[0].Faces[0].Value = "30" },
		"bottom": func(s *domain.Scene) { s.Groups[0].Faces[0].Bottom = "(4)" },
		"colour": func(s *domain.Scene) { s.Groups[0].Faces[0].Colour = domain.Blue },
		"star":   func(s *domain.Scene) { s.Groups[1].Faces[0].Value = "$3" },
		"beside": func(s *domain.Scene) { s.Groups[1].Faces[0].Beside = "trim shrubs\nplant trees" },
		"back":   func(s *domain.Scene) { s.Groups[1].Faces[1].Back = false },
		"number": func(s *domain.Scene) { s.Groups[1].Faces[1].Count = 6 },
		"stack":  func(s *domain.Scene) { s.Groups[1].Faces[2].Count = 3 },
	} {
		s := sheet()
		change(&s)
		if after, _ := drawn(t, s); bytes.Equal(before.PNG, after.PNG) {
			t.Errorf("%s: the picture is the same", what)
		}
	}
}

// TestPicturesOfGames draws random games of every kind, with names as long as they may be.
func TestPicturesOfGames(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds.All {
		for _, seats := range []int{kind.Editions[0].MinSeats, kind.Editions[0].MaxSeats} {
			g := kindtest.New(t, kind, kind.Editions[0].Name, "", seats, uint64(seats))
			r := rand.New(rand.NewPCG(uint64(seats), 1))
			names := kindtest.Names(seats)
			for account := range names {
				names[account] = strings.Repeat("Wm", 20)
			}
			for i, more := 0, true; more; i++ {
				if more = g.Next(r); i%60 == 0 || !more {
					staysInside(t, kind.Picture(g.Table.View("p1", names)))
				}
			}
		}
	}
}

// staysInside looks whether anything is painted into the margins, and how large the file is.
func staysInside(t *testing.T, s *domain.Scene) {
	t.Helper()
	p, m := drawn(t, *s)
	if len(p.PNG) > 128<<10 || p.Height > maxHeight {
		t.Errorf("%s: %d bytes, %d high", s.Title, len(p.PNG), p.Height)
	}
	for _, x := range []int{0, Width*scale - margin*scale} {
		strip := image.Rect(x, 0, x+margin*scale, p.Height*scale)
		if n := count(m, strip, felt); n != strip.Dx()*strip.Dy() {
			t.Errorf("%s, %s: something is painted into the margin", s.Title, s.Note)
		}
	}
}

func TestSceneThatIsTooHighIsCutAndSaysSo(t *testing.T) {
	t.Parallel()
	s := domain.Scene{Title: "Toy"}
	for i := range 200 {
		s.Groups = append(s.Groups, domain.Group{Title: fmt.Sprint("group ", i), Faces: []domain.Face{{Value: "1"}}})
	}
	p, m := drawn(t, s)
	if p.Height > maxHeight+2*cardHeight {
		t.Errorf("%d high", p.Height)
	}
	if last := image.Rect(0, (p.Height-24)*scale, Width*scale, p.Height*scale); count(m, last, soft) == 0 {
		t.Error("nothing says that there is more")
	}
}

func TestNamesThatThereAreNoLettersFor(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ana": "Ana", "Ελένη": "Ελένη", "Фёдор": "Фёдор", "Dídac Ñuñez": "Dídac Ñuñez", "": "",
		"小明": "seat 3", "小明 Li": "Li", "🎲🎲": "seat 3", "Ana 🎲": "Ana", "שרה": "seat 3", "a\nb\tc": "a b c", "\u202eAna\u200b": "Ana",
	} {
		got := nameOf(domain.Group{Seat: 3, Player: name})
		if got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestEveryColourCanBeReadAndIsInThePalette(t *testing.T) {
	t.Parallel()
	if len(palette) > 256 {
		t.Errorf("%d colours", len(palette))
	}
	readable := func(fill, text color.RGBA) {
		if !slices.Contains(palette, color.Color(fill)) || !slices.Contains(palette, color.Color(text)) {
			t.Errorf("not in the palette: %v on %v", text, fill)
		}
		if c := contrast(fill, text); c < 4.5 { // WCAG AA
			t.Errorf("%v on %v: contrast %.1f", text, fill, c)
		}
	}
	for _, c := range append(domain.Colours(), "") {
		for _, back := range []bool{false, true} {
			readable(colourOf(domain.Face{Colour: c, Back: back}))
		}
		if _, ok := fronts[c]; !ok {
			t.Errorf("nothing is %q", c)
		}
	}
	for _, text := range []color.RGBA{white, soft} {
		readable(felt, text)
		readable(panel, text)
	}
}

// contrast of two colours as WCAG counts it.
func contrast(a, b color.RGBA) float64 {
	light := func(c color.RGBA) float64 {
		part := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
