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

// ask says what the reader can do, how, and what happens otherwise.
func (w words) ask(b *strings.Builder) {
	if w.view.Deadline != nil {
		fmt.Fprintf(b, "\nYou have until %s.\n", w.view.Deadline.In(w.zone).Format(timeFormat))
	}
	if w.phase().Absent != "" {
		fmt.Fprintf(b, "If nothing has come from you by then, this stands for it: %s.\n", w.phase().Absent)
	}
	if len(w.view.Moves) == 0 {
		return
	}
	b.WriteString("\nThis does the first of what you can do, with your token in $TOKEN:\n\n")
	b.WriteString(w.curl(w.view.Moves[0]))
	b.WriteString("\nIn its place you can send")
	if w.view.Moves[0].Example {
		b.WriteString(", for example")
	}
	b.WriteString("\n\n")
	for i, choice := range w.view.Moves {
		if i == maxListed {
			fmt.Fprintf(b, "  and %d more, which the game lists\n", len(w.view.Moves)-maxListed)
			break
		}
		fmt.Fprintf(b, "  %s\n      %s\n", moveJSON(choice), choice.Does)
	}
}

// curl is the line that makes a choice: a sealed move is stored, an open one is made.
func (w words) curl(choice domain.Choice) string {
	method, path, field := "POST", "/moves", "move"
	if w.phase().Sealed {
		method, path, field = "PUT", "/bid", "bid"
	}
	return fmt.Sprintf("curl -X %s %s%s \\\n  -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '{\"%s\":%s,\"step\":%d}'\n",
		method, w.url(), path, field, moveJSON(choice), w.view.Step)
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
