package money

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

// aRecord is the record of a random game that was opened for three and started by two.
func aRecord(t *testing.T) (domain.Kinds, map[string]any) {
	t.Helper()
	g := kindtest.New(t, Kind, Edition2025, "", 2, 8)
	open, err := g.Log[0].Read()
	if err != nil {
		t.Fatal(err)
	}
	in := open.(domain.Open)
	in.Seats, in.Options = 3, json.RawMessage(`{"removed":["yen","euro"]}`)
	g.Table, _, err = g.Kinds.Open(in, kindtest.Player(1), g.Now)
	if err != nil {
		t.Fatal(err)
	}
	g.Log = []domain.Logged{domain.Log(1, in, kindtest.Player(1), g.Now)}
	g.Must(domain.Join{Nonce: "n2"}, kindtest.Player(2))
	g.Must(domain.Start{}, kindtest.Player(1))
	for r := rand.New(rand.NewPCG(8, 8)); g.Next(r); {
	}
	record, err := g.Kinds.Record(g.Log, kindtest.Names(2))
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	raw, err := json.Marshal(record)
	if err == nil {
		err = json.Unmarshal(raw, &members)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g.Kinds, members
}

func TestRecordOfAGameThatStartedWithFewerPlayersReplays(t *testing.T) {
	kinds, members := aRecord(t)
	raw, _ := json.Marshal(members)
	if done, err := kinds.Replay(raw); err != nil || done.Steps == 0 {
		t.Fatal(done, err)
	}
	if r := members["removed"].([]any); len(r) != 1 || r[0] != "yen" || len(members["deck"].([]any)) != 66 {
		t.Fatalf("drawn: %v", members["removed"])
	}
}

func TestReplayFindsWhatWasTamperedWith(t *testing.T) {
	first := func(members map[string]any) map[string]any { return members["steps"].([]any)[0].(map[string]any) }
	cases := map[string]struct {
		tamper func(map[string]any)
		names  string
	}{
		"deck":           {func(m map[string]any) { m["deck"].([]any)[0] = 999 }, "deck[0]"},
		"removed":        {func(m map[string]any) { m["removed"] = []string{"euro"} }, "removed"},
		"seed":           {func(m map[string]any) { m["seed"] = strings.Repeat("0", 64) }, "seed"},
		"server seed":    {func(m map[string]any) { m["server_seed"] = strings.Repeat("0", 64) }, "commitment"},
		"nonce":          {func(m map[string]any) { m["nonces"] = []string{"n1", "other"} }, "seed"},
		"move":           {func(m map[string]any) { first(m)["move"] = Move{Type: MoveBid, Cards: []int{999}} }, "step 1"},
		"seat":           {func(m map[string]any) { first(m)["seat"] = 9 }, "step 1"},
		"illegal":        {func(m map[string]any) { first(m)["illegal"] = true }, "step 1"},
		"state":          {func(m map[string]any) { first(m)["state"] = map[string]any{"round": 7} }, "step 1.round"},
		"result":         {func(m map[string]any) { m["result"].(map[string]any)["rounds"] = 99 }, "result.rounds"},
		"last step gone": {func(m map[string]any) { m["steps"] = m["steps"].([]any)[:3] }, "result"},
		"players":        {func(m map[string]any) { m["players"] = 6 }, "players"},
		"kind":           {func(m map[string]any) { m["kind"] = "chess" }, "chess"},
		"format":         {func(m map[string]any) { m["format"] = "tender-record/9" }, "format"},
		"options":        {func(m map[string]any) { m["options"] = map[string]any{"stall_rounds": -1} }, "stall_rounds"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			kinds, members := aRecord(t)
			c.tamper(members)
			raw, err := json.Marshal(members)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := kinds.Replay(raw); err == nil || !strings.Contains(err.Error(), c.names) {
				t.Fatalf("got %v, want a word of %s", err, c.names)
			}
		})
	}
}
