package money

import (
	"encoding/json"
	"testing"

	"tender/domain"
)

func TestCanonicalOptionsShowOnlyWhatTheEditionHas(t *testing.T) {
	for edition, text := range map[string]string{
		Edition2025:    `{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false}`,
		EditionClassic: `{"removed":[],"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false,"tie_break":"lowest-serial"}`,
	} {
		got, err := Kind.Options(edition, 4, nil)
		if err != nil || string(got) != text {
			t.Errorf("%s: %s %v, want %s", edition, got, err, text)
		}
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		edition string
		seats   int
		options string
		pointer string
	}{
		{EditionClassic, 4, `{"metal_values":{"gold":20,"silver":10}}`, "/metal_values"},
		{Edition2025, 4, `{"tie_break":"serial-sum"}`, "/tie_break"},
		{EditionClassic, 4, `{"tie_break":"coin-toss"}`, "/tie_break"},
		{EditionClassic, 4, `{"tie_break":""}`, "/tie_break"},
		{Edition2025, 4, `{"metal_values":null}`, "/metal_values"},
		{Edition2025, 4, `{"metal_values":{"gold":101}}`, "/metal_values/gold"},
		{Edition2025, 4, `{"metal_values":{"silver":-1}}`, "/metal_values/silver"},
		{Edition2025, 4, `{"metal_values":{"tin":1}}`, "/metal_values/tin"},
		{Edition2025, 4, `{"stall_rounds":101}`, "/stall_rounds"},
		{Edition2025, 4, `{"stall_rounds":-1}`, "/stall_rounds"},
		{Edition2025, 4, `{"removed":["krone"]}`, "/removed/0"},
		{Edition2025, 4, `{"removed":["gold"]}`, "/removed/0"},
		{Edition2025, 4, `{"removed":["yen","yen"]}`, "/removed/1"},
		{Edition2025, 4, `{"removed":["yen","euro","peso"]}`, "/removed"},
		{Edition2025, 2, `{"removed":["yen","euro"]}`, "/removed"},
		{Edition2025, 4, `{"removed":null}`, "/removed"},
		{Edition2025, 4, `{"stall_round":3}`, "/stall_round"},
	} {
		_, err := Kind.Options(c.edition, c.seats, json.RawMessage(c.options))
		r, ok := domain.AsRefusal(err)
		if !ok || r.Code != domain.InvalidOption || r.Pointer != c.pointer {
			t.Errorf("%s for %d: %s gives %v %+v, want a refusal at %s", c.edition, c.seats, c.options, err, r, c.pointer)
		}
	}
}

func TestOptionsThatAreTaken(t *testing.T) {
	for _, c := range []struct {
		edition string
		seats   int
		options string
	}{
		{Edition2025, 5, `{"removed":["yen","euro"]}`}, // three may sit down in the end
		{Edition2025, 2, `{"removed":["yen"]}`},
		{Edition2025, 4, `{"metal_values":{"gold":0,"silver":100},"stall_rounds":0,"show_bid_sizes":false,"show_known_cards":true}`},
		{EditionClassic, 3, `{"tie_break":"serial-sum","stall_rounds":100}`},
	} {
		if _, err := Kind.Options(c.edition, c.seats, json.RawMessage(c.options)); err != nil {
			t.Errorf("%s for %d: %s: %v", c.edition, c.seats, c.options, err)
		}
	}
}

func TestDefaultsAreNotSharedBetweenGames(t *testing.T) {
	if _, err := Kind.Options(Edition2025, 4, json.RawMessage(`{"metal_values":{"gold":1}}`)); err != nil {
		t.Fatal(err)
	}
	want(t, "gold", (rules{}).Defaults(Edition2025).MetalValues.Gold, 20)
}
