package notify

import (
	"encoding/json"
	"fmt"
	"time"

	"tender/domain"
)

// MaxPayload is the greatest length of a webhook's body, in bytes. What does not fit is left out: first the text, then
// the moves.
const MaxPayload = 16 << 10

// Payload is the body of a webhook, HookNotice in the contract. It says what the view of the notified seat shows when it
// is sent, and nothing else.
type Payload struct {
	Type      domain.NoticeType `json:"type"`
	Timestamp time.Time         `json:"timestamp"` // when it came up; the same on every attempt
	Seq       int               `json:"seq"`       // numbers what is sent to this webhook about this game; the same on every attempt
	Data      PayloadData       `json:"data"`
}

// PayloadData says where the game stands for the notified seat.
type PayloadData struct {
	Game     string          `json:"game"`
	Kind     string          `json:"kind"`
	Title    string          `json:"title"` // may be empty
	Seat     int             `json:"seat"`  // the hook's owner's
	Event    int             `json:"event"` // number of the last event when it came up: GET …/events?after= heals what was missed
	Round    int             `json:"round"`
	Phase    string          `json:"phase"`
	Step     int             `json:"step"`     // what a move names to say which turn it is meant for
	Deadline *time.Time      `json:"deadline"` // null when nothing is waited for
	URL      string          `json:"url"`      // of the game
	Moves    []domain.Choice `json:"moves"`    // what this seat can do now, each ready to be sent
	Result   *domain.Result  `json:"result,omitempty"`
	Text     string          `json:"text,omitempty"` // the view drawn, for people; left out when it does not fit
}

// Payload writes a notice as the body of a webhook in the standard format.
func (c Composer) Payload(d domain.Delivery, v domain.View) ([]byte, error) {
	n := d.Notice
	kind, err := c.Kinds.At(v.Kind, v.Revision)
	if err != nil {
		return nil, err
	}
	p := Payload{Type: n.Type, Timestamp: d.CameUp().UTC(), Seq: d.Seq, Data: PayloadData{Game: v.ID, Kind: v.Kind, Title: v.Title, Seat: n.Seat,
		Event: n.Event, Round: v.Round, Phase: v.Phase, Step: v.Step, Deadline: v.Deadline, URL: c.Public + "/v1/games/" + v.ID,
		Moves: v.Moves, Result: v.Result, Text: kind.Text(withoutBid(v), time.UTC)}}
	if p.Data.Moves == nil {
		p.Data.Moves = []domain.Choice{}
	}
	for _, lighten := range []func(){func() { p.Data.Text = "" }, func() { p.Data.Moves = []domain.Choice{} }} {
		body, err := json.Marshal(p)
		if err != nil || len(body) <= MaxPayload {
			return body, err
		}
		lighten()
	}
	body, err := json.Marshal(p)
	if err == nil && len(body) > MaxPayload {
		err = fmt.Errorf("payload of game %s: %d bytes without text and moves", v.ID, len(body))
	}
	return body, err
}
