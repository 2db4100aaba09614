package picture

import (
	"image/color"

	"tender/domain"
)

// The colours of the table and of what is written.
var (
	felt  = color.RGBA{0x1d, 0x3f, 0x33, 0xff}
	panel = color.RGBA{0x2b, 0x55, 0x46, 0xff}
	amber = color.RGBA{0xf5, 0xc5, 0x42, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	soft  = color.RGBA{0xd3, 0xe6, 0xdc, 0xff}
	ink   = color.RGBA{0x16, 0x16, 0x16, 0xff}
	paper = color.RGBA{0xfb, 0xf7, 0xec, 0xff}
	slate = color.RGBA{0x34, 0x3c, 0x48, 0xff}
)

// fronts are light, for dark letters; backs are dark, for white ones.
var (
	fronts = map[domain.Colour]color.RGBA{
		"": paper, domain.Green: {0xbf, 0xe3, 0xb0, 0xff}, domain.Blue: {0xb3, 0xd2, 0xf4, 0xff}, domain.Red: {0xf6, 0xb5, 0xae, 0xff},
		domain.Orange: {0xfa, 0xcd, 0x94, 0xff}, domain.Purple: {0xd7, 0xc2, 0xf2, 0xff}, domain.Teal: {0x9f, 0xdf, 0xd8, 0xff},
		domain.Pink: {0xf9, 0xc6, 0xe2, 0xff}, domain.Grey: {0xd4, 0xd4, 0xd0, 0xff}, domain.Gold: {0xf3, 0xd3, 0x58, 0xff},
		domain.Silver: {0xe3, 0xe7, 0xed, 0xff}, domain.Copper: {0xde, 0xa1, 0x6d, 0xff},
	}
	backs = map[domain.Colour]color.RGBA{domain.Green: {0x2f, 0x6b, 0x27, 0xff}, domain.Blue: {0x23, 0x53, 0x8f, 0xff},
		domain.Purple: {0x5e, 0x3c, 0x91, 0xff}}
)

// colourOf is a card's own colour and that of what is written on it.
func colourOf(f domain.Face) (fill, text color.RGBA) {
	if !f.Back {
		return fronts[f.Colour], ink
	}
	if back, ok := backs[f.Colour]; ok {
		return back, white
	}
	return slate, white
}

// palette holds all colours and what lies between those that touch: at edges, and around letters.
var palette = mix()

func mix() color.Palette {
	const steps = 3
	all := color.Palette{felt, panel, amber, white, soft, ink, slate}
	between := func(a, b color.RGBA) {
		for i := 1; i < steps; i++ {
			all = append(all, color.RGBA{blend(a.R, b.R, i, steps), blend(a.G, b.G, i, steps), blend(a.B, b.B, i, steps), 0xff})
		}
	}
	for _, colour := range append(domain.Colours(), "") {
		all = append(all, fronts[colour])
		between(fronts[colour], ink)
		if back, ok := backs[colour]; ok {
			all = append(all, back)
			between(back, white)
			between(back, ink)
		}
	}
	for _, pair := range [][2]color.RGBA{{slate, white}, {slate, ink}, {panel, ink}, {panel, white}, {panel, soft}, {panel, amber},
		{felt, white}, {felt, soft}, {felt, panel}, {felt, amber}, {ink, white}} {
		between(pair[0], pair[1])
	}
	return all
}

func blend(a, b uint8, i, steps int) uint8 {
	return uint8((int(a)*(steps-i) + int(b)*i) / steps) // #nosec G115 -- between two bytes
}
