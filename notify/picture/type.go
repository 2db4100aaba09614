package picture

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// style is a font in a size.
type style int

const (
	small style = iota
	plain
	strong
	headline
	large
	styles
)

var sizes = [styles]float64{small: 12, plain: 14, strong: 14, headline: 18, large: 19} // in units

// The fonts, Latin, Greek and Cyrillic.
var (
	regular = read(goregular.TTF)
	bold    = read(gobold.TTF)
)

// read reads a font that is part of the program.
func read(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("a font of the program's own: %v", err))
	}
	return f
}

// faces are not for several goroutines at once, so that each picture has its own.
func newFaces() (faces [styles]font.Face, err error) {
	for s := range styles {
		f := regular
		if s == strong || s == headline || s == large {
			f = bold
		}
		faces[s], err = opentype.NewFace(f, &opentype.FaceOptions{Size: sizes[s] * scale, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return faces, fmt.Errorf("letters: %w", err)
		}
	}
	return faces, nil
}

// star is a character that cards need and the fonts do not have; it is painted.
const star = '★'

// drawable is what there are letters for, in one line.
func drawable(s string) string {
	var buffer sfnt.Buffer
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if i, err := bold.GlyphIndex(&buffer, r); r != star && (err != nil || i == 0 || !unicode.IsGraphic(r)) {
			return -1
		}
		return r
	}, s)
	return strings.Trim(strings.Join(strings.Fields(s), " "), " ·")
}

// saysSomething says whether there is a letter or a digit.
func saysSomething(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
