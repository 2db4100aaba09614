package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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
				if kind != "application/problem+json" && media.Example == nil && len(media.Examples) == 0 {
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

// TestEveryKindFitsItsSchemas plays games of every kind at random and holds views, moves and scores against the
// schemas that are named after the kind.
func TestEveryKindFitsItsSchemas(t *testing.T) {
	for _, kind := range kinds.All {
		for _, edition := range kind.Editions {
			for seats := edition.MinSeats; seats <= edition.MaxSeats; seats++ {
				t.Run(fmt.Sprintf("%s %s for %d", kind.Name, edition.Name, seats), func(t *testing.T) {
					playAgainstSchemas(t, kind, edition.Name, seats)
				})
			}
		}
	}
}

func playAgainstSchemas(t *testing.T, kind *domain.Kind, edition string, seats int) {
	schemas := contract(t).Components.Schemas
	fits := func(schema string, v any) {
		t.Helper()
		ref := schemas[schema]
		if ref == nil {
			t.Fatalf("the contract has no schema %s", schema)
		}
		var plain any
		if err := json.Unmarshal([]byte(compact(v)), &plain); err != nil {
			t.Fatal(err)
		}
		if err := ref.Value.VisitJSON(plain); err != nil {
			t.Fatalf("%s: %v\n%s", schema, shortest(err), compact(v))
		}
	}
	w := newWorld(t)
	id, _, err := w.store.OpenGame(t.Context(), domain.Open{Kind: kind.Name, Edition: edition, Seats: seats}, domain.Actor{Account: "p1"})
	if err != nil {
		t.Fatal(err)
	}
	for seat := 2; seat <= seats; seat++ {
		if _, err := w.store.Decide(t.Context(), id, domain.Join{}, domain.Actor{Account: fmt.Sprint("p", seat)}); err != nil {
			t.Fatal(err)
		}
	}
	table := w.store.games[id].table
	name := pascal(kind.Name)
	r := rand.New(rand.NewPCG(5, uint64(seats)))
	for step := 0; table.Status == domain.Active && step < 1500; step++ {
		_, waiting := table.Waiting()
		seat := waiting[0]
		raw := table.Sample(seat, r)
		var move struct{ Type string }
		if err := json.Unmarshal(raw, &move); err != nil {
			t.Fatal(err)
		}
		fits("Move", raw)
		fits(name+pascal(move.Type), raw)
		var in domain.Input = domain.PlayMoves{Moves: []json.RawMessage{raw}}
		if kind.Phase(table.View("", nil).Phase).Sealed {
			fits("Bid", raw)
			in = domain.Seal{Move: raw, Ready: true}
		}
		if _, err := w.store.Decide(t.Context(), id, in, domain.Actor{Account: fmt.Sprint("p", seat)}); err != nil {
			t.Fatal(err)
		}
		if step%5 == 0 || table.Status == domain.Over {
			view := table.View(fmt.Sprint("p", seat), nil)
			fits(name+"Table", view.Table) // by its own name first: a failed oneOf says less
			fits(name+"Own", view.Own)
			fits("View", view)
			fits("View", table.View("", nil))
		}
	}
	if table.Status != domain.Over {
		t.Fatal("the game does not end")
	}
	for _, score := range table.View("", nil).Result.Scores {
		fits(name+"Score", score)
	}
	events, err := w.store.Events(t.Context(), id, "p1", 0, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	fits("EventList", map[string]any{"events": events})
	record, err := w.store.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	fits("Record", record)
}

// shortest is the innermost error: where a oneOf fails, the whole text is long.
func shortest(err error) string {
	var e *openapi3.SchemaError
	if errors.As(err, &e) {
		return fmt.Sprintf("%v: %s", e.JSONPointer(), e.Reason)
	}
	return err.Error()
}
