package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tender/domain"
)

// Invitations keeps seats for people. Those that are not the caller's are refused with domain.NotFound, as are unknown
// tokens, which are those in the links of letters.
type Invitations interface {
	Invite(ctx context.Context, game string, who domain.Invitee, life time.Duration, by domain.Actor) (domain.InvitationNote, error)
	// Invitations lists those of a game: to its host all, to others their own.
	Invitations(ctx context.Context, game, account string) ([]domain.InvitationNote, error)
	// MyInvitations lists the open ones to an account.
	MyInvitations(ctx context.Context, account string) ([]domain.InvitationNote, error)
	Decline(ctx context.Context, game, id string, by domain.Actor) error
	// Join takes a seat, with an invitation if there is one; token may be empty.
	Join(ctx context.Context, game string, in domain.Join, token string, by domain.Actor) (domain.Outcome, error)

	// InvitationByToken gives an invitation and, while it is open, the game as everybody sees it.
	InvitationByToken(ctx context.Context, token string) (domain.InvitationNote, domain.View, error)
	DeclineByToken(ctx context.Context, token string) error
	// TakeInvitations says whether the address of a letter takes invitations from now on.
	TakeInvitations(ctx context.Context, token string, take bool) error
}

func (s *server) JoinGame(ctx context.Context, r JoinGameRequestObject) (JoinGameResponseObject, error) {
	in, token := domain.Join{}, ""
	if r.Body != nil {
		in.Nonce, in.Seat, token = given(r.Body.Nonce), given(r.Body.Seat), given(r.Body.Invitation)
	}
	if _, err := s.Invitations.Join(ctx, r.Id, in, token, actor(ctx)); err != nil {
		return nil, err
	}
	return s.view(ctx, http.StatusCreated, r.Id)
}

func (s *server) Invite(ctx context.Context, r InviteRequestObject) (InviteResponseObject, error) {
	who, err := invitee(r.Body)
	if err != nil {
		return nil, err
	}
	life := domain.DefaultInvitation
	if r.Body.ExpiresIn != nil {
		life = time.Duration(*r.Body.ExpiresIn) * time.Second
	}
	if err := domain.CheckInvitation(life); err != nil {
		return nil, err
	}
	note, err := s.Invitations.Invite(ctx, r.Id, who, life, actor(ctx))
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		answer := asText(invitationsText([]domain.InvitationNote{note}))
		answer.status = http.StatusCreated
		return answer, nil
	}
	return asJSON(http.StatusCreated, note)
}

// invitee reads whom a request means: a name or an address, and not both.
func invitee(body *InviteJSONRequestBody) (who domain.Invitee, err error) {
	switch {
	case body.Name != nil && body.Email != nil:
		return who, invalid(inBody("/email", "Give a name or an address, not both."))
	case body.Name != nil:
		_, who.NameKey, err = domain.CheckName(*body.Name)
	case body.Email != nil:
		who.Email, who.Key, err = domain.CheckEmail(*body.Email)
	default:
		err = invalid(inBody("/name", "Give the name of a player, or an address as email."))
	}
	return who, err
}

func (s *server) ListInvitations(ctx context.Context, r ListInvitationsRequestObject) (ListInvitationsResponseObject, error) {
	notes, err := s.Invitations.Invitations(ctx, r.Id, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return shownInvitations(ctx, notes, invitationsText)
}

func (s *server) ListMyInvitations(ctx context.Context, _ ListMyInvitationsRequestObject) (ListMyInvitationsResponseObject, error) {
	notes, err := s.Invitations.MyInvitations(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return shownInvitations(ctx, notes, myInvitationsText)
}

func shownInvitations(ctx context.Context, notes []domain.InvitationNote, drawn func([]domain.InvitationNote) string) (reply, error) {
	if wantsText(ctx) {
		return asText(drawn(notes)), nil
	}
	return asJSON(http.StatusOK, map[string]any{"invitations": append([]domain.InvitationNote{}, notes...)})
}

func (s *server) WithdrawInvitation(ctx context.Context, r WithdrawInvitationRequestObject) (WithdrawInvitationResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.Uninvite{ID: r.Invitation}, actor(ctx)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

func (s *server) DeclineInvitation(ctx context.Context, r DeclineInvitationRequestObject) (DeclineInvitationResponseObject, error) {
	if err := s.Invitations.Decline(ctx, r.Id, r.Invitation, actor(ctx)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// invitationsText lists invitations of a game for its host, in lines of at most textWidth columns.
func invitationsText(notes []domain.InvitationNote) string {
	if len(notes) == 0 {
		return "No invitations.\n"
	}
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "%s\n", wrapped(n.To, ""))
		if n.State != domain.InvitationOpen {
			when := n.Until
			if n.EndedAt != nil {
				when = *n.EndedAt
			}
			fmt.Fprintf(&b, "    %s · %s\n", n.State, when.UTC().Format(domain.TimeLayout))
			continue
		}
		fmt.Fprintf(&b, "    open · until %s\n    DELETE /v1/games/%s/invitations/%s\n", n.Until.UTC().Format(domain.TimeLayout), n.Game, n.ID)
	}
	return b.String()
}

// myInvitationsText lists invitations for whoever is invited.
func myInvitationsText(notes []domain.InvitationNote) string {
	if len(notes) == 0 {
		return "No invitation waits for you.\n"
	}
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "%s\n%s\n    POST /v1/games/%s/seats\n    POST /v1/games/%s/invitations/%s/decline\n",
			wrapped(domain.Heading(n.Title, n.Game)+" ("+n.Kind+")", ""),
			wrapped(n.By+" invites you · until "+n.Until.UTC().Format(domain.TimeLayout), "    "), n.Game, n.Game, n.ID)
	}
	return b.String()
}
