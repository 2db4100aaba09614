package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"tender/domain"
)

// act is what the caller does, for the audit log.
func act(ctx context.Context, what domain.ActType) domain.Act {
	return domain.Act{Who: callerOf(ctx).account, What: what, From: clientOf(ctx)}
}

func moderated(a domain.Account) (reply, error) {
	return asJSON(http.StatusOK, ModeratedAccount{Id: a.ID, Name: a.Name, Role: Role(a.Role), SuspendedAt: timeOrNull(a.SuspendedAt), CreatedAt: a.CreatedAt.UTC()})
}

// mayModerate refuses what is aimed at oneself, at somebody who has left, or by a moderator at more than a player.
func (s *server) mayModerate(ctx context.Context, id string) error {
	who := callerOf(ctx)
	target, err := s.Accounts.Account(ctx, id)
	switch {
	case err != nil:
		return err
	case target.Former > 0:
		return domain.Refuse(domain.NotFound, "Whoever had this account has deleted it.")
	case target.ID == who.account:
		return newProblem(insufficientRole, "Nobody does this to the own account; ask another moderator or admin.")
	case target.Role.AtLeast(domain.Moderator) && !who.role.AtLeast(domain.Admin):
		return newProblem(insufficientRole, "Only an admin may do this to somebody who is "+string(target.Role)+"; ask one.")
	}
	return nil
}

func (s *server) FindAccount(ctx context.Context, r FindAccountRequestObject) (FindAccountResponseObject, error) {
	_, key, err := domain.CheckName(r.Params.Name)
	if err != nil {
		return nil, err
	}
	account, err := s.Access.AccountByName(ctx, key)
	if err != nil {
		return nil, err
	}
	return moderated(account)
}

func (s *server) RenameAccount(ctx context.Context, r RenameAccountRequestObject) (RenameAccountResponseObject, error) {
	name, key, err := domain.CheckName(r.Body.Name)
	if err != nil {
		return nil, err
	}
	if err := s.mayModerate(ctx, r.Id); err != nil {
		return nil, err
	}
	defer s.glances.forget()
	account, err := s.Access.RenameBy(ctx, r.Id, name, key, act(ctx, domain.ActRename))
	if err != nil {
		return nil, err
	}
	return moderated(account)
}

func (s *server) SuspendAccount(ctx context.Context, r SuspendAccountRequestObject) (SuspendAccountResponseObject, error) {
	if err := s.mayModerate(ctx, r.Id); err != nil {
		return nil, err
	}
	done := act(ctx, domain.ActSuspend)
	done.Detail = r.Body.Reason
	account, err := s.Access.Suspend(ctx, r.Id, done)
	if err != nil {
		return nil, err
	}
	s.standings.forget()
	return moderated(account)
}

func (s *server) LiftSuspension(ctx context.Context, r LiftSuspensionRequestObject) (LiftSuspensionResponseObject, error) {
	if err := s.mayModerate(ctx, r.Id); err != nil {
		return nil, err
	}
	account, err := s.Access.Lift(ctx, r.Id, act(ctx, domain.ActLift))
	if err != nil {
		return nil, err
	}
	s.standings.forget()
	return moderated(account)
}

func (s *server) CallOffGame(ctx context.Context, r CallOffGameRequestObject) (CallOffGameResponseObject, error) {
	if err := s.Access.CallOff(ctx, r.Id, act(ctx, domain.ActAbandon)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// defaultActs is the length of a page of the audit log; the contract says the same.
const defaultActs = 20

func (s *server) ListActs(ctx context.Context, r ListActsRequestObject) (ListActsResponseObject, error) {
	limit := defaultActs
	if r.Params.Limit != nil {
		limit = *r.Params.Limit
	}
	acts, next, err := s.Access.Acts(ctx, given(r.Params.Cursor), limit)
	if refusal, ok := domain.AsRefusal(err); ok && refusal.Code == domain.InvalidCursor {
		p := refused(refusal)
		p.Errors = []fault{{Parameter: "cursor", Detail: refusal.Text}}
		return nil, p
	}
	if err != nil {
		return nil, err
	}
	query := url.Values{}
	if r.Params.Limit != nil {
		query.Set("limit", strconv.Itoa(limit))
	}
	page := ActList{Acts: []Act{}}
	for _, a := range acts {
		page.Acts = append(page.Acts, Act{At: a.At.UTC(), Who: a.Who, WhoName: a.WhoName, What: ActWhat(a.What), On: a.On, Detail: a.Detail, From: a.From})
	}
	if next != "" {
		page.Next = &next
	}
	answer, err := asJSON(http.StatusOK, page)
	return answer.linking(s.nextPage("/v1/admin/audit", next, query)), err
}
