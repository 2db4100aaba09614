package api

import "testing"

func TestABidWithoutATypeGetsThatOfItsPhase(t *testing.T) {
	for bid, want := range map[string]string{
		`{"cards":[1]}`:      `{"type":"bid","cards":[1]}`,
		` { "cards":[1]}`:    `{"type":"bid","cards":[1]}`,
		`{}`:                 `{"type":"bid"}`,
		`{ }`:                `{"type":"bid"}`,
		`{"a":{"type":"x"}}`: `{"type":"bid","a":{"type":"x"}}`,
	} {
		if !untyped([]byte(bid)) {
			t.Errorf("%s has a type", bid)
		} else if got := string(typed([]byte(bid), "bid")); got != want {
			t.Errorf("%s becomes %s", bid, got)
		}
	}
	if got := string(typed([]byte(`{"price":3}`), "offer")); got != `{"type":"offer","price":3}` {
		t.Error(got)
	}
	for _, bid := range []string{`{"type":"x"}`, `{"type":null}`, `{"Type":"bid"}`, `[]`, `null`, `{"cards":[1]`} {
		if untyped([]byte(bid)) {
			t.Errorf("%s gets a type", bid)
		}
	}
}
