package mailin

import "strings"

// unflow puts lines together that a mail program has broken (RFC 3676): a line that ends in a space goes on in the next
// one of the same depth of quoting. With delsp that space is not part of the text.
func unflow(text string, delsp bool) string {
	var b strings.Builder
	open, depth := false, 0 // whether the line before goes on, and its depth
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		rest := strings.TrimLeft(line, ">")
		quotes := len(line) - len(rest)
		rest = strings.TrimPrefix(rest, " ") // stuffed, so that no line begins with > or a space by itself
		signature := rest == "-- "
		if open && (quotes != depth || signature) {
			b.WriteByte('\n')
			open = false
		}
		if !open && quotes > 0 {
			b.WriteString(strings.Repeat(">", quotes) + " ")
		}
		flows := strings.HasSuffix(rest, " ") && !signature
		if flows && delsp {
			rest = strings.TrimSuffix(rest, " ")
		}
		b.WriteString(rest)
		if open, depth = flows, quotes; !flows {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
