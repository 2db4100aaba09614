package domain_test

import (
	"strings"
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func replayToy(steps string) (domain.Replayed, error) {
	return domain.Kinds{kindtest.Toy}.Replay([]byte(`{"format":"tender-record/1","kind":"toy","edition":"plain","options":{},"players":2,"seed":"` +
		strings.Repeat("0", 64) + `","steps":[{"seat":1,"move":{"type":"bid","number":3}},
		{"seat":2,"move":{"type":"bid","number":3},"state":{"picks":[1,2]}},` + steps + `]}`))
}

func TestReplayOfAMoveRecordedWithoutEffectChecksItAndDoesNotPlayIt(t *testing.T) {
	done, err := replayToy(`{"seat":1,"move":{"type":"drop"},"state":{"picks":[1,2],"points":[1,1]}},
		{"seat":1,"move":{"type":"drop"},"state":{"picks":[2],"points":[0,1]}}`)
	if err != nil || done != (domain.Replayed{Steps: 4, Idle: 1}) {
		t.Fatalf("%+v %v", done, err)
	}
}

func TestReplayTakesNoOtherMoveForIdle(t *testing.T) {
	for name, step := range map[string]string{
		"a move that does not stand for the absent": `{"seat":1,"move":{"type":"keep"},"state":{"picks":[1,2]}}`,
		"a seat that is not waited for":             `{"seat":3,"move":{"type":"drop"},"state":{"picks":[1,2]}}`,
		"a state that is neither":                   `{"seat":1,"move":{"type":"drop"},"state":{"picks":[1]}}`,
	} {
		if done, err := replayToy(step); err == nil || done.Idle != 0 || !strings.HasPrefix(err.Error(), "step 3") {
			t.Errorf("%s: %+v %v", name, done, err)
		}
	}
	if done, err := replayToy(`{"seat":1,"move":{"type":"drop"}},{"seat":2,"move":{"type":"keep"}}`); err != nil || done.Idle != 0 {
		t.Errorf("a record without states: %+v %v", done, err)
	}
}
