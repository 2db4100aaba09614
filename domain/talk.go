package domain

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The bounds of talk: a message in characters and in lines, messages of a person in a game, and people that one person
// has muted.
const (
	MaxMessage      = 1000
	maxMessageLines = 40
	MaxMessages     = 1000
	MaxMutes        = 500
)

// maxMarks is how many accents may stand on one letter: more than any language needs, too few to cover other lines.
const maxMarks = 6

// TalkChannel is where people talk in a game.
type TalkChannel string

// The channels there are.
const (
	AtTable         TalkChannel = "table"      // who has a seat speaks here, and everybody hears it
	AmongSpectators TalkChannel = "spectators" // who has none speaks here, unheard by the players until the game has ended
)

// Message is something that somebody said in a game. Messages of a channel are numbered from 1 without gaps; of one that
// was removed the number, the time and who said it stay.
type Message struct {
	Game    string
	Channel TalkChannel
	Number  int
	At      time.Time
	Account string
	Name    string // of the account as it is now; filled in when read
	Text    string // empty when it was removed
	Removed bool
}

// Mute is somebody whose messages another does not want to read.
type Mute struct {
	Name  string // as it is now
	Since time.Time
}

// Talks is where the viewer speaks when nothing else is said.
func (v View) Talks() TalkChannel {
	if v.You != nil || v.Had && v.EndedAt == nil {
		return AtTable
	}
	return AmongSpectators
}

// MayHear refuses the spectators' talk to who has a seat, or had one and may be back, until the game has ended: spectators
// may say what they have noticed and what they would do, and that is to help nobody. Whoever sees a game hears its table.
func (v View) MayHear(c TalkChannel) error {
	if c == AmongSpectators && (v.You != nil || v.Had) && v.EndedAt == nil {
		return Refuse(SpectatorsOnly, "You have a seat, or had one, in this game: what its spectators say is shown to you when it has ended.")
	}
	return nil
}

// MaySpeak is MayHear for who wants to say something; at the table only those speak who have a seat.
func (v View) MaySpeak(c TalkChannel) error {
	if c == AtTable && v.You == nil && v.Had && v.EndedAt == nil {
		return Refuse(NotSeated, "You have no seat in this game any more, and only players speak at its table; take it back, or wait until the game has ended.")
	}
	if c == AtTable && v.You == nil {
		return Refuse(NotSeated, "You have no seat in this game, and only players speak at its table; speak among the spectators.")
	}
	return v.MayHear(c)
}

// CheckMessage lets through lines of visible text, and gives them with line feeds between. Controls, characters that turn
// the direction of writing or cannot be seen, and piles of accents are refused; the invisible signs that join letters
// or colour pictures may follow one. The error is a *Refusal.
func CheckMessage(text string) (string, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if n := utf8.RuneCountInString(text); n > MaxMessage || !utf8.ValidString(text) {
		return "", refuseMessage("The message must have 1 to %d characters; this one has %d.", MaxMessage, n)
	}
	if strings.Count(text, "\n") >= maxMessageLines {
		return "", refuseMessage("The message must have at most %d lines.", maxMessageLines)
	}
	seen, marks := false, 0
	previous := '\n'
	for _, r := range text {
		switch {
		case r == '\n':
		case joins(r):
			if joins(previous) || !unicode.In(previous, unicode.L, unicode.M, unicode.N, unicode.S, unicode.P) {
				return "", refuseMessage("The message holds characters that cannot be seen; leave them out.")
			}
		case !unicode.IsGraphic(r) || invisible(string(r)):
			return "", refuseMessage("The message holds %U, a character that cannot be seen or rules others; leave it out.", r)
		}
		if marks++; !unicode.IsMark(r) {
			marks = 0
		}
		if marks > maxMarks {
			return "", refuseMessage("The message holds too many accents on one letter; leave some out.")
		}
		seen = seen || !unicode.IsSpace(r) && !unicode.IsMark(r) && !joins(r) && r != brailleBlank
		previous = r
	}
	if !seen {
		return "", refuseMessage("The message is empty; say something.")
	}
	return text, nil
}

// joins says whether a character that is not drawn changes how its neighbours are: it joins letters or parts of a picture,
// keeps letters apart, or asks for the coloured form.
func joins(r rune) bool {
	const nonJoiner, joiner, coloured = '\u200c', '\u200d', '\ufe0f'
	return r == nonJoiner || r == joiner || r == coloured
}

// brailleBlank counts as a symbol, and nothing of it can be seen.
const brailleBlank = '\u2800'

func refuseMessage(format string, args ...any) *Refusal {
	return Refuse(InvalidMessage, format, args...).At("/text")
}
