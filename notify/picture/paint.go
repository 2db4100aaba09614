package picture

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// levels are how finely an edge is told apart: the palette has fewer shades than that between any two colours.
const levels = 16

// pair is a colour of the palette that is painted over another one.
type pair struct{ under, over uint8 }

// index is where a colour is in the palette, or the one nearest to it.
func index(c color.RGBA) uint8 { return uint8(palette.Index(c)) } // #nosec G115 -- a palette has at most 256 colours, which a test checks

// fill paints a rectangle of pixels.
func (c *canvas) fill(area image.Rectangle, colour uint8) {
	area = area.Intersect(c.ground.Rect)
	if area.Empty() {
		return
	}
	row := func(y int) []uint8 {
		at := c.ground.PixOffset(area.Min.X, y)
		return c.ground.Pix[at : at+area.Dx()]
	}
	first := row(area.Min.Y)
	first[0] = colour
	for done := 1; done < len(first); done *= 2 {
		copy(first[done:], first[:done])
	}
	for y := area.Min.Y + 1; y < area.Max.Y; y++ {
		copy(row(y), first)
	}
}

// cover paints through a part of a mask, whose upper left corner lies at a pixel of the ground.
func (c *canvas) cover(at image.Point, mask *image.Alpha, part image.Rectangle, over uint8) {
	area := part.Sub(part.Min).Add(at).Intersect(c.ground.Rect)
	shift := part.Min.Sub(at)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from := mask.PixOffset(area.Min.X+shift.X, y+shift.Y)
		to := c.ground.PixOffset(area.Min.X, y)
		row := c.ground.Pix[to : to+area.Dx()]
		for i, alpha := range mask.Pix[from : from+area.Dx()] {
			switch level := alpha / (256 / levels); level {
			case 0:
			case levels - 1:
				row[i] = over
			default:
				row[i] = c.shade(pair{row[i], over})[level]
			}
		}
	}
}

// shade gives what lies between two colours, by how much of the second there is.
func (c *canvas) shade(p pair) *[levels]uint8 {
	shades := c.shades[p]
	if shades == nil {
		shades = new([levels]uint8)
		under, over := palette[p.under].(color.RGBA), palette[p.over].(color.RGBA)
		between := func(a, b uint8, i int) uint8 { return blend(a, b, i, levels-1) }
		for i := range shades {
			shades[i] = index(color.RGBA{between(under.R, over.R, i), between(under.G, over.G, i), between(under.B, over.B, i), 0xff})
		}
		c.shades[p] = shades
	}
	return shades
}

// coverage is how much of each pixel lies inside of a shape.
func coverage(shape *vector.Rasterizer) *image.Alpha {
	shape.DrawOp = draw.Src
	mask := image.NewAlpha(shape.Bounds())
	shape.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}
