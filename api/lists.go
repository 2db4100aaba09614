package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"tender/domain"
)

// The lengths of pages where none is given; the contract says the same.
const (
	defaultGames  = 20
	defaultEvents = 100
)

func (s *server) ListGames(ctx context.Context, r ListGamesRequestObject) (ListGamesResponseObject, error) {
	filter := domain.GameFilter{Kind: given(r.Params.Kind), Status: domain.Status(given(r.Params.Status)),
		Vacant: given(r.Params.Vacant),
		Sort:   domain.GameSort(given(r.Params.Sort)), After: given(r.Params.Cursor), Limit: defaultGames}
	if r.Params.Limit != nil {
		filter.Limit = *r.Params.Limit
	}
	filter.Edition, filter.Free, filter.HasBots = given(r.Params.Edition), given(r.Params.Free), r.Params.HasBots
	filter.Slowest, filter.Fastest = given(r.Params.Slowest), given(r.Params.Fastest)
	for own, account := range map[*bool]*string{r.Params.Mine: &filter.Player, r.Params.Joinable: &filter.JoinableBy} {
		if !given(own) {
			continue
		}
		who, err := needCaller(ctx)
		if err != nil {
			return nil, err
		}
		*account = who.account
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
	more := s.nextPage("/v1/games", next, gamesQuery(r.Params))
	if wantsText(ctx) {
		return asText(gamesText(games, more)).linking(more), nil
	}
	page, err := asJSON(http.StatusOK, gamePage{Games: append([]domain.GameSummary{}, games...), Next: next})
	return page.linking(more), err
}

// gamesQuery is what the next page of games is asked for with, beside the cursor.
func gamesQuery(p ListGamesParams) url.Values {
	query := url.Values{}
	if p.Kind != nil {
		query.Set("kind", *p.Kind)
	}
	if p.Status != nil {
		query.Set("status", string(*p.Status))
	}
	if p.Vacant != nil {
		query.Set("vacant", strconv.FormatBool(*p.Vacant))
	}
	if p.Mine != nil {
		query.Set("mine", strconv.FormatBool(*p.Mine))
	}
	if p.Edition != nil {
		query.Set("edition", *p.Edition)
	}
	for name, n := range map[string]*int{"free": p.Free, "slowest": p.Slowest, "fastest": p.Fastest} {
		if n != nil {
			query.Set(name, strconv.Itoa(*n))
		}
	}
	for name, b := range map[string]*bool{"has_bots": p.HasBots, "joinable": p.Joinable} {
		if b != nil {
			query.Set(name, strconv.FormatBool(*b))
		}
	}
	if p.Sort != nil {
		query.Set("sort", string(*p.Sort))
	}
	if p.Limit != nil {
		query.Set("limit", strconv.Itoa(*p.Limit))
	}
	return query
}

// nextPage is the whole address of the page of a list that begins at a cursor; empty without a cursor.
func (s *server) nextPage(path, cursor string, query url.Values) string {
	if cursor == "" {
		return ""
	}
	query.Set("cursor", cursor)
	return s.PublicURL + path + "?" + query.Encode()
}

// linking adds the Link (RFC 8288) to the next page, if there is one.
func (r reply) linking(next string) reply {
	if next == "" {
		return r
	}
	return r.with("Link", "<"+next+`>; rel="next"`)
}

// gamePage is Games in the contract.
type gamePage struct {
	Games []domain.GameSummary `json:"games"`
	Next  string               `json:"next,omitempty"`
}

// turnList is TurnList in the contract.
type turnList struct {
	Turns  []domain.Turn     `json:"turns"`
	Counts domain.TurnCounts `json:"counts"`
}

func (s *server) ListTurns(ctx context.Context, _ ListTurnsRequestObject) (ListTurnsResponseObject, error) {
	turns, err := s.Listings.Turns(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(turnsText(turns, s.Kinds)), nil
	}
	return asJSON(http.StatusOK, turnList{Turns: append([]domain.Turn{}, turns...), Counts: domain.CountTurns(turns, s.Now())})
}

func (s *server) ListEvents(ctx context.Context, r ListEventsRequestObject) (ListEventsResponseObject, error) {
	if wantsStream(ctx) {
		return s.streamEvents(ctx, r)
	}
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
		kind, err := s.Kinds.At(view.Kind, view.Revision)
		if err != nil {
			return nil, err
		}
		return asText(eventsText(kind, view, events, limit)), nil
	}
	return asJSON(http.StatusOK, map[string]any{"events": append([]domain.EventView{}, events...)})
}

func (s *server) GetRecord(ctx context.Context, r GetRecordRequestObject) (GetRecordResponseObject, error) {
	record, err := s.Listings.Record(ctx, r.Id, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, record)
}
