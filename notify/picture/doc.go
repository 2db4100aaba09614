// Package picture draws scenes as PNG pictures, for mails. It knows no game: what lies where is in domain.Scene.
//
//	draw.go     a scene from top to bottom, and the file
//	card.go     one card
//	canvas.go   shapes and text in units; a unit is two pixels, so that pictures are sharp on telephones
//	paint.go    shapes in pixels, in the colours of the palette
//	type.go     the letters: what the fonts do not have is left out
//	colours.go  the colours, and the palette made of them
//
// The same scene gives the same bytes. A picture has a ground of its own, so that it looks the same in dark mail readers
// and in light ones, and is as wide as a telephone.
package picture
