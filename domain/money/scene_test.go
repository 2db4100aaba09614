package money

import (
	"encoding/json"
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestPictures(t *testing.T) {
	kindtest.Pictures(t, Kind, "2025-three", Edition2025, "", 3, 6)
	kindtest.Pictures(t, Kind, "classic-known", EditionClassic, `{"show_known_cards":true}`, 3, 7)
}

func TestAViewThatCannotBeReadHasNoPicture(t *testing.T) {
	for _, raw := range []string{"", "null", "[]", "{}", `"x"`, `{"seats":7,"hands":7}`} {
		d := domain.Drawing{Table: json.RawMessage(raw), Own: json.RawMessage(raw), Result: json.RawMessage(raw), Over: true}
		if groups := Kind.Scene(d); groups != nil {
			t.Errorf("%s: %+v", raw, groups)
		}
	}
}
