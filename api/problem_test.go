package api

import (
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tender"
	"tender/domain"
)

func TestEveryCodeOfTheDomainHasAStatus(t *testing.T) {
	for _, code := range domain.Codes {
		if m, ok := meanings[code]; !ok || m.status < 400 || m.status >= 500 || m.title == "" {
			t.Errorf("%s: %v", code, m)
		}
	}
}

func TestEveryCodeOfTheGatesIsInTheContract(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		t.Fatal(err)
	}
	for code := range meanings {
		if !slices.Contains(spec.Components.Schemas["Code"].Value.Enum, any(string(code))) {
			t.Errorf("%s is not in the contract", code)
		}
	}
}

func TestABidWithoutATypeGetsOne(t *testing.T) {
	for bid, want := range map[string]string{
		`{"cards":[1]}`:   `{"type":"bid","cards":[1]}`,
		` { "cards":[1]}`: `{"type":"bid", "cards":[1]}`,
		`{}`:              `{"type":"bid"}`,
		`{"type":"x"}`:    `{"type":"x"}`,
		`{"Type":"bid"}`:  `{"Type":"bid"}`,
		`[]`:              `[]`,
		`null`:            `null`,
		`{"cards":[1]`:    `{"cards":[1]`,
	} {
		if got := string(typed([]byte(bid))); got != want {
			t.Errorf("%s becomes %s", bid, got)
		}
	}
}
