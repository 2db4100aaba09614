package mailin

import (
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"
	"golang.org/x/text/width"
)

// How much of a message is looked at: a message with more parts, or parts more deeply inside others, is broken.
const (
	maxParts = 50
	maxDepth = 8
)

// texts are the first text of either sort in a message.
type texts struct {
	plain, html string
	parts       int
}

// textOf finds what a message says: its first plain text or, if that is empty, its first HTML. unreadable is the error
// with which it was opened, of an encoding that nobody knows.
func textOf(e *message.Entity, unreadable error) (string, error) {
	var t texts
	if err := t.walk(e, unreadable, 1); err != nil {
		return "", err
	}
	if strings.TrimSpace(t.plain) != "" {
		return tidy(t.plain), nil
	}
	return tidy(plainOf(t.html)), nil
}

// walk looks through a part and those in it. Attachments and messages in the message are not what the sender says.
func (t *texts) walk(e *message.Entity, unreadable error, depth int) error {
	if t.parts++; t.parts > maxParts || depth > maxDepth {
		return errBroken
	}
	if parts := e.MultipartReader(); parts != nil {
		for {
			part, err := parts.NextPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if part == nil || err != nil && !unknown(err) {
				return errBroken
			}
			if err := t.walk(part, err, depth+1); err != nil {
				return err
			}
		}
	}
	kind, params, err := e.Header.ContentType()
	if e.Header.Get("Content-Type") != "" && err != nil {
		return nil // nobody can say what it is
	}
	if way, _, _ := e.Header.ContentDisposition(); way == "attachment" || unreadable != nil {
		return nil
	}
	switch {
	case (kind == "text/plain" || kind == "") && strings.TrimSpace(t.plain) == "":
		t.plain, err = read(e.Body)
		if strings.EqualFold(params["format"], "flowed") {
			t.plain = unflow(t.plain, strings.EqualFold(params["delsp"], "yes"))
		}
	case kind == "text/html" && t.html == "":
		t.html, err = read(e.Body)
	}
	return err
}

// read decodes a text. Half of one may be another command: then the message is broken.
func read(body io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(body, 3*MaxBytes)) // charsets of two bytes a letter may become three
	if err != nil {
		return "", errBroken
	}
	return breaks.Replace(strings.TrimPrefix(strings.ToValidUTF8(string(b), "\uFFFD"), "\uFEFF")), nil
}

// breaks makes all ends of lines "\n".
var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\x00", "\uFFFD")

// tidy makes letters of double width what they stand for. Other signs that programs put in the place of what people type
// are left to the grammar, which knows what may be guessed.
func tidy(text string) string { return width.Fold.String(text) }
