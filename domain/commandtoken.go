package domain

import (
	"strconv"
	"strings"
)

// Token is a word, a number or a sign of a command.
type Token struct {
	Text   string // in lower case
	Number int    // -1 when it is none
}

// IsNumber says whether the token is a number, from 0 to 9999.
func (t Token) IsNumber() bool { return t.Number >= 0 }

// The signs that stand between words and numbers of a command. & and + are read as "and", ; as a comma; - and _ between
// letters part words.
const (
	commandSigns = ",():"
	maxDigits    = 4
)

// Tokens takes the rest of a command apart. Words are of the letters of ASCII; a number stands apart from letters, but
// for an x between or before numbers: "30x2" is three tokens. What is none of these is refused with BadCommand.
func (l CommandLine) Tokens() ([]Token, error) {
	var tokens []Token
	text := asciiLower(l.Rest)
	for i := 0; i < len(text); {
		rest := text[i:]
		word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		switch {
		case word != "":
			i += len(word)
			if i < len(text) && isDigit(text[i]) && word != "x" {
				return nil, l.refuseSign("Put a space between letters and numbers: %q.", word+text[i:i+1])
			}
			tokens = append(tokens, Token{Text: word, Number: -1})
			if i+1 < len(text) && strings.IndexByte("-_", text[i]) >= 0 && isLetter(text[i+1]) {
				i++
			}
		case digits != "":
			n, err := strconv.Atoi(digits)
			i += len(digits)
			if err != nil || len(digits) > maxDigits || digits[0] == '0' && len(digits) > 1 {
				return nil, l.refuseSign("There is no number %q here; write numbers as they stand on the cards.", Echo(digits))
			}
			times := i+1 < len(text) && text[i] == 'x' && isDigit(text[i+1])
			if i < len(text) && isLetter(text[i]) && !times {
				return nil, l.refuseSign("Put a space between numbers and letters: %q.", Echo(digits+text[i:i+1]))
			}
			tokens = append(tokens, Token{Text: digits, Number: n})
		case rest[0] == ' ':
			i++
		case strings.IndexByte(commandSigns, rest[0]) >= 0:
			tokens = append(tokens, Token{Text: rest[:1], Number: -1})
			i++
		case rest[0] == ';':
			tokens = append(tokens, Token{Text: ",", Number: -1})
			i++
		case rest[0] == '&' || rest[0] == '+':
			tokens = append(tokens, Token{Text: "and", Number: -1})
			i++
		default:
			sign := []rune(rest)[0]
			return nil, l.refuseSign("%q does not belong into a command; write words, numbers and commas.", string(sign))
		}
	}
	return tokens, nil
}

func (l CommandLine) refuseSign(format, what string) error { return Refuse(BadCommand, format, what) }

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

// Items parts tokens at commas and "and"s that stand outside brackets. An item is never empty: ok is false when one
// would be.
func Items(tokens []Token) (items [][]Token, ok bool) {
	var item []Token
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		}
		separates := depth == 0 && (t.Text == "," || t.Text == "and")
		if !separates {
			item = append(item, t)
			continue
		}
		if t.Text == "and" && i > 0 && tokens[i-1].Text == "," { // ", and" parts once
			continue
		}
		if len(item) == 0 {
			return nil, false
		}
		items, item = append(items, item), nil
	}
	return append(items, item), len(item) > 0 && depth == 0
}
