package api

import (
	"context"
	"net/http"

	"tender/domain"
)

func (s *server) ExplainGame(ctx context.Context, r ExplainGameRequestObject) (ExplainGameResponseObject, error) {
	who := callerOf(ctx)
	e, err := s.Listings.Explain(ctx, r.Id, who.account, who.role.AtLeast(domain.Moderator))
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(e.Text()), nil
	}
	return asJSON(http.StatusOK, e)
}

func (s *server) VoidRound(ctx context.Context, r VoidRoundRequestObject) (VoidRoundResponseObject, error) {
	return s.unstick(ctx, r.Id, domain.VoidRound{Round: r.Body.Round, Why: given(r.Body.Why)})
}

func (s *server) SubstituteSeat(ctx context.Context, r SubstituteSeatRequestObject) (SubstituteSeatResponseObject, error) {
	return s.unstick(ctx, r.Id, domain.Substitute{Seat: r.Body.Seat, Why: given(r.Body.Why)})
}

// unstick carries out what the host of a game wants.
func (s *server) unstick(ctx context.Context, game string, in domain.Input) (reply, error) {
	if _, err := s.Games.Decide(ctx, game, in, actor(ctx)); err != nil {
		return reply{}, s.explain(ctx, game, "", err)
	}
	return s.view(ctx, http.StatusOK, game)
}

func (s *server) ExtendAnyGame(ctx context.Context, r ExtendAnyGameRequestObject) (ExtendAnyGameResponseObject, error) {
	in, err := extension(*r.Body)
	if err != nil {
		return nil, err
	}
	in.Moderator = true
	return s.moderate(ctx, r.Id, in, domain.ActExtend, in.Why)
}

func (s *server) VoidAnyRound(ctx context.Context, r VoidAnyRoundRequestObject) (VoidAnyRoundResponseObject, error) {
	in := domain.VoidRound{Round: r.Body.Round, Moderator: true, Why: given(r.Body.Why)}
	return s.moderate(ctx, r.Id, in, domain.ActVoid, in.Why)
}

func (s *server) SubstituteAnySeat(ctx context.Context, r SubstituteAnySeatRequestObject) (SubstituteAnySeatResponseObject, error) {
	in := domain.Substitute{Seat: r.Body.Seat, Moderator: true, Why: given(r.Body.Why)}
	return s.moderate(ctx, r.Id, in, domain.ActSubstitute, in.Why)
}

// moderate carries out what a moderator wants of a game, and writes it down with the reason.
func (s *server) moderate(ctx context.Context, game string, in domain.Input, what domain.ActType, why string) (reply, error) {
	done := act(ctx, what)
	done.Detail = why
	if err := s.Access.Moderate(ctx, game, in, done); err != nil {
		return reply{}, err
	}
	return s.view(ctx, http.StatusOK, game)
}

func (r reply) VisitExplainGameResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitVoidRoundResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitSubstituteSeatResponse(w http.ResponseWriter) error    { return r.write(w) }
func (r reply) VisitExtendAnyGameResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitVoidAnyRoundResponse(w http.ResponseWriter) error      { return r.write(w) }
func (r reply) VisitSubstituteAnySeatResponse(w http.ResponseWriter) error { return r.write(w) }
