package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
	"tender/domain/kinds"
)

func TestTheContractIsComplete(t *testing.T) {
	spec := contract(t)
	if err := spec.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	w := newWorld(t)
	each(spec, func(path, method string, o *openapi3.Operation) {
		if o.Summary == "" || o.Description == "" || o.OperationID == "" || len(o.Tags) == 0 {
			t.Errorf("%s %s is not described", method, path)
		}
		if o.RequestBody != nil && o.RequestBody.Value.Content.Get("application/json").Example == nil {
			t.Errorf("%s has no example of a request", o.OperationID)
		}
		for status, r := range o.Responses.Map() {
			for kind, media := range r.Value.Content {
				if kind != "application/problem+json" && media.Schema.Value.Description != "The same as YAML." && media.Example == nil && len(media.Examples) == 0 {
					t.Errorf("%s has no example of %s %s", o.OperationID, status, kind)
				}
			}
			if status >= "4" && !strings.Contains(*r.Value.Description, "`") {
				t.Errorf("%s: %s names no code", o.OperationID, status)
			}
		}
		if a := w.do(method, target(path, "nosuch"), "", ""); a.Code == 405 || a.Code == 404 && strings.Contains(a.Body.String(), "openapi.yaml") {
			t.Errorf("%s is not routed: %s", o.OperationID, a.Body)
		}
	})
}

func TestEveryRequestSchemaRefusesUnknownFields(t *testing.T) {
	each(contract(t), func(_, _ string, o *openapi3.Operation) {
		if o.RequestBody == nil {
			return
		}
		s := o.RequestBody.Value.Content.Get("application/json").Schema.Value
		if s.AdditionalProperties.Has == nil || *s.AdditionalProperties.Has {
			t.Errorf("%s takes fields that it does not know", o.OperationID)
		}
	})
}

func TestEveryCodeIsInTheContract(t *testing.T) {
	listed := contract(t).Components.Schemas["Code"].Value.Enum
	codes := slices.Clone(domain.Codes)
	for _, k := range kinds.All {
		codes = append(codes, k.Codes...)
	}
	for _, code := range codes {
		if !slices.Contains(listed, any(string(code))) {
			t.Errorf("%s is not in the contract", code)
		}
	}
}

func TestEveryNoticeIsInTheContract(t *testing.T) {
	schemas := contract(t).Components.Schemas
	for _, n := range domain.NoticeTypes {
		s := schemas[pascal(string(n))]
		if s == nil || !slices.Contains(s.Value.Properties["type"].Value.Enum, any(string(n))) {
			t.Errorf("%s is not in the contract", n)
		}
	}
}

// pascal writes a name of several words as schemas are named: mow-money is MowMoney.
func pascal(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// TestTheMovesOfAKindCanBeSent: what a kind describes as its moves fits the schemas, and there is one for every phase.
func TestTheMovesOfAKindCanBeSent(t *testing.T) {
	for _, k := range kinds.All {
		p := &played{world: newWorld(t), kind: k, name: pascal(k.Name)}
		phases := map[string]bool{}
		for _, m := range k.Moves {
			p.fits("Move", m.Example)
			p.fits(p.name+pascal(m.Type), m.Example)
			phases[m.Phase] = true
		}
		page := p.do("GET", "/v1/kinds/"+k.Name, "", "", "Accept", "text/plain").Body.String()
		for _, phase := range k.Phases {
			if !phases[phase.Name] {
				t.Errorf("%s shows no move for phase %s", k.Name, phase.Name)
			}
			if !strings.Contains(page, ", in phase "+phase.Name+": ") {
				t.Errorf("%s", page)
			}
		}
		for _, limit := range []string{"60 (a minute)", "2592000 (30 days)", "86400 (a day)"} {
			if !strings.Contains(page, limit) {
				t.Errorf("no %s in %s", limit, page)
			}
		}
	}
}
