package picture

import (
	"image"
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// scale is the number of pixels of a unit.
const scale = 2

// canvas is what is painted on. All its measures are units. Without a ground it only measures.
type canvas struct {
	ground *image.Paletted
	faces  [styles]font.Face
	shades map[pair]*[levels]uint8
}

func newCanvas() (*canvas, error) {
	faces, err := newFaces()
	return &canvas{faces: faces, shades: map[pair]*[levels]uint8{}}, err
}

// lay gives the canvas its ground.
func (c *canvas) lay(width, height int) {
	c.ground = image.NewPaletted(image.Rect(0, 0, width*scale, height*scale), palette)
	c.fill(c.ground.Rect, index(felt))
}

// hidden is the same canvas without a ground.
func (c *canvas) hidden() *canvas { return &canvas{faces: c.faces} }

// box fills a rectangle with round corners. Only the corners need their edges smoothed.
func (c *canvas) box(x, y, width, height, radius int, fill color.RGBA) {
	if c.ground == nil {
		return
	}
	area := image.Rect(x*scale, y*scale, (x+width)*scale, (y+height)*scale)
	r, colour := radius*scale, index(fill)
	c.fill(image.Rect(area.Min.X, area.Min.Y+r, area.Max.X, area.Max.Y-r), colour)
	for _, lower := range []bool{false, true} {
		top := area.Min.Y
		if lower {
			top = area.Max.Y - r
		}
		c.fill(image.Rect(area.Min.X+r, top, area.Max.X-r, top+r), colour)
		mask := coverage(corners(2*r, r, lower))
		c.cover(image.Pt(area.Min.X, top), mask, image.Rect(0, 0, r, r), colour)
		c.cover(image.Pt(area.Max.X-r, top), mask, image.Rect(r, 0, 2*r, r), colour)
	}
}

// corners is the strip in which a box has its two upper corners, or its lower ones; width and radius are in pixels.
func corners(width, r int, lower bool) *vector.Rasterizer {
	const bend = 0.5523 // makes a quarter of a circle of a Bézier curve
	w, f := float32(width), float32(r)
	b := f * (1 - bend)
	at := func(y float32) float32 {
		if lower {
			return f - y
		}
		return y
	}
	var z vector.Rasterizer
	z.Reset(width, r)
	z.MoveTo(0, at(f))
	z.CubeTo(0, at(b), b, at(0), f, at(0))
	z.LineTo(w-f, at(0))
	z.CubeTo(w-b, at(0), w, at(b), w, at(f))
	z.ClosePath()
	return &z
}

// text writes a line whose letters stand on y.
func (c *canvas) text(x, y int, text string, s style, colour color.RGBA) {
	if c.ground == nil {
		return
	}
	pen, over, before := fixed.P(x*scale, y*scale), index(colour), rune(-1)
	for _, r := range text {
		if r == star {
			c.star(pen, s, over)
			pen.X, before = pen.X+starWidth(s), -1
			continue
		}
		if before >= 0 {
			pen.X += c.faces[s].Kern(before, r)
		}
		area, mask, _, advance, _ := c.faces[s].Glyph(pen, r)
		if letter, ok := mask.(*image.Alpha); ok {
			c.cover(area.Min, letter, letter.Rect, over)
		}
		pen.X, before = pen.X+advance, r
	}
}

// centred writes a line in the middle of a width.
func (c *canvas) centred(x, y, width int, text string, s style, colour color.RGBA) {
	c.text(x+(width-c.width(text, s))/2, y, text, s, colour)
}

// width of a line in units.
func (c *canvas) width(text string, s style) int {
	stars := strings.Count(text, string(star))
	advance := font.MeasureString(c.faces[s], strings.ReplaceAll(text, string(star), "")) + fixed.Int26_6(stars)*starWidth(s) // #nosec G115 -- a line is short
	return (advance.Ceil() + scale - 1) / scale
}

// fit cuts a line to a width.
func (c *canvas) fit(text string, s style, width int) string {
	if c.width(text, s) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && c.width(string(runes)+"…", s) > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

func starWidth(s style) fixed.Int26_6 { return fixed.Int26_6(sizes[s] * scale * 0.8 * 64) }

// star paints a star with five points on a line of letters.
func (c *canvas) star(at fixed.Point26_6, s style, colour uint8) {
	size := starWidth(s).Ceil()
	var z vector.Rasterizer
	z.Reset(size, size)
	middle := float64(size) / 2
	for i := range 10 {
		radius := middle * 0.95
		if i%2 == 1 {
			radius *= 0.42
		}
		angle := math.Pi * (float64(i)/5 - 0.5)
		x, y := float32(middle+radius*math.Cos(angle)), float32(middle*1.08+radius*math.Sin(angle))
		if i == 0 {
			z.MoveTo(x, y)
			continue
		}
		z.LineTo(x, y)
	}
	z.ClosePath()
	c.cover(image.Pt(at.X.Round(), at.Y.Round()-size), coverage(&z), image.Rect(0, 0, size, size), colour)
}
