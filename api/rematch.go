package api

import (
	"context"
	"net/http"
)

func (s *server) Rematch(ctx context.Context, r RematchRequestObject) (RematchResponseObject, error) {
	old, err := s.Games.View(ctx, r.Id, callerOf(ctx).account)
	if err == nil && old.Rematch != "" && old.You != nil {
		return s.rematched(ctx, http.StatusOK, old.Rematch, r.Params.Prefer) // which opens nothing, and is not counted as if it did
	}
	undo, err := s.limitGames(ctx)
	if err != nil {
		return nil, err
	}
	id, opened, err := s.Games.Rematch(ctx, r.Id, actor(ctx))
	if !opened {
		undo()
	}
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if opened {
		status = http.StatusCreated
	}
	return s.rematched(ctx, status, id, r.Params.Prefer)
}

func (s *server) rematched(ctx context.Context, status int, id string, prefer *Prefer) (reply, error) {
	if minimal(prefer) {
		return nothingMore().with("Location", "/v1/games/"+id), nil
	}
	answer, err := s.view(ctx, status, id)
	return answer.with("Location", "/v1/games/"+id), err
}
