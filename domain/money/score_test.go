package money

import "testing"

// holding finds cards by currency and values, each once: the hands of the worked examples have no serials.
func holding(t testing.TB, edition, currency string, values ...int) []int {
	t.Helper()
	var hand []int
	used := map[int]bool{}
	for _, value := range values {
		for _, card := range editionOf(edition).cards {
			if card.Currency == currency && card.Value == value && !used[card.Serial] {
				used[card.Serial] = true
				hand = append(hand, card.Serial)
				break
			}
		}
	}
	if len(hand) != len(values) {
		t.Fatalf("%s has no %s cards %v", edition, currency, values)
	}
	return hand
}

func TestWorkedExamplesOfScoring(t *testing.T) {
	type part struct {
		currency string
		values   []int
	}
	cases := []struct {
		name                              string
		edition                           string
		hand                              []part
		currencies, metal, sets, together int
	}{
		{"all nine notes of a currency", Edition2025, []part{{"euro", []int{20, 20, 20, 30, 30, 30, 40, 50, 60}}}, 300, 0, 200, 500},
		{"140 scores what exceeds 100", Edition2025, []part{{"euro", []int{60, 50, 30}}}, 40, 0, 0, 40},
		{"100 scores nothing", Edition2025, []part{{"euro", []int{60, 40}}}, 0, 0, 0, 0},
		{"a set in a currency that scores nothing", Edition2025, []part{{"euro", []int{60, 40}}, {"dollar", []int{20, 20, 20}}}, 0, 0, 100, 100},
		{"200 scores all", Edition2025, []part{{"yen", []int{60, 50, 40, 30, 20}}}, 200, 0, 0, 200},
		{"190 scores 90", Edition2025, []part{{"yen", []int{50, 40, 30, 30, 20, 20}}}, 90, 0, 0, 90},
		{"six gold are two sets, three silver one", Edition2025,
			[]part{{Gold, []int{20, 20, 20, 20, 20, 20}}, {Silver, []int{10, 10, 10}}}, 0, 150, 300, 450},
		{"the example of the rulebook", Edition2025, []part{{"dollar", []int{20, 20, 30, 30, 30, 50, 60}}, {"euro", []int{20, 30, 40, 50}},
			{"yen", []int{20, 40}}, {Gold, []int{20, 20}}, {Silver, []int{10, 10, 10, 10, 10}}}, 280, 90, 200, 570},
		{"coins make no sets", EditionClassic, []part{{Coin, []int{10, 10, 10, 10, 10, 10}}}, 0, 60, 0, 60},
		{"an empty hand", EditionClassic, nil, 0, 0, 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var hand []int
			for _, p := range c.hand {
				hand = append(hand, holding(t, c.edition, p.currency, p.values...)...)
			}
			score := scoreHand(editionOf(c.edition), (rules{}).Defaults(c.edition), hand)
			want(t, "currencies", sumOf(score.Currencies), c.currencies)
			want(t, "metal", score.Metals, c.metal)
			want(t, "sets", score.Sets, c.sets)
			want(t, "total", score.Total, c.together)
		})
	}
}

func TestRulingGoldIsWorth20AndSilver10(t *testing.T) {
	s := deal(t, Edition2025, 4, `{}`)
	want(t, "gold", s.card(64), Card{64, Gold, 20})
	want(t, "silver", s.card(65), Card{65, Silver, 10})
}

func TestRulingMetalValuesCanBeChosen(t *testing.T) {
	s := deal(t, Edition2025, 4, `{"metal_values":{"gold":10}}`)
	want(t, "gold", s.card(64), Card{64, Gold, 10})
	score := scoreHand(s.edition(), s.Options, []int{64, 66, 68, 65})
	want(t, "metal", score.Metals, 40)
	want(t, "gold and silver of one value are no set together", score.Sets, 100)
}

func TestEqualTotalsShareTheVictory(t *testing.T) {
	s := hands(t, Edition2025, []int{1, 9, 17}, []int{2, 10, 18}, []int{3, 11})
	s.Phase, s.Last = "over", true
	result := rules{}.Scores(&s.State)
	want(t, "winners", result.Winners, []any{1, 2})
	want(t, "totals", result.Totals, []int{100, 100, 0})
}
