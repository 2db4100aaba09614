package api

import (
	"context"
	"net/http"

	"tender/domain"
)

// kindPage is a kind as the kinds page shows it, Kind in the contract.
type kindPage struct {
	Name     string             `json:"name"`
	Title    string             `json:"title"`
	About    string             `json:"about"`
	Revision int                `json:"revision"`
	Editions []domain.Edition   `json:"editions"`
	Phases   []domain.Phase     `json:"phases"`
	Moves    []domain.MoveForm  `json:"moves"`
	Orders   []domain.OrderForm `json:"orders"`
	Codes    []domain.Code      `json:"codes"`
	Cards    any                `json:"cards"`
}

func pageOf(k *domain.Kind) kindPage {
	page := kindPage{Name: k.Name, Title: k.Title, About: k.About, Revision: k.Revision, Phases: k.Phases,
		Moves:  append([]domain.MoveForm{}, k.Moves...),
		Orders: append([]domain.OrderForm{}, k.Orders...),
		Codes:  append([]domain.Code{}, k.Codes...), Cards: k.Cards}
	for _, e := range k.Editions {
		e.Options = append([]domain.Option{}, e.Options...)
		page.Editions = append(page.Editions, e)
	}
	return page
}

func (s *server) ListKinds(ctx context.Context, _ ListKindsRequestObject) (ListKindsResponseObject, error) {
	if wantsText(ctx) {
		return asText(kindsText(s.Kinds)), nil
	}
	pages := []kindPage{}
	for _, k := range s.Kinds {
		pages = append(pages, pageOf(k))
	}
	return asJSON(http.StatusOK, map[string]any{"kinds": pages})
}

func (s *server) GetKind(ctx context.Context, r GetKindRequestObject) (GetKindResponseObject, error) {
	kind, err := s.Kinds.Find(r.Kind)
	if refusal, ok := domain.AsRefusal(err); ok {
		return nil, newProblem(domain.NotFound, refusal.Text) // here the kind is the thing asked for
	}
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(kindText(kind)), nil
	}
	return asJSON(http.StatusOK, pageOf(kind))
}
