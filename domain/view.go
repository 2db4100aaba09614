package domain

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"
)

// View is what one viewer may see of a game. It is built up field by field, and nothing else shows a game to anybody.
// It holds no number that changes when somebody only thinks again.
type View struct {
	ID         string          `json:"id"`
	Kind       string          `json:"kind"`
	Revision   int             `json:"revision,omitempty"` // of the kind's rules by which it is played; left out of the first
	Edition    string          `json:"edition"`
	Options    json.RawMessage `json:"options"`
	Title      string          `json:"title"`
	Status     Status          `json:"status"`
	Visibility Visibility      `json:"visibility"`
	Size       int             `json:"size"`             // seats that the game is for
	Kept       int             `json:"kept"`             // seats that are kept free for people who are invited
	Host       int             `json:"host"`             // the host's seat, 0 when everybody has left
	Series     *Series         `json:"series,omitempty"` // nil for a game by itself
	Seats      []SeatView      `json:"seats"`
	Pace       Pace            `json:"pace"`
	Terms      *Terms          `json:"terms"` // null for a game that was opened before there were any
	Commitment string          `json:"commitment"`
	You        *You            `json:"you"`       // null for a spectator
	Had        bool            `json:"-"`         // the viewer has a seat, or had one while the game was running
	Lost       int             `json:"lost_seat"` // the seat that the viewer has lost and may take back, 0 for none
	Round      int             `json:"round"`
	Phase      string          `json:"phase"` // empty while the game is open
	Step       int             `json:"step"`
	WaitingFor []int           `json:"waiting_for"`
	Deadline   *time.Time      `json:"deadline"`
	Overtime   *OvertimeView   `json:"overtime"` // null before the deadline
	Paused     *time.Time      `json:"paused"`   // until when the clock stands; null while it goes
	Votes      []VoteView      `json:"votes"`
	Table      any             `json:"table"`             // the kind's; null while the game is open
	Rematch    string          `json:"rematch,omitempty"` // the game that is one, for who may see that; whoever keeps games fills it in
	Own        any             `json:"own"`               // the kind's, for this seat; null for a spectator
	Moves      []Choice        `json:"moves"`             // what this seat can do now
	Result     *Result         `json:"result"`
	ServerSeed string          `json:"server_seed,omitempty"` // when the game is over
	Whom       string          `json:"-"`                     // for mails to a host about an invitation: to whom it went
	LastEvent  int             `json:"last_event"`
	OpenedAt   time.Time       `json:"opened_at"`
	StartedAt  *time.Time      `json:"started_at"`
	EndedAt    *time.Time      `json:"ended_at"`
}

// SeatView is what everybody sees of a seat.
type SeatView struct {
	Seat   int    `json:"seat"`
	Player string `json:"player"` // BotName for a bot
	Bot    bool   `json:"bot"`
	Missed int    `json:"missed_turns"`
	Bank   *int   `json:"bank"`   // seconds in its time bank; null in a game without
	Wanted bool   `json:"wanted"` // the game waits, or waited until a move was stored, for this seat
	Stored bool   `json:"stored"` // a sealed move is in: it will count
	Ready  bool   `json:"ready"`  // and the game may go on
	Held   Held   `json:"held"`   // by whom

	MissedInARow int          `json:"missed_in_a_row"`       // turns, up to now; Terms.MissedLimit of them cost the seat
	Reliability  *Reliability `json:"reliability,omitempty"` // of the player, as it was when they sat down; null for who was never asked

	Cover any `json:"cover"` // what may be seen of the sealed move; null when nothing may or there is none
}

// You is what the viewer's own seat sees of itself.
type You struct {
	Seat   int      `json:"seat"`
	Sealed *Receipt `json:"sealed"` // one's own stored move
	// One's standing orders, and what they do if a turn comes as the game stands; left out when there are none.
	Orders   []Order   `json:"orders,omitempty"`
	OrderNow *OrderNow `json:"order_now,omitempty"`
}

