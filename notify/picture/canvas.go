package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
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
	ground *image.RGBA
	faces  [styles]font.Face
}

func newCanvas() (*canvas, error) {
	faces, err := newFaces()
	return &canvas{faces: faces}, err
}

// lay gives the canvas its ground.
func (c *canvas) lay(width, height int) {
	c.ground = image.NewRGBA(image.Rect(0, 0, width*scale, height*scale))
	draw.Draw(c.ground, c.ground.Bounds(), image.NewUniform(felt), image.Point{}, draw.Src)
}

// hidden is the same canvas without a ground.
func (c *canvas) hidden() *canvas { return &canvas{faces: c.faces} }

// box fills a rectangle with round corners. Only the strips with the corners need their edges smoothed.
func (c *canvas) box(x, y, width, height, radius int, fill color.RGBA) {
	if c.ground == nil {
		return
	}
	area := image.Rect(x*scale, y*scale, (x+width)*scale, (y+height)*scale)
	r := radius * scale
	paint := image.NewUniform(fill)
	draw.Draw(c.ground, image.Rect(area.Min.X, area.Min.Y+r, area.Max.X, area.Max.Y-r), paint, image.Point{}, draw.Src)
	strip := image.Rect(area.Min.X, area.Min.Y, area.Max.X, area.Min.Y+r)
	corners(area.Dx(), r, false).Draw(c.ground, strip, paint, image.Point{})
	corners(area.Dx(), r, true).Draw(c.ground, strip.Add(image.Pt(0, area.Dy()-r)), paint, image.Point{})
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
	pen := font.Drawer{Dst: c.ground, Src: image.NewUniform(colour), Face: c.faces[s], Dot: fixed.P(x*scale, y*scale)}
	for i, part := range strings.Split(text, string(star)) {
		if i > 0 {
			c.star(pen.Dot, s, colour)
			pen.Dot.X += starWidth(s)
		}
		pen.DrawString(part)
	}
}

// centred writes a line in the middle of a width.
func (c *canvas) centred(x, y, width int, text string, s style, colour color.RGBA) {
	c.text(x+(width-c.width(text, s))/2, y, text, s, colour)
}

// width of a line in units.
func (c *canvas) width(text string, s style) int {
	stars := strings.Count(text, string(star))
	advance := font.MeasureString(c.faces[s], strings.ReplaceAll(text, string(star), "")) + fixed.Int26_6(stars)*starWidth(s)
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
func (c *canvas) star(at fixed.Point26_6, s style, colour color.RGBA) {
	size := starWidth(s).Ceil()
	area := image.Rect(0, 0, size, size).Add(image.Pt(at.X.Round(), at.Y.Round()-size))
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
	z.Draw(c.ground, area, image.NewUniform(colour), image.Point{})
}

// paletted is the picture in the colours of the palette.
func (c *canvas) paletted() *image.Paletted {
	p := image.NewPaletted(c.ground.Bounds(), palette)
	nearest := map[uint32]uint8{}
	last, index := uint32(0), uint8(0) // most pixels are like the one before
	for i := range p.Pix {
		pixel := binary.BigEndian.Uint32(c.ground.Pix[4*i:])
		if pixel != last {
			var ok bool
			if index, ok = nearest[pixel]; !ok {
				index = uint8(palette.Index(color.RGBA{uint8(pixel >> 24), uint8(pixel >> 16), uint8(pixel >> 8), uint8(pixel)}))
				nearest[pixel] = index
			}
			last = pixel
		}
		p.Pix[i] = index
	}
	return p
}
