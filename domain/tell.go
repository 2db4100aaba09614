package domain

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Names are the players' names by seat.
type Names map[int]string

// Of is the name of the player in a seat, or the seat where nobody's name is known.
func (n Names) Of(seat int) string {
	if name := n[seat]; name != "" {
		return name
	}
	return "seat " + itoa(seat)
}

// All names the players in seats as people say them: "Ada", "Ada and Ben", "Ada, Ben and Cleo".
func (n Names) All(seats []int) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = n.Of(seat)
	}
	return Together(names)
}

// Together joins words as people say them: "a", "a and b", "a, b and c"; "nobody" when there are none.
func Together(words []string) string {
	switch n := len(words); n {
	case 0:
		return "nobody"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// Names are the names that a view shows, by seat.
func (v View) Names() Names {
	names := Names{}
	for _, s := range v.Seats {
		names[s.Seat] = s.Player
	}
	return names
}

// TellAll says in plain sentences what events told, in the past tense, in lines of at most TextWidth columns. Everybody
// is called by name; times are those of a zone. It knows nothing but the events, so that it tells a viewer only what the viewer
// was told.
func (k *Kind) TellAll(events []EventView, names Names, zone *time.Location) string {
	var b strings.Builder
	for _, e := range events {
		text := e.tell(names, zone)
		if text == "" && k.Tell != nil {
			text = k.Tell(e, names)
		}
		b.WriteString(Wrap(text))
		if said[byOrder](e).ByOrder {
			b.WriteString("  A standing order of yours did that.\n")
		}
	}
	return b.String()
}

// Wrap breaks the lines of a text between words, so that none has more than TextWidth columns, and indents what they are
// broken into, so that each entry of a list is seen to be one. Empty lines go.
func Wrap(text string) string { return broken(text, "  ") }

// Paragraph breaks the lines of a text as Wrap does, and indents nothing.
func Paragraph(text string) string { return broken(text, "") }

func broken(text, indent string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			wrapBehind(&b, "", indent, line)
		}
	}
	return b.String()
}

// tell says what an event of a table told; it is empty for one of a kind. Seats are not called by name while the game
// is open: when somebody leaves, those behind move up, and the names are those of another moment.
func (e EventView) tell(names Names, zone *time.Location) string {
	switch e.Type {
	case "game_opened":
		return fmt.Sprintf("A game for %d was opened.", said[opened](e).Seats)
	case "seat_taken":
		return fmt.Sprintf("Seat %d was taken.", said[seatTaken](e).Seat)
	case "seat_left":
		left := said[seatLeft](e)
		if left.Host == 0 {
			return fmt.Sprintf("Seat %d was given back.", left.Seat)
		}
		return fmt.Sprintf("Seat %d was given back; the host was in seat %d from then on.", left.Seat, left.Host)
	case "bot_seated":
		return fmt.Sprintf("A bot took seat %d.", said[seatTaken](e).Seat)
	case "bot_left":
		return fmt.Sprintf("The host sent the bot in seat %d away.", said[seatLeft](e).Seat)
	case "seat_kept":
		return "Somebody was invited; a seat is kept free."
	case "invitation_withdrawn":
		return "The host took an invitation back; its seat is free again."
	case "invitation_declined":
		return "An invitation was declined; its seat is free again."
	case "invitation_expired":
		return "An invitation was not answered in time; its seat is free again."
	case "game_started":
		seats := make([]int, max(0, min(said[started](e).Seats, len(names))))
		for i := range seats {
			seats[i] = i + 1
		}
		return "The game started with " + names.All(seats) + "."
	case "revealed":
		// What the bids were, the kind tells: it can tell a move in words.
		return fmt.Sprintf("The bids of round %d were revealed.", said[revealed](e).Round)
	case "deadline_passed":
		return said[deadlinePassed](e).tell(names)
	case "deadline_moved":
		return said[deadlineMoved](e).tell(names)
	case "round_voided":
		return said[roundVoided](e).tell()
	case "misses_excused":
		return said[missesExcused](e).tell(names)
	case "overtime_began":
		return said[overtimeBegan](e).tell(names, zone)
	case "hurried":
		h := said[deadlinePassed](e)
		return fmt.Sprintf("All players wanted to go on: phase %s was ended before its deadline.%s", h.Phase, h.stood(names))
	case "game_paused":
		p := said[gamePaused](e)
		return fmt.Sprintf("The game was paused until %s: %s.", p.Until.In(zone).Format(TimeLayout), p.Why)
	case "game_resumed":
		r := said[gameResumed](e)
		return fmt.Sprintf("The game went on: %s. The deadline was %s then.", r.Why, r.Deadline.In(zone).Format(TimeLayout))
	case "vote_cast":
		return said[voteCast](e).tell(names)
	case "vote_withdrawn":
		w := said[voteWithdrawn](e)
		return fmt.Sprintf("%s took back the vote %s.", names.Of(w.Seat), w.For.wish())
	case "seat_lost":
		return said[seatLost](e).tell()
	case "seat_taken_over":
		return said[seatTakenOver](e).tell()
	case "game_over":
		return said[gameOver](e).tell(names)
	case "game_abandoned":
		return "The game was abandoned: " + said[gameAbandoned](e).Why + "."
	}
	return ""
}

// said reads what an event says. Of data that is something else it reads nothing.
func said[T any](e EventView) (data T) {
	if json.Unmarshal(e.Data, &data) != nil {
		var none T
		return none
	}
	return data
}

func (d deadlinePassed) tell(names Names) string {
	switch len(d.Seats) {
	case 0:
		return fmt.Sprintf("The deadline of phase %s passed; everybody had a move stored.", d.Phase)
	case 1:
		return fmt.Sprintf("%s missed the deadline of phase %s; %s stood for the move.", names.Of(d.Seats[0]), d.Phase, d.Did)
	}
	return fmt.Sprintf("%s missed the deadline of phase %s; %s stood for the move of each.", names.All(d.Seats), d.Phase, d.Did)
}

func (m deadlineMoved) tell(names Names) string {
	text := fmt.Sprintf("The deadline of phase %s was moved out by %s: %s.", m.Phase, span(m.Deadline.Sub(m.Before)), m.Why)
	if len(m.Excused) > 0 {
		text += " The turn that " + names.All(m.Excused) + " missed in that time does not count."
	}
	return text
}

func (m missesExcused) tell(names Names) string {
	return fmt.Sprintf("The turn that %s missed does not count: %s.", names.All(m.Seats), m.Why)
}

// tell says who won, and with how much; the rest of the scores is the view's to show.
func (o gameOver) tell(names Names) string {
	r := o.Result
	text := fmt.Sprintf("The game ended after round %d. ", r.Rounds)
	if len(r.Winners) == 0 {
		return text + "Nobody won."
	}
	who, with := make([]string, len(r.Winners)), ""
	for i, winner := range r.Winners {
		who[i] = fmt.Sprint(winner)
		switch n, ok := winner.(float64); {
		case ok && n >= 1 && n <= float64(len(r.Totals)):
			who[i] = names.Of(int(n))
			with = fmt.Sprintf(" with %d", r.Totals[int(n)-1])
		case !ok && r.Dummy != nil: // a rival that is no seat is named by a word
			article := "the "
			if i == 0 {
				article = "The "
			}
			who[i] = article + who[i]
			with = fmt.Sprintf(" with %d", *r.Dummy)
		}
	}
	return text + Together(who) + " won" + with + "."
}