// View shows the table to an account, which is a spectator if it has no seat ("" is somebody signed out). names gives
// the players' names by account.
func (t *Table) View(account string, names map[string]string) View {
	w, waiting := t.Waiting()
	seat := t.SeatOf(account)
	v := View{ID: t.ID, Kind: t.Kind.Name, Revision: later(t.Revision), Edition: t.Edition, Options: t.Options, Title: t.Title, Status: t.Status,
		Visibility: t.Seen(), Kept: len(t.Invited), Size: t.Size, Host: t.SeatOf(t.Host), Series: t.Series, Pace: t.Pace, Terms: t.Terms.Shown(), Overtime: t.overtimeView(), Votes: t.votes(), Commitment: t.Commitment(), Round: w.Round, Phase: w.Phase,
		Step: t.Step, WaitingFor: waiting, Deadline: moment(t.Deadline), Moves: []Choice{}, LastEvent: t.Told,
		OpenedAt: t.OpenedAt, StartedAt: moment(t.StartedAt), EndedAt: moment(t.EndedAt), Seats: []SeatView{}}
	if t.Course.Pause != nil {
		v.Paused = moment(t.Course.Pause.Until)
	}
	for i, s := range t.Seats {
		sv := SeatView{Seat: i + 1, Player: t.playerName(i+1, names), Bot: s.Bot, Held: s.Held(), Missed: s.Missed, MissedInARow: s.Absence.Row, Reliability: s.Absence.Shown, Bank: t.bankView(s), Wanted: slices.Contains(w.Seats, i+1)}
		if sealed, ok := t.Sealed[i+1]; ok {
			sv.Stored, sv.Ready = true, sealed.Ready
			sv.Cover = t.position.Cover(i+1, sealed.Move)
		}
		v.Seats = append(v.Seats, sv)
	}
	v.Lost, v.Had = t.LostBy(account), t.EverHeld(account) > 0
	if seat > 0 {
		v.You = &You{Seat: seat, Orders: t.Seats[seat-1].Orders, OrderNow: t.orderNow(seat)}
		if sealed, ok := t.Sealed[seat]; ok {
			v.You.Sealed = t.receipt(sealed)
		}
	}
	if t.position != nil {
		var choices []Choice
		v.Table, v.Own, choices = t.position.View(seat)
		if t.Status == Active && t.Course.Pause == nil && slices.Contains(w.Seats, seat) && choices != nil {
			v.Moves = choices
		}
	}
	if t.Status == Over {
		result := t.position.Scores()
		v.Result, v.ServerSeed = &result, t.ServerSeed
	}
	return v
}

// moment is nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// Sample gives a move that would be accepted from a seat now, for tests. It is nil when the seat is not wanted.
func (t *Table) Sample(seat int, r *rand.Rand) json.RawMessage {
	if w, _ := t.Waiting(); !slices.Contains(w.Seats, seat) {
		return nil
	}
	return t.position.Sample(seat, r)
}

// Bot gives the move that a bot in this seat would make now, by what the seat may see. It is nil when the seat is not
// wanted.
func (t *Table) Bot(seat int, r *rand.Rand) json.RawMessage {
	if w, _ := t.Waiting(); !slices.Contains(w.Seats, seat) {
		return nil
	}
	return t.position.Bot(seat, r)
}

// shown is what others see of a seat's sealed move, "" when there is none.
func (t *Table) shown(seat int) string {
	sealed, ok := t.Sealed[seat]
	if !ok {
		return ""
	}
	return string(encode([]any{sealed.Ready, t.position.Cover(seat, sealed.Move)}))
}

// CoverOf is what others may learn of a sealed move of a seat, written as JSON.
func (t *Table) CoverOf(seat int, move json.RawMessage) string {
	return string(encode(t.position.Cover(seat, move)))
}
