package domain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxCommand is the greatest length of a command in bytes.
const MaxCommand = 400

// CommandLine is a cleaned line on its way to a kind: its spaces are single and plain, its quotation marks and wide
// signs are those of ASCII.
type CommandLine struct {
	Verb string // the first word, in lower case
	Rest string // all behind it, as it was written
}

// CutCommand parts a line after its first word. The error is a *Refusal.
func CutCommand(line string) (CommandLine, error) {
	clean, err := cleanCommand(line)
	return cut(clean), err
}

func cut(clean string) CommandLine {
	verb, rest, _ := strings.Cut(clean, " ")
	return CommandLine{Verb: asciiLower(verb), Rest: rest}
}

// cleanCommand makes of all that keyboards and mail programs write for a space, a comma or a quotation mark one sign,
// and takes off what surrounds a line: quotation marks and one full stop. It refuses what cannot be seen and would part
// or join numbers, and lines that are too long.
func cleanCommand(line string) (string, error) {
	if len(line) > MaxCommand {
		return "", Refuse(BadCommand, "The line is too long; write a command of at most %d characters.", MaxCommand)
	}
	if !utf8.ValidString(line) {
		return "", Refuse(BadCommand, "The line holds bytes that are no text; write the command anew.")
	}
	line = strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	for _, r := range line {
		if !unicode.IsGraphic(r) && r != '\t' {
			return "", Refuse(BadCommand, "The line holds a sign that cannot be seen (U+%04X); write the command anew, on one line.", r)
		}
	}
	line = strings.Join(strings.Fields(strings.Map(plainSign, line)), " ")
	line = strings.TrimSpace(strings.TrimSuffix(line, "."))
	if inner := Unquoted(line); inner != line {
		line = strings.TrimSpace(strings.TrimSuffix(inner, "."))
	}
	return line, nil
}

// plainSign is the sign of ASCII for one that looks or is meant like it.
func plainSign(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r >= '！' && r <= '～': // the wide forms of ASCII
		return plainSign(r - '！' + '!')
	case strings.ContainsRune("“”„‟‘’‚‛«»‹›「」´`'", r):
		return '"'
	case r == '、':
		return ','
	case r == '。':
		return '.'
	case r == '×':
		return 'x'
	}
	return r
}

// Unquoted takes quotation marks off that surround a text of a cleaned line.
func Unquoted(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		return strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}

// asciiLower makes small letters of the capitals of ASCII, and of no others: what only looks like a command is none.
func asciiLower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// Echo cuts what somebody wrote to a length that a refusal can quote.
func Echo(written string) string {
	const most = 20
	if runes := []rune(written); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return written
}
