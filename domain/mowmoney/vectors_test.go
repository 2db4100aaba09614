package mowmoney

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"tender/domain"
)

// recorded is a game as tender-record/1 writes it.
type recorded struct {
	Edition string
	Options json.RawMessage
	Players int
	Seed    string
	Start   json.RawMessage
	Steps   []struct {
		Seat    int
		Move    json.RawMessage
		State   json.RawMessage
		Illegal bool
	}
	Result struct {
		Scores  json.RawMessage
		Winners json.RawMessage
		Rounds  int
		Dummy   *int
	}
}

func readLines(t testing.TB) (all [][]byte) {
	t.Helper()
	file, err := os.Open("testdata/games.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		all = append(all, bytes.Clone(lines.Bytes()))
	}
	if lines.Err() != nil || len(all) == 0 {
		t.Fatalf("%d games: %v", len(all), lines.Err())
	}
	return all
}

func readGames(t testing.TB) []recorded {
	t.Helper()
	lines := readLines(t)
	games := make([]recorded, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal(line, &games[i]); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

func seedOf(t testing.TB, text string) (seed [32]byte) {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != 32 {
		t.Fatalf("seed %q: %v", text, err)
	}
	return [32]byte(raw)
}

// collector plays moves as the server's table does: it keeps sealed ones until the last is in.
type collector struct {
	domain.Position
	sealed map[int]json.RawMessage
}

// waitingFor lists the seats that must act.
func (c *collector) waitingFor() []int {
	seats := []int{}
	for _, seat := range c.Wanted().Seats {
		if _, in := c.sealed[seat]; !in {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (c *collector) play(seat int, move json.RawMessage) ([]domain.Event, error) {
	understood, err := c.Check(seat, move)
	if err != nil {
		return nil, err
	}
	wanted := c.Wanted()
	if !wanted.Sealed {
		return c.Step([]domain.Play[json.RawMessage]{{Seat: seat, Move: understood}}), nil
	}
	if c.sealed == nil {
		c.sealed = map[int]json.RawMessage{}
	}
	c.sealed[seat] = understood
	if len(c.sealed) < len(wanted.Seats) {
		return nil, nil
	}
	var plays []domain.Play[json.RawMessage]
	for _, s := range wanted.Seats {
		plays = append(plays, domain.Play[json.RawMessage]{Seat: s, Move: c.sealed[s]})
	}
	c.sealed = nil
	return c.Step(plays), nil
}

func mustJSON(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The recorded games hold ten passes in a pick-up after which the same seat is still waited for and then picks up. The
// rules call pick-up and pass the two decisions there are, and the pass that stands for an absent seat has to end its
// turn; so a pass counts here, and Replay checks these steps to be legal without playing them.
func TestRecordedGamesReplay(t *testing.T) {
	var sum domain.Replayed
	for i, line := range readLines(t) {
		done, err := domain.Kinds{Kind}.Replay(line)
		if err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		sum.Steps, sum.Idle = sum.Steps+done.Steps, sum.Idle+done.Idle
	}
	if sum.Steps < 3000 || sum.Idle != 10 {
		t.Errorf("%+v", sum)
	}
}

func TestComponentsMatchTheVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		BidCards  []Card                 `json:"bid_cards"`
		Contracts []struct{ ID, RP int } `json:"contracts"`
		Needs     map[int][]Need         `json:"needs"`
		Chart     map[int][worths]int    `json:"chart"`
		OddJobs   map[Job]int            `json:"odd_jobs"`
		CardPrice map[Deck]int           `json:"card_price"`
		Mower     map[Deck]int           `json:"mower_price"`
		MowerRP   map[Deck]int           `json:"mower_rp"`
		HandLimit map[Deck]int           `json:"hand_limit"`
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(bidCards, want.BidCards) {
		t.Errorf("bid cards differ:\n%v\n%v", bidCards, want.BidCards)
	}
	for i, c := range want.Contracts {
		if c.ID != i+1 || worthOf(c.ID) != c.RP {
			t.Errorf("contract %d is worth %d, want %d", c.ID, worthOf(c.ID), c.RP)
		}
	}
	for rp, needs := range want.Needs {
		if !slices.Equal(contractNeeds[rp-1], needs) {
			t.Errorf("%d RP asks for %v, want %v", rp, contractNeeds[rp-1], needs)
		}
	}
	for players, row := range want.Chart {
		if chart[players-1] != row {
			t.Errorf("chart for %d: %v, want %v", players, chart[players-1], row)
		}
	}
	for j, pays := range want.OddJobs {
		if jobPays[j] != pays {
			t.Errorf("%s pays %d, want %d", j, jobPays[j], pays)
		}
	}
	for d := range Deck(deckCount) {
		got := [4]int{cardPrice[d], mowerPrice[d], mowerRP[d], handLimit[d]}
		if wanted := [4]int{want.CardPrice[d], want.Mower[d], want.MowerRP[d], want.HandLimit[d]}; got != wanted {
			t.Errorf("%s: %v, want %v", d, got, wanted)
		}
	}
}
