package api

import (
	"context"
	"net/http"

	"tender/domain"
)

func (s *server) AddBot(ctx context.Context, r AddBotRequestObject) (AddBotResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.AddBot{}, actor(ctx)); err != nil {
		return nil, err
	}
	return s.view(ctx, http.StatusCreated, r.Id)
}

func (s *server) RemoveBot(ctx context.Context, r RemoveBotRequestObject) (RemoveBotResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.RemoveBot{Seat: r.Seat}, actor(ctx)); err != nil {
		return nil, err
	}
	return noContent(), nil
}
