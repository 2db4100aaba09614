package api

import (
	"slices"
	"strings"
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

func TestAHintFollowsWhatTheDomainSays(t *testing.T) {
	r := domain.Refuse(domain.WrongPhase, "Phase swap takes no sealed bids; make an open move.").At("/type")
	p, ok := problemOf(r)
	if !ok || !strings.HasPrefix(p.Detail, r.Text+" ") || !strings.Contains(p.Detail, "POST /v1/games/{id}/moves") || p.Errors[0].Detail != r.Text {
		t.Errorf("%+v", p)
	}
}
