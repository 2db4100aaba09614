package money

import (
	"testing"

	"tender/domain/kindtest"
)

func TestPlaythroughs(t *testing.T) {
	kindtest.Playthrough(t, Kind, "2025-two-bids", Edition2025, "", 2, 3)
	kindtest.Playthrough(t, Kind, "2025-four", Edition2025, `{"show_known_cards":true,"show_bid_sizes":false}`, 4, 4)
	kindtest.Playthrough(t, Kind, "classic-serial-sum", EditionClassic, `{"tie_break":"serial-sum"}`, 3, 5)
}
