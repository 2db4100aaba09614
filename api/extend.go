package api

import (
	"context"
	"net/http"
	"time"

	"tender/domain"
)

func (s *server) ExtendGame(ctx context.Context, r ExtendGameRequestObject) (ExtendGameResponseObject, error) {
	in, err := extension(*r.Body)
	if err != nil {
		return nil, err
	}
	if _, err := s.Games.Decide(ctx, r.Id, in, actor(ctx)); err != nil {
		return nil, s.explain(ctx, r.Id, "", err)
	}
	return s.view(ctx, http.StatusOK, r.Id)
}

// extension reads what a deadline is to be moved by.
func extension(body ExtendGame) (domain.Extend, error) {
	deadline, err := time.Parse(time.RFC3339, body.Deadline)
	if err != nil {
		return domain.Extend{}, invalid(inBody("/deadline", `Give the deadline as the view of the game has it, such as "2026-03-02T09:30:00Z".`))
	}
	return domain.Extend{Deadline: deadline.UTC(), By: given(body.By), Why: given(body.Why)}, nil
}
