package domain

import (
	"testing"
)

func TestDigestsStopAndNothingElse(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		"":                         `{}`,
		`{"zone":"Europe/Berlin"}`: `{"zone":"Europe/Berlin"}`,
		`{"events":{"game_over":{"email":"digest","webhook":"now"},"reminder":{"email":"now"},"bid_wanted":{"webhook":"off"},"turn_started":{"email":"digest"}}}`: `{"events":{"bid_wanted":{"webhook":"off"},"game_over":{"email":"off","webhook":"now"},"reminder":{"email":"now"},"turn_started":{"email":"off"}}}`,
	} {
		got, err := StopDigests([]byte(before))
		if err != nil || string(got) != after {
			t.Errorf("%s becomes %s, %v", before, got, err)
		}
		if again, err := StopDigests(got); err != nil || string(again) != after {
			t.Errorf("%s becomes %s, %v", got, again, err)
		}
	}
	for _, broken := range []string{"[]", "null", `{"events":7}`, `{"events":{"bid_wanted":"off"}}`, "{"} {
		if got, err := StopDigests([]byte(broken)); err == nil {
			t.Errorf("%s becomes %s", broken, got)
		}
	}
}

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
