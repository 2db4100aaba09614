package api

import (
	"context"
	"net/http"

	"tender/domain"
)

// The lengths of pages where none is given; the contract says the same.
const (
	defaultGames  = 20
	defaultEvents = 100
)

func (s *server) ListGames(ctx context.Context, r ListGamesRequestObject) (ListGamesResponseObject, error) {
	filter := domain.GameFilter{Kind: given(r.Params.Kind), Status: domain.Status(given(r.Params.Status)),
		After: given(r.Params.Cursor), Limit: defaultGames}
	if r.Params.Limit != nil {
		filter.Limit = *r.Params.Limit
	}
	if given(r.Params.Mine) {
		who, err := needCaller(ctx)
		if err != nil {
			return nil, err
		}
		filter.Player = who.account
	}
	games, next, err := s.Listings.Games(ctx, filter)
	if refusal, ok := domain.AsRefusal(err); ok && refusal.Code == domain.InvalidCursor {
		p := refused(refusal)
		p.Errors = []fault{{Parameter: "cursor", Detail: refusal.Text}}
		return nil, p
	}
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(gamesText(games, next)), nil
	}
	return asJSON(http.StatusOK, gamePage{Games: append([]domain.GameSummary{}, games...), Next: next})
}

// gamePage is Games in the contract.
type gamePage struct {
	Games []domain.GameSummary `json:"games"`
	Next  string               `json:"next,omitempty"`
}

func (s *server) ListTurns(ctx context.Context, _ ListTurnsRequestObject) (ListTurnsResponseObject, error) {
	turns, err := s.Listings.Turns(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(turnsText(turns, s.Kinds)), nil
	}
	return asJSON(http.StatusOK, map[string]any{"turns": append([]domain.Turn{}, turns...)})
}

func (s *server) ListEvents(ctx context.Context, r ListEventsRequestObject) (ListEventsResponseObject, error) {
	limit := defaultEvents
	if r.Params.Limit != nil {
		limit = *r.Params.Limit
	}
	events, err := s.Listings.Events(ctx, r.Id, callerOf(ctx).account, given(r.Params.After), limit)
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		view, err := s.Games.View(ctx, r.Id, callerOf(ctx).account)
		if err != nil {
			return nil, err
		}
		kind, err := s.Kinds.Find(view.Kind)
		if err != nil {
			return nil, err
		}
		return asText(eventsText(kind, view, events, limit)), nil
	}
	return asJSON(http.StatusOK, map[string]any{"events": append([]domain.EventView{}, events...)})
}

func (s *server) GetRecord(ctx context.Context, r GetRecordRequestObject) (GetRecordResponseObject, error) {
	record, err := s.Listings.Record(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, record)
}
