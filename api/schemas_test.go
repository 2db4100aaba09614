package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/domain"
	"tender/domain/kinds"
)

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
	p := &played{world: newWorld(t), kind: kind, name: pascal(kind.Name)}
	p.open(edition, seats)
	r := rand.New(rand.NewPCG(5, uint64(seats)))
	for step := 0; p.table.Status == domain.Active && step < 1500; step++ {
		seat := p.move(r)
		if step%5 == 0 || p.table.Status == domain.Over {
			view := p.table.View(player(seat), nil)
			p.fits(p.name+"Table", view.Table) // by its own name first: a failed oneOf says less
			p.fits(p.name+"Own", view.Own)
			p.fits("View", view)
			p.fits("View", p.table.View("", nil))
		}
	}
	if p.table.Status != domain.Over {
		t.Fatal("the game does not end")
	}
	p.ended()
}

// played is a game that is held against the contract.
type played struct {
	*world
	kind  *domain.Kind
	name  string // of the kind, as its schemas begin
	table *domain.Table
}

func player(seat int) string { return fmt.Sprint("p", seat) }

// fits holds a value against a schema.
func (p *played) fits(schema string, v any) {
	p.Helper()
	ref := p.spec.Components.Schemas[schema]
	if ref == nil {
		p.Fatalf("the contract has no schema %s", schema)
	}
	var plain any
	if err := json.Unmarshal([]byte(compact(v)), &plain); err != nil {
		p.Fatal(err)
	}
	if err := ref.Value.VisitJSON(plain); err != nil {
		p.Fatalf("%s: %v\n%s", schema, shortest(err), compact(v))
	}
}

// open opens a game and fills its seats.
func (p *played) open(edition string, seats int) {
	p.Helper()
	id, _, err := p.store.OpenGame(p.Context(), domain.Open{Kind: p.kind.Name, Edition: edition, Seats: seats}, domain.Actor{Account: player(1)})
	if err != nil {
		p.Fatal(err)
	}
	p.table = p.store.games[id].table
	for seat := 2; seat <= seats; seat++ {
		p.decide(seat, domain.Join{})
	}
}

func (p *played) decide(seat int, in domain.Input) {
	p.Helper()
	if _, err := p.store.Decide(p.Context(), p.table.ID, in, domain.Actor{Account: player(seat)}); err != nil {
		p.Fatal(err)
	}
}

// move makes a move at random for a seat that is waited for.
func (p *played) move(r *rand.Rand) (seat int) {
	p.Helper()
	_, waiting := p.table.Waiting()
	seat = waiting[0]
	raw := p.table.Sample(seat, r)
	var move struct{ Type string }
	if err := json.Unmarshal(raw, &move); err != nil {
		p.Fatal(err)
	}
	p.fits("Move", raw)
	p.fits(p.name+pascal(move.Type), raw)
	var in domain.Input = domain.PlayMoves{Moves: []json.RawMessage{raw}}
	if phase := p.kind.Phase(p.table.View("", nil).Phase); phase.Sealed {
		p.fits("Bid", raw)
		if move.Type != phase.Name {
			p.Errorf("in phase %s a %s is sealed; a bid that leaves out its type would not be understood", phase.Name, move.Type)
		}
		in = domain.Seal{Move: raw, Ready: true}
	}
	p.decide(seat, in)
	return seat
}

// ended looks at what a game that is over leaves.
func (p *played) ended() {
	p.Helper()
	for _, score := range p.table.View("", nil).Result.Scores {
		p.fits(p.name+"Score", score)
	}
	events, err := p.store.Events(p.Context(), p.table.ID, player(1), 0, 100_000)
	if err != nil {
		p.Fatal(err)
	}
	p.fits("EventList", map[string]any{"events": events})
	record, err := p.store.Record(p.Context(), p.table.ID, "")
	if err != nil {
		p.Fatal(err)
	}
	p.fits("Record", record)
}

// shortest is the innermost error: where a oneOf fails, the whole text is long.
func shortest(err error) string {
	var e *openapi3.SchemaError
	if errors.As(err, &e) {
		return fmt.Sprintf("%v: %s", e.JSONPointer(), e.Reason)
	}
	return err.Error()
}
