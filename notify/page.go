package notify

import (
	_ "embed"
	"html/template"
	"strings"
)

//go:embed templates/mail.html
var mailHTML string

var mailPage = template.Must(template.New("mail").Parse(mailHTML))

// page writes a message as HTML: the same words, nothing to load, no colours but the reader's own.
func page(m Message) (string, error) {
	var b strings.Builder
	err := mailPage.Execute(&b, m)
	return b.String(), err
}
