package domain

import (
	"testing"
)

func TestOneSortOfMailIsTurnedAndNothingElse(t *testing.T) {
	t.Parallel()
	for situation, c := range map[string]struct {
		before      string
		on, oneGame bool
		after       string
	}{
		"nothing was said yet":           {"", false, false, `{"events":{"bid_wanted":{"email":"off"}}}`},
		"other things were said":         {`{"zone":"Europe/Berlin","events":{"reminder":{"email":"digest"},"bid_wanted":{"email":"now","webhook":"off"}}}`, false, false, `{"events":{"bid_wanted":{"email":"off","webhook":"off"},"reminder":{"email":"digest"}},"zone":"Europe/Berlin"}`},
		"turned off twice":               {`{"events":{"bid_wanted":{"email":"off"}}}`, false, false, `{"events":{"bid_wanted":{"email":"off"}}}`},
		"turned on again":                {`{"events":{"bid_wanted":{"email":"off"}}}`, true, false, `{"events":{"bid_wanted":{"email":"now"}}}`},
		"one game had it its own way":    {`{"events":{"bid_wanted":{"email":"now","webhook":"off"}}}`, false, true, `{"events":{"bid_wanted":{"webhook":"off"}}}`},
		"a game that said nothing of it": {`{}`, false, true, `{"events":{"bid_wanted":{}}}`},
	} {
		got, err := TurnMail([]byte(c.before), BidWanted, c.on, c.oneGame)
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %s, %v", situation, got, err)
		}
	}
	for _, broken := range []string{"[]", "null", `{"events":7}`, `{"events":{"bid_wanted":"off"}}`, "{"} {
		if got, err := TurnMail([]byte(broken), BidWanted, false, false); err == nil {
			t.Errorf("%s becomes %s", broken, got)
		}
	}
}

func TestADigestIsStoppedAndNothingElse(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		"":                         `{}`,
		`{"zone":"Europe/Berlin"}`: `{"zone":"Europe/Berlin"}`,
		`{"digest_at":7,"events":{"bid_wanted":{"email":"digest","webhook":"now"},"game_over":{"email":"digest"},"reminder":{"email":"now"},"turn_started":{"webhook":"off"}}}`: `{"digest_at":7,"events":{"bid_wanted":{"email":"off","webhook":"now"},"game_over":{"email":"off"},"reminder":{"email":"now"},"turn_started":{"webhook":"off"}}}`,
	} {
		for range 2 { // the second time changes nothing
			got, err := StopDigest([]byte(before))
			if err != nil || string(got) != after {
				t.Errorf("%s: %s, %v", before, got, err)
			}
			before = string(got)
		}
	}
	for _, broken := range []string{"[]", "null", `{"events":7}`, `{"events":{"bid_wanted":"digest"}}`, "{"} {
		if got, err := StopDigest([]byte(broken)); err == nil {
			t.Errorf("%s becomes %s", broken, got)
		}
	}
}
