package api

import (
	"context"
	"net/http"
	"time"

	"tender/domain"
)

func (s *server) CreateGame(ctx context.Context, r CreateGameRequestObject) (CreateGameResponseObject, error) {
	terms, err := s.termsOf(r.Body.Terms)
	if err != nil {
		return nil, err
	}
	in := domain.Open{Terms: terms, Kind: r.Body.Kind, Edition: given(r.Body.Edition), Title: given(r.Body.Title), Seats: r.Body.Seats,
		Options: given(r.Body.Options), Pace: domain.Pace(given(r.Body.Pace)), Nonce: given(r.Body.Nonce),
		Visibility: domain.Visibility(given(r.Body.Visibility)), Bots: given(r.Body.Bots)}
	if r.Body.Series != nil {
		in.Series = &domain.Series{Of: r.Body.Series.Games}
	}
	undo, err := s.limitGames(ctx)
	if err != nil {
		return nil, err
	}
	id, _, err := s.Games.OpenGame(ctx, in, actor(ctx))
	if err != nil {
		undo()
		return nil, err
	}
	if minimal(r.Params.Prefer) {
		return nothingMore().with("Location", "/v1/games/"+id), nil
	}
	answer, err := s.view(ctx, http.StatusCreated, id)
	return answer.with("Location", "/v1/games/"+id), err
}

func (s *server) LeaveGame(ctx context.Context, r LeaveGameRequestObject) (LeaveGameResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.Leave{}, actor(ctx)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

func (s *server) StartGame(ctx context.Context, r StartGameRequestObject) (StartGameResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.Start{}, actor(ctx)); err != nil {
		return nil, err
	}
	return s.view(ctx, http.StatusOK, r.Id)
}

func (s *server) AbandonGame(ctx context.Context, r AbandonGameRequestObject) (AbandonGameResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.Abandon{}, actor(ctx)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// view answers with the caller's view of a game, written or drawn.
func (s *server) view(ctx context.Context, status int, id string) (reply, error) {
	view, err := s.Games.View(ctx, id, callerOf(ctx).account)
	if err != nil {
		return reply{}, err
	}
	return s.shown(ctx, status, view)
}

// shown answers with a view, written or drawn.
func (s *server) shown(ctx context.Context, status int, view domain.View) (reply, error) {
	if wantsText(ctx) {
		return s.drawing(status, "", view)
	}
	return asJSON(status, view)
}

// drawing answers with a view as text, under what is to be said first.
func (s *server) drawing(status int, first string, view domain.View) (reply, error) {
	kind, err := s.Kinds.At(view.Kind, view.Revision)
	if err != nil {
		return reply{}, err
	}
	if first != "" {
		first += "\n"
	}
	answer := asText(first + kind.Text(view, time.UTC))
	answer.status = status
	return answer, nil
}

// given is the value of an optional field, or its zero value.
func given[T any](field *T) (value T) {
	if field != nil {
		value = *field
	}
	return value
}
