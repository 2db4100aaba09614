package model

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
)

// lookAll looks at the game with everybody's eyes.
func (m *match) lookAll() error {
	for seat := range m.seats + 1 {
		if err := m.look(seat, nil); err != nil {
			return err
		}
	}
	return nil
}

// shown is the part of a view that the model knows of, and what it is made of.
type shown struct {
	Status     string `json:"status"`
	Round      int    `json:"round"`
	Phase      string `json:"phase"`
	Step       int    `json:"step"`
	WaitingFor []int  `json:"waiting_for"`
	Seats      []struct {
		Wanted bool `json:"wanted"`
		Stored bool `json:"stored"`
		Ready  bool `json:"ready"`
		Cover  any  `json:"cover"`
	} `json:"seats"`
	You *struct {
		Seat   int `json:"seat"`
		Sealed *struct {
			Bid Move `json:"bid"`
		} `json:"sealed"`
	} `json:"you"`
	Table  json.RawMessage `json:"table"`
	Own    json.RawMessage `json:"own"`
	Moves  []offer         `json:"moves"`
	Result json.RawMessage `json:"result"`
	Seed   json.RawMessage `json:"server_seed"`
}

type offer struct {
	Move    Move `json:"move"`
	Example bool `json:"example"`
}

// look compares what a seat, or with 0 the watcher, is shown with what the model says. raw is a view that was given
// already.
func (m *match) look(seat int, raw json.RawMessage) error {
	who := m.watcher
	if seat > 0 {
		who = m.people[seat-1]
	}
	if raw == nil {
		if err := m.get(who, "", &raw); err != nil {
			return err
		}
	}
	var v shown
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	m.count.Views++
	if err := m.compare(seat, v); err != nil {
		return fmt.Errorf("seat %d is shown: %w", seat, err)
	}
	return nil
}

func (m *match) compare(seat int, v shown) error {
	round, phase, _, wanted := m.game.State()
	status, result, own := "active", any(nil), any(nil)
	if phase == "over" {
		status, result = "over", m.game.Result()
	} else if v.Seed != nil {
		return fmt.Errorf("the seed before the end")
	}
	if seat > 0 {
		own = m.game.Own(seat)
	}
	if v.Status != status || v.Round != round || v.Phase != phase || v.Step != m.step || !slices.Equal(v.WaitingFor, m.waiting()) {
		return fmt.Errorf("%s, round %d, %s, step %d, waiting for %v; the model says %s, round %d, %s, step %d, waiting for %v",
			v.Status, v.Round, v.Phase, v.Step, v.WaitingFor, status, round, phase, m.step, m.waiting())
	}
	err := cmp.Or(m.part("table", v.Table, func() any { return m.game.Table() }), m.part(fmt.Sprint("own ", seat), v.Own, func() any { return own }),
		m.part("result", v.Result, func() any { return result }))
	if err != nil {
		return err
	}
	if len(v.Seats) != m.seats {
		return fmt.Errorf("%d seats", len(v.Seats))
	}
	for i, s := range v.Seats {
		move, stored := m.sealed[i+1]
		cover := any(nil)
		if stored {
			cover = m.game.Cover(move)
		}
		if s.Wanted != slices.Contains(wanted, i+1) || s.Stored != stored || s.Ready != m.ready[i+1] {
			return fmt.Errorf("seat %d is %+v", i+1, s)
		}
		if d := difference("cover", plain("", s.Cover), plain("", cover)); d != "" {
			return fmt.Errorf("of seat %d: %s", i+1, d)
		}
	}
	if err := m.compareSealed(seat, v); err != nil {
		return err
	}
	return m.compareMoves(seat, v.Moves, slices.Contains(wanted, seat))
}

// part compares one part of a view. What was right in this step already, byte for byte, is not looked at again.
func (m *match) part(name string, raw json.RawMessage, want func() any) error {
	if m.right[name].step == m.step && bytes.Equal(m.right[name].raw, raw) {
		return nil
	}
	shown, wanted := plain("", raw), plain("", want())
	inOrder(shown)
	if d := difference(name, shown, wanted); d != "" {
		return fmt.Errorf("%s\nshown %s\nmodel %s", d, text(shown), text(wanted))
	}
	m.right[name] = part{m.step, raw}
	return nil
}

// part is a part of a view that was right in a step.
type part struct {
	step int
	raw  json.RawMessage
}

// compareSealed holds the receipt of one's own bid against the bid. Nobody else has it.
func (m *match) compareSealed(seat int, v shown) error {
	move, stored := m.sealed[seat]
	if seat == 0 {
		if v.You != nil {
			return fmt.Errorf("the watcher as somebody with a seat")
		}
		return nil
	}
	if v.You == nil || v.You.Seat != seat || (v.You.Sealed != nil) != stored {
		return fmt.Errorf("oneself as %+v", v.You)
	}
	if !stored {
		return nil
	}
	got := v.You.Sealed.Bid
	for i := range got.Stacks {
		if i < len(move.Stacks) && move.Stacks[i].Job == "" {
			got.Stacks[i].Job = "" // the server names the job that it is
		}
	}
	return m.same(got, move)
}

