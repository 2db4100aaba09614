package api

import (
	"context"
	"net/http"
	"time"

	"tender/domain"
)

func (s *server) ExtendGame(ctx context.Context, r ExtendGameRequestObject) (ExtendGameResponseObject, error) {
	deadline, err := time.Parse(time.RFC3339, r.Body.Deadline)
	if err != nil {
		return nil, invalid(inBody("/deadline", `Give the deadline as the view of the game has it, such as "2026-03-02T09:30:00Z".`))
	}
	in := domain.Extend{Deadline: deadline.UTC(), By: given(r.Body.By)}
	if _, err := s.Games.Decide(ctx, r.Id, in, actor(ctx)); err != nil {
		return nil, s.explain(ctx, r.Id, "", err)
	}
	return s.view(ctx, http.StatusOK, r.Id)
}
