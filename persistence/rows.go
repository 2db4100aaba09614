package persistence

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tender/domain"
)

// gameRow is a row of games: the table as text, and what lists and workers look for.
type gameRow struct {
	ID        string
	Kind      string
	Revision  int
	Edition   string
	Title     string
	Size      int
	Pace      string
	Terms     string // empty for none
	Status    string
	Round     int
	Phase     string
	Step      int
	Deadline  int64
	OpenedAt  int64
	StartedAt int64
	EndedAt   int64
	DueAt     int64
	Vacant    int
	State     string

	Visibility   string
	Free         int
	Taken        int
	Bots         string // seats, joined by blanks
	Host         int    // a seat
	Slowest      int
	Fastest      int
	SeriesID     string
	SeriesNumber int
	SeriesOf     int
}

func (gameRow) TableName() string { return "games" }

func gameOf(t *domain.Table) (gameRow, error) {
	pace, err := json.Marshal(t.Pace)
	if err != nil {
		return gameRow{}, err
	}
	terms, err := termsText(t.Terms)
	w, _ := t.Waiting()
	series := domain.Series{}
	if t.Series != nil {
		series = *t.Series
	}
	slowest, fastest := t.Pace.Bounds()
	return gameRow{Visibility: string(t.Seen()), Free: t.Free(), Taken: len(t.Seats), Bots: botsOf(t), Host: t.SeatOf(t.Host),
		Slowest: slowest, Fastest: fastest,
		ID: t.ID, Kind: t.Kind.Name, Revision: t.Revision, Edition: t.Edition, Title: t.Title, Size: t.Size, Pace: string(pace), Terms: terms,
		Status: string(t.Status), Round: w.Round, Phase: w.Phase, Step: t.Step, Deadline: millis(t.Deadline),
		OpenedAt: millis(t.OpenedAt), StartedAt: millis(t.StartedAt), EndedAt: millis(t.EndedAt),
		DueAt: millis(t.Due()), Vacant: t.Vacant(), State: string(t.Encode()), SeriesID: series.ID, SeriesNumber: series.Number, SeriesOf: series.Of}, err
}

// termsText writes terms as everybody sees them; empty for none.
func termsText(terms *domain.Terms) (string, error) {
	if terms == nil {
		return "", nil
	}
	text, err := json.Marshal(terms.Shown())
	return string(text), err
}

// changing gives the columns that a decision can change. Seats are the reason why Size is not among them.
func (g gameRow) changing() map[string]any {
	return map[string]any{"status": g.Status, "round": g.Round, "phase": g.Phase, "step": g.Step,
		"deadline": g.Deadline, "started_at": g.StartedAt, "ended_at": g.EndedAt, "due_at": g.DueAt, "state": g.State,
		"vacant": g.Vacant, "free": g.Free, "taken": g.Taken, "bots": g.Bots, "host": g.Host}
}

// botsOf are the seats that bots hold.
func botsOf(t *domain.Table) string {
	var seats []string
	for i, s := range t.Seats {
		if s.Bot {
			seats = append(seats, strconv.Itoa(i+1))
		}
	}
	return strings.Join(seats, " ")
}

// seatRow is a row of seats.
type seatRow struct {
	GameID    string
	Seat      int
	AccountID string
	Since     int
}

func (seatRow) TableName() string { return "seats" }

// seatsOf are those that are held by people.
func seatsOf(t *domain.Table) []seatRow {
	var rows []seatRow
	for i, s := range t.Seats {
		if s.Account != "" {
			rows = append(rows, seatRow{t.ID, i + 1, s.Account, s.Since})
		}
	}
	return rows
}

// sealedRow is a row of sealed.
type sealedRow struct {
	GameID  string
	Seat    int
	Step    int
	Move    string
	Ready   bool
	Receipt string
	Nonce   string
	At      int64
}

func (sealedRow) TableName() string { return "sealed" }

func sealedOf(game string, s domain.Sealed) sealedRow {
	return sealedRow{game, s.Seat, s.Step, string(s.Move), s.Ready, s.Receipt, s.Nonce, millis(s.At)}
}

func (r sealedRow) sealed() domain.Sealed {
	return domain.Sealed{Seat: r.Seat, Step: r.Step, Move: json.RawMessage(r.Move), Ready: r.Ready, Receipt: r.Receipt,
		Nonce: r.Nonce, At: moment(r.At)}
}

// inputRow is a row of inputs.
type inputRow struct {
	GameID string
	N      int
	At     int64
	Actor  string
	Type   string
	Input  string
}

func (inputRow) TableName() string { return "inputs" }

func inputOf(game string, l domain.Logged) inputRow {
	return inputRow{game, l.Number, millis(l.At), l.By.Account, l.Type, string(l.Input)}
}

func (r inputRow) logged() domain.Logged {
	return domain.Logged{Number: r.N, At: moment(r.At), By: domain.Actor{Account: r.Actor}, Type: r.Type,
		Input: json.RawMessage(r.Input)}
}

// eventRow is a row of events. Own is a JSON object by seat, empty when everybody was told the same.
type eventRow struct {
	GameID string
	N      int
	At     int64
	Type   string
	Data   string
	Own    string
}

func (eventRow) TableName() string { return "events" }

func eventsOf(game string, told []domain.Told) ([]eventRow, error) {
	rows := make([]eventRow, len(told))
	for i, e := range told {
		own := ""
		if len(e.Own) > 0 {
			text, err := json.Marshal(e.Own)
			if err != nil {
				return nil, fmt.Errorf("event %d: %w", e.Number, err)
			}
			own = string(text)
		}
		rows[i] = eventRow{game, e.Number, millis(e.At), e.Type, string(e.Data), own}
	}
	return rows, nil
}

func (r eventRow) told() (domain.Told, error) {
	t := domain.Told{Number: r.N, At: moment(r.At), Type: r.Type, Data: json.RawMessage(r.Data)}
	if r.Own == "" {
		return t, nil
	}
	if err := json.Unmarshal([]byte(r.Own), &t.Own); err != nil {
		return t, fmt.Errorf("event %d: %w", r.N, err)
	}
	return t, nil
}