func (m *match) same(got, want Move) error {
	if d := difference("the sealed bid", plain("", got), plain("", want)); d != "" {
		return fmt.Errorf("%s", d)
	}
	return nil
}

// compareMoves says whether all moves that are offered can be made, and where all are to be offered, whether they are.
func (m *match) compareMoves(seat int, offers []offer, wanted bool) error {
	if !wanted {
		if len(offers) > 0 {
			return fmt.Errorf("moves although nothing is wanted: %+v", offers)
		}
		return nil
	}
	if len(offers) == 0 {
		return fmt.Errorf("no moves")
	}
	var offered []string
	for _, o := range offers {
		if why := m.game.Refuses(seat, o.Move); why != "" {
			return fmt.Errorf("the move %+v, which is against the rules: %s", o.Move, why)
		}
		offered = append(offered, text(o.Move))
	}
	open, all := m.game.Open(seat)
	for _, move := range open {
		if !slices.Contains(offered, text(move)) {
			return fmt.Errorf("moves without %+v", move)
		}
	}
	extra := 0
	if len(open) > 0 && open[0].Type != "keep" || len(open) == 0 {
		extra = 1 // done
	}
	if all && len(offered) != len(open)+extra {
		return fmt.Errorf("the moves %v, and not %+v", offered, open)
	}
	return nil
}

// compareRecord reads the record of the game that is over: the seed is the one that was committed to.
func (m *match) compareRecord() error {
	var record struct {
		ServerSeed string `json:"server_seed"`
		Steps      []any
		Result     any
	}
	if err := m.get(m.watcher, "/record", &record); err != nil {
		return err
	}
	if record.ServerSeed != hex.EncodeToString(m.secret) {
		return fmt.Errorf("the record has another seed")
	}
	if len(record.Steps) != m.played {
		return fmt.Errorf("the record has %d steps, the game had %d", len(record.Steps), m.played)
	}
	if d := difference("the record's result", plain("", record.Result), plain("", m.game.Result())); d != "" {
		return fmt.Errorf("%s", d)
	}
	return nil
}

// inOrder sorts the cards that fit a contract or an odd job: they are shown with the lowest bid first, and which of equal
// ones comes first is no rule.
func inOrder(own any) {
	o, _ := own.(map[string]any)
	for _, list := range []string{"can_meet", "can_do"} {
		entries, _ := o[list].([]any)
		for _, e := range entries {
			cards := e.(map[string]any)["cards"].([]any)
			sort.Slice(cards, func(i, j int) bool { return cards[i].(float64) < cards[j].(float64) })
		}
	}
}

func text(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// plain makes of a value what JSON makes of it, with everything sorted that has no order in the rules: cards and
// contracts by their numbers, and names.
func plain(name string, v any) any {
	if name == "" {
		raw, ok := v.(json.RawMessage)
		if !ok {
			raw = json.RawMessage(text(v))
		}
		v = nil
		_ = json.Unmarshal(raw, &v)
	}
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = plain(k, x)
		}
	case []any:
		for i := range v {
			v[i] = plain("[]", v[i])
		}
		if name == "removed" || name == "stake" || name == "mowers" || name == "cards" && len(v) > 0 && reflect.TypeOf(v[0]).Kind() != reflect.Float64 ||
			len(v) > 0 && numbered(v[0]) {
			sort.SliceStable(v, func(i, j int) bool { return key(v[i]) < key(v[j]) })
		}
	}
	return v
}

func numbered(v any) bool {
	o, ok := v.(map[string]any)
	if !ok {
		return false
	}
	_, card := o["serial"].(float64)
	_, contract := o["id"].(float64)
	return card || contract
}

func key(v any) string {
	if o, ok := v.(map[string]any); ok && numbered(v) {
		if n, ok := o["serial"].(float64); ok {
			return fmt.Sprintf("%05.0f", n)
		}
		return fmt.Sprintf("%05.0f", o["id"])
	}
	return text(v)
}

// difference names the first place where two plain values differ; it is empty when they do not.
func difference(where string, shown, want any) string {
	switch w := want.(type) {
	case map[string]any:
		s, ok := shown.(map[string]any)
		if !ok {
			break
		}
		for k, x := range w {
			if d := difference(where+"."+k, s[k], x); d != "" {
				return d
			}
		}
		for k, x := range s {
			if _, ok := w[k]; !ok {
				return fmt.Sprintf("%s.%s: %s, which the model does not know", where, k, text(x))
			}
		}
		return ""
	case []any:
		s, ok := shown.([]any)
		if !ok || len(s) != len(w) {
			break
		}
		for i, x := range w {
			if d := difference(fmt.Sprintf("%s[%d]", where, i), s[i], x); d != "" {
				return d
			}
		}
		return ""
	}
	if !reflect.DeepEqual(shown, want) {
		return fmt.Sprintf("%s: %s, the model says %s", where, text(shown), text(want))
	}
	return ""
}
