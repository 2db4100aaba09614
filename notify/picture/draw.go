package picture

import (
	"bytes"
	"fmt"
	"image/png"

	"tender/domain"
)

// The measures of a picture, in units.
const (
	Width     = 420
	margin    = 8
	padding   = 10
	gap       = 5
	besideGap = 12
	maxHeight = 2400 // what would be below is left out, and the picture says so
)

// Picture is a drawn scene.
type Picture struct {
	PNG    []byte
	Height int // in units; it is Width units wide
}

// encoder takes a fraction of the time that more compression would take, for files that are a little larger.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed}

// Draw draws a scene.
func Draw(s domain.Scene) (Picture, error) {
	sheet, err := newCanvas()
	if err != nil {
		return Picture{}, err
	}
	height := sheet.scene(s) // without ground nothing is painted, only measured
	sheet.lay(Width, height)
	sheet.scene(s)
	var b bytes.Buffer
	if err := encoder.Encode(&b, sheet.ground); err != nil {
		return Picture{}, fmt.Errorf("picture: %w", err)
	}
	return Picture{PNG: b.Bytes(), Height: height}, nil
}

// scene paints a scene and says how high it is.
func (c *canvas) scene(s domain.Scene) (height int) {
	const inner = Width - 2*margin
	c.text(margin+2, 24, c.fit(drawable(s.Title), headline, inner), headline, white)
	c.text(margin+2, 43, c.fit(drawable(s.Note), plain, inner), plain, soft)
	y := 54
	for i, g := range s.Groups {
		bottom := c.hidden().group(g, y)
		if bottom > maxHeight {
			c.text(margin+2, y+14, fmt.Sprintf("and %d more, in words below", len(s.Groups)-i), plain, soft)
			return y + 24
		}
		edge := panel
		if g.Marked {
			edge = amber
		}
		c.box(margin, y, inner, bottom-y, 8, edge)
		c.box(margin+2, y+2, inner-4, bottom-y-4, 6, panel)
		c.group(g, y)
		y = bottom + margin
	}
	return y
}

// group paints what is in a group whose upper edge is at y, and says where its lower edge is.
func (c *canvas) group(g domain.Group, y int) (bottom int) {
	const left, right = margin + padding, Width - margin - padding
	y = c.heading(g, left, right, y+6)
	x := left
	for i, f := range g.Faces {
		width := c.faceWidth(f, right-left)
		if x > left && x+width > right {
			x, y = left, y+cardHeight+gap
		}
		c.face(f, x, y, width)
		x += width + gap
		if f.Beside != "" {
			x += besideGap - gap
		}
		if i == len(g.Faces)-1 {
			y += cardHeight
		}
	}
	return y + padding
}

// heading paints whose a group is and how it stands; the note goes into a line of its own where it does not fit beside.
func (c *canvas) heading(g domain.Group, left, right, y int) (below int) {
	const line, chip = 20, 20
	x := left
	if g.Seat > 0 {
		c.box(x, y, chip, chip, chip/2, white)
		c.centred(x, y+15, chip, fmt.Sprint(g.Seat), strong, ink)
		x += chip + 6
	}
	name, title, note := nameOf(g), drawable(g.Title), drawable(g.Note)
	noteWidth := c.width(note, plain)
	titleWidth := 0
	if title != "" && name != "" {
		titleWidth = 6 + c.width(title, plain)
	}
	room := right - x - titleWidth
	beside := x+min(c.width(name, strong), room/2)+titleWidth+12+noteWidth <= right
	if beside {
		room -= noteWidth + 12
	}
	if name == "" {
		name, title = title, ""
	}
	name = c.fit(name, strong, room)
	c.text(x, y+15, name, strong, white)
	c.text(x+c.width(name, strong)+6, y+15, title, plain, white)
	y += line
	switch {
	case note == "":
	case beside:
		c.text(right-noteWidth, y-5, note, plain, soft)
	default:
		c.text(x, y+14, c.fit(note, plain, right-x), plain, soft)
		y += line - 2
	}
	if len(g.Faces) > 0 {
		y += gap
	}
	return y
}

// nameOf is a player's name as far as there are letters for it, or the number of the seat.
func nameOf(g domain.Group) string {
	if g.Player == "" {
		return ""
	}
	if name := drawable(g.Player); saysSomething(name) {
		return name
	}
	return fmt.Sprintf("seat %d", g.Seat)
}
