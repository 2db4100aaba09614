package mowmoney

import (
	"encoding/json"
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestPictures(t *testing.T) {
	kindtest.Pictures(t, Kind, "solo", "", "", 1, 6)
	kindtest.Pictures(t, Kind, "four", "", "", 4, 7)
}

func TestAViewThatCannotBeReadHasNoPicture(t *testing.T) {
	for _, raw := range []string{"", "null", "[]", "{}", `"x"`, `{"seats":7,"hands":7}`} {
		d := domain.Drawing{Table: json.RawMessage(raw), Own: json.RawMessage(raw), Result: json.RawMessage(raw), Over: true}
		if groups := Kind.Scene(d); groups != nil {
			t.Errorf("%s: %+v", raw, groups)
		}
	}
}
