package fuzz

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tender/client"
	"tender/domain"
	"tender/domain/kinds"
)

// position plays a game of some kind and edition by chance, a number of steps long or to its end.
func position(t testing.TB, choice uint8, seed uint64, steps uint8) (*domain.Kind, domain.Position, int) {
	t.Helper()
	kind := kinds.All[int(choice)%len(kinds.All)]
	edition := kind.Editions[int(choice)/len(kinds.All)%len(kind.Editions)]
	r := rand.New(rand.NewPCG(seed, 1))
	seats := edition.MinSeats + r.IntN(edition.MaxSeats-edition.MinSeats+1)
	options, err := kind.Options(edition.Name, seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	var deal [32]byte
	for i := range deal {
		deal[i] = byte(r.Uint32())
	}
	p, err := kind.Start(edition.Name, options, seats, deal)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		w := p.Wanted()
		if len(w.Seats) == 0 {
			break
		}
		if !w.Sealed {
			w.Seats = w.Seats[:1]
		}
		var plays []domain.Play[json.RawMessage]
		for _, seat := range w.Seats {
			plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: p.Sample(seat, r)})
		}
		p.Step(plays)
	}
	return kind, p, seats
}

// A record from anywhere is replayed or refused.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"format":"tender-record/1","kind":"money","edition":"2025","options":{},"players":2,"seed":"` + strings.Repeat("00", 32) +
		`","steps":[{"seat":1,"move":{"type":"bid","cards":[0]}},{"seat":2,"move":{"type":"bid","cards":[0]}}],"result":{}}`))
	f.Add([]byte(`{"format":"tender-record/1","kind":"mow-money","edition":"2016","options":{"stall_rounds":1},"players":1,"seed":"` + strings.Repeat("11", 32) +
		`","steps":[{"seat":1,"move":{"type":"bid","stacks":[]},"state":{},"illegal":true}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		done, err := kinds.All.Replay(raw)
		if err == nil && !json.Valid(raw) {
			t.Errorf("replayed %d steps of what is no JSON", done.Steps)
		}
	})
}

// A move from anywhere is taken or refused with words for the player; a refused one changes nothing, and one that is taken
// is the same when it is read again and can be played.
func FuzzMove(f *testing.F) {
	for choice := range uint8(4) {
		for _, move := range []string{`{"type":"bid","cards":[0]}`, `{"type":"bid","cards":[1,0,2]}`, `{"type":"swap","with":"II"}`, `{"type":"keep"}`,
			`{"type":"bid","stacks":[{"token":"A","cards":[1,2],"stake":[1],"bluffs":2},{"token":"OJ","bluffs":1,"decoy":true}]}`, `{"type":"bid","stacks":[]}`,
			`{"type":"done","discard":[1]}`, `{"type":"buy_card","deck":"basic"}`, `{"type":"pickup","cards":[1,2,3],"job":"clean_up"}`, `null`, `{"cards":[]}`} {
			f.Add(choice, uint64(choice), 3*choice, uint8(0), move)
		}
	}
	f.Fuzz(func(t *testing.T, choice uint8, seed uint64, steps, who uint8, raw string) {
		_, p, _ := position(t, choice, seed, steps)
		w := p.Wanted()
		if len(w.Seats) == 0 {
			return
		}
		seat, before := w.Seats[int(who)%len(w.Seats)], p.Encode()
		move, err := p.Check(seat, json.RawMessage(raw))
		if !bytes.Equal(before, p.Encode()) {
			t.Fatalf("to look at %s has changed the game", raw)
		}
		if err != nil {
			if r, ok := domain.AsRefusal(err); !ok || r.Code == "" || r.Text == "" {
				t.Fatalf("%s is refused without words: %v", raw, err)
			}
			return
		}
		again, err := p.Check(seat, move)
		if err != nil || !bytes.Equal(move, again) {
			t.Fatalf("%s is understood as %s, and that as %s, %v", raw, move, again, err)
		}
		var plays []domain.Play[json.RawMessage]
		if w.Sealed {
			p.Cover(seat, move)
			for _, s := range w.Seats {
				plays = append(plays, domain.Play[json.RawMessage]{Seat: s, Move: p.Absent(s)})
			}
			plays[slices.Index(w.Seats, seat)].Move = move
		} else {
			plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: move})
		}
		p.Step(plays)
		if len(p.Wanted().Seats) == 0 {
			p.Scores()
		}
	})
}

// What a viewer is shown does not depend on what the viewer cannot know, wherever a game has got to; and a state that
// somebody has tampered with is read or refused.
func FuzzView(f *testing.F) {
	for choice := range uint8(4) {
		f.Add(choice, uint64(choice), 17*choice, choice, uint64(7), uint16(40), []byte(`-1`))
	}
	f.Fuzz(func(t *testing.T, choice uint8, seed uint64, steps, who uint8, other uint64, at uint16, tamper []byte) {
		kind, p, seats := position(t, choice, seed, steps)
		state, viewer := p.Encode(), int(who)%(seats+1)
		elsewhere, err := kind.Decode(kind.Resample(state, viewer, rand.New(rand.NewPCG(other, 2))))
		if err != nil {
			t.Fatal(err)
		}
		if here, there := shown(t, p, viewer), shown(t, elsewhere, viewer); here != there {
			t.Errorf("viewer %d can tell two games apart that differ in secrets:\n%s\n%s", viewer, here, there)
		}
		i := int(at) % len(state)
		_, _ = kind.Decode(slices.Concat(state[:i], tamper, state[min(len(state), i+len(tamper)):]))
	})
}

func shown(t *testing.T, p domain.Position, viewer int) string {
	t.Helper()
	table, own, choices := p.View(viewer)
	raw, err := json.Marshal([]any{p.Wanted(), table, own, choices})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Whatever answers a client, it reads a problem, or says that it cannot.
func FuzzProblem(f *testing.F) {
	f.Add(422, "application/problem+json", []byte(`{"type":"/problems/card_not_in_hand","title":"x","status":422,"code":"card_not_in_hand","detail":"y","errors":[{"pointer":"/bid/cards/0","detail":"z"}]}`))
	f.Add(409, "application/problem+json; charset=utf-8", []byte(`{"status":"409"}`))
	f.Add(200, "application/json", []byte(`{"receipt":null}`))
	f.Add(500, "text/html", []byte(`<html>`))
	f.Fuzz(func(t *testing.T, status int, kind string, body []byte) {
		answer := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(bytes.NewReader(body))}
		got, err := client.ParseSealBidResponse(answer)
		if err != nil {
			return
		}
		if got.StatusCode() != status || !bytes.Equal(got.Body, body) {
			t.Errorf("%d %q became %d %q", status, body, got.StatusCode(), got.Body)
		}
		if p := got.ApplicationproblemJSON422; p != nil && (status != 422 || !json.Valid(body)) {
			t.Errorf("%d %q is read as a problem: %+v", status, body, p)
		}
	})
}
