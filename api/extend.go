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
	return s.timed(ctx, r.Id, in)
}

func (s *server) PauseGame(ctx context.Context, r PauseGameRequestObject) (PauseGameResponseObject, error) {
	return s.timed(ctx, r.Id, domain.PauseGame{For: r.Body.For})
}

func (s *server) ResumeGame(ctx context.Context, r ResumeGameRequestObject) (ResumeGameResponseObject, error) {
	return s.timed(ctx, r.Id, domain.ResumeGame{})
}

func (s *server) HurryGame(ctx context.Context, r HurryGameRequestObject) (HurryGameResponseObject, error) {
	in := domain.Hurry{}
	if r.Body != nil {
		in.Meant = meant(r.Body.Step, nil)
	}
	return s.timed(ctx, r.Id, in)
}

func (s *server) WithdrawVote(ctx context.Context, r WithdrawVoteRequestObject) (WithdrawVoteResponseObject, error) {
	return s.timed(ctx, r.Id, domain.WithdrawVote{For: domain.VoteFor(r.Vote)})
}

// timed decides an input about the time of a game and shows what has come of it.
func (s *server) timed(ctx context.Context, game string, in domain.Input) (reply, error) {
	if _, err := s.Games.Decide(ctx, game, in, actor(ctx)); err != nil {
		return reply{}, s.explain(ctx, game, "", err)
	}
	return s.view(ctx, http.StatusOK, game)
}

// extension reads what a deadline is to be moved by.
func extension(body ExtendGame) (domain.Extend, error) {
	deadline, err := time.Parse(time.RFC3339, body.Deadline)
	if err != nil {
		return domain.Extend{}, invalid(inBody("/deadline", `Give the deadline as the view of the game has it, such as "2026-03-02T09:30:00Z".`))
	}
	return domain.Extend{Deadline: deadline.UTC(), By: given(body.By), Why: given(body.Why)}, nil
}
