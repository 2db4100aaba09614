package picture

import (
	"fmt"
	"strings"

	"tender/domain"
)

const (
	cardWidth  = 50
	cardHeight = 58
)

// faceWidth is the room that a card takes with what stands beside it, at most all there is.
func (c *canvas) faceWidth(f domain.Face, most int) int {
	width := cardWidth
	for line := range strings.Lines(f.Beside) {
		width = max(width, cardWidth+6+c.width(drawable(line), plain))
	}
	return min(width, most)
}

// face paints a card.
func (c *canvas) face(f domain.Face, x, y, width int) {
	fill, text := colourOf(f)
	value, bottom := f.Value, f.Bottom
	switch {
	case f.Back && f.Count > 0:
		value = fmt.Sprintf("×%d", f.Count)
	case f.Count > 1:
		bottom = strings.TrimSpace(fmt.Sprintf("%s ×%d", bottom, f.Count))
	}
	if f.Count > 1 { // a second one peeps out from below
		c.box(x+2, y+2, cardWidth, cardHeight-2, 6, ink)
	}
	c.box(x, y, cardWidth, cardHeight-2, 6, ink)
	c.box(x+1, y+1, cardWidth-2, cardHeight-4, 5, fill)
	if f.Back && f.Top == "" && f.Bottom == "" {
		c.box(x+4, y+4, cardWidth-8, cardHeight-10, 3, text)
		c.box(x+5, y+5, cardWidth-10, cardHeight-12, 2, fill)
	}
	inner := cardWidth - 4
	c.centred(x, y+15, cardWidth, c.fit(drawable(f.Top), small, inner), small, text)
	c.centred(x, y+35, cardWidth, c.fit(drawable(value), large, inner), large, text)
	c.centred(x, y+49, cardWidth, c.fit(drawable(bottom), small, inner), small, text)
	if f.Beside != "" {
		c.beside(f.Beside, x+cardWidth+6, y, x+width)
	}
}

// beside paints the lines to the right of a card, in its middle.
func (c *canvas) beside(text string, x, y, right int) {
	const line = 18
	lines := strings.Split(text, "\n")
	y += (cardHeight-line*len(lines))/2 + 13
	for _, words := range lines {
		c.text(x, y, c.fit(drawable(words), plain, right-x), plain, white)
		y += line
	}
}
