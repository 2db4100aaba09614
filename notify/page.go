package notify

import (
	_ "embed"
	"html/template"
	"strings"

	"tender/notify/picture"
)

//go:embed templates/mail.html
var mailHTML string

var mailPage = template.Must(template.New("mail").Parse(mailHTML))

// shown is a message on its way to becoming HTML.
type shown struct {
	Message
	Picture       template.URL // of the mail's own part; empty when there is no picture
	Width, Height int          // of the picture, in CSS pixels
}

// page writes a message as HTML: the same words, nothing to load but what the mail brings along, no colours but the
// reader's own. id is the Content-ID of the picture, empty when there is none.
func page(m Message, id string, height int) (string, error) {
	view := shown{Message: m, Width: picture.Width, Height: height}
	if id != "" {
		view.Picture = template.URL("cid:" + id) // #nosec G203 -- the id of a delivery, made by the server
	}
	var b strings.Builder
	err := mailPage.Execute(&b, view)
	return b.String(), err
}
