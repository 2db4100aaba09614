package notify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"tender/domain"
)

// maxListed is how many choices a message lists.
const maxListed = 40

// ask says what happens when nothing comes from the reader, and what the reader can do and how. What each choice gives
// stands in the drawing.
func (w words) ask() (parts []Part) {
	if w.view.Paused != nil {
		return nil // nobody can move; when the game goes on another mail asks
	}
	if absent := w.phase().Absent; absent != "" && w.view.Deadline != nil {
		parts = append(parts, Part{Text: domain.Paragraph(fmt.Sprintf("If nothing has come from you by the deadline, this stands for it: %s.", absent))})
	}
	if moves := w.view.Moves; len(moves) > 0 {
		parts = append(parts, w.lines(moves)...)
		parts = append(parts,
			Part{Text: domain.Paragraph("To " + head(moves[0]) + ", with your token in $TOKEN:")},
			Part{Text: w.curl(moves[0]), Command: true},
			Part{Text: fmt.Sprintf("A token lasts 15 minutes. This gives one for your address and password:\nPOST %s/v1/sessions\n", w.public)})
		if len(moves) > 1 {
			parts = append(parts, w.others(moves[0].Example, moves[1:])...)
		}
	}
	return parts
}

// lines lists what can be written on top of an answer to this mail, where mails can be answered.
func (w words) lines(choices []domain.Choice) []Part {
	if !w.replies || w.kind.Write == nil {
		return nil
	}
	var b strings.Builder
	for i, choice := range choices {
		if i == maxListed {
			break
		}
		fmt.Fprintf(&b, "  %s\n", w.kind.Write(json.RawMessage(moveJSON(choice)), w.view.Drawing()))
	}
	return []Part{{Text: "You can answer this mail. Begin with a line such as\n"}, {Text: b.String(), Command: true},
		{Text: domain.Paragraph("The line help, sent in the same way, gets you all that can be written.")}}
}

// others lists what can be sent in place of the first choice.
func (w words) others(examples bool, choices []domain.Choice) []Part {
	heading := "In place of what stands behind -d you can send"
	if examples {
		heading += ", for example"
	}
	var b strings.Builder
	for i, choice := range choices {
		if i == maxListed {
			fmt.Fprintf(&b, "and %d more, which the game lists\n", len(choices)-maxListed)
			break
		}
		fmt.Fprintf(&b, "%s    %s\n", domain.Wrap(head(choice)+":"), w.body(choice))
	}
	return []Part{{Text: heading + "\n"}, {Text: b.String(), Command: true}}
}

// head is what a choice does without what it gives: what stands before the colon.
func head(choice domain.Choice) string {
	before, _, _ := strings.Cut(choice.Does, ": ")
	return before
}

// curl is the line that makes a choice: a sealed move is stored, an open one is made.
func (w words) curl(choice domain.Choice) string {
	method, path := "POST", "/moves"
	if w.phase().Sealed {
		method, path = "PUT", "/bid"
	}
	return fmt.Sprintf("curl -X %s %s%s \\\n  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '%s'\n",
		method, w.url(), path, w.body(choice))
}

// body is the whole body of the request that makes a choice.
func (w words) body(choice domain.Choice) string {
	field := "move"
	if w.phase().Sealed {
		field = "bid"
	}
	return fmt.Sprintf(`{"%s":%s,"step":%d}`, field, moveJSON(choice), w.view.Step)
}

// moveJSON writes a choice's move so that it can stand between single quotes in a shell.
func moveJSON(choice domain.Choice) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(choice.Move); err != nil {
		panic(fmt.Sprintf("a choice of type %T cannot be written as JSON: %v", choice.Move, err))
	}
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "'", `\u0027`)
}
