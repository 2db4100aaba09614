package api

import (
	"context"
	"net/http"

	"tender/domain"
)

// Mutes keeps whom people do not want to read.
type Mutes interface {
	// Mute refuses with domain.TooManyMutes; somebody who is muted already stays so.
	Mute(ctx context.Context, account, muted string) error
	// Unmute refuses with domain.NotFound when there is nothing to end.
	Unmute(ctx context.Context, account, muted string) error
	Mutes(ctx context.Context, account string) ([]domain.Mute, error)
}

func (s *server) ListMutes(ctx context.Context, _ ListMutesRequestObject) (ListMutesResponseObject, error) {
	mutes, err := s.Talk.Mutes(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, MuteList{Mutes: shownMutes(mutes)})
}

func shownMutes(mutes []domain.Mute) []Mute {
	shown := []Mute{}
	for _, m := range mutes {
		shown = append(shown, Mute{Name: m.Name, Since: m.Since.UTC()})
	}
	return shown
}

func (s *server) Mute(ctx context.Context, r MuteRequestObject) (MuteResponseObject, error) {
	other, err := s.named(ctx, r.Name)
	if err != nil {
		return nil, err
	}
	if other == callerOf(ctx).account {
		return nil, domain.Refuse(domain.InvalidName, "This is your own name; give that of the person whom you do not want to read.")
	}
	if err := s.Talk.Mute(ctx, callerOf(ctx).account, other); err != nil {
		return nil, err
	}
	return noContent(), nil
}

func (s *server) Unmute(ctx context.Context, r UnmuteRequestObject) (UnmuteResponseObject, error) {
	other, err := s.named(ctx, r.Name)
	if err != nil {
		return nil, err
	}
	if err := s.Talk.Unmute(ctx, callerOf(ctx).account, other); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// named finds the account of a name. The refusal is about the address, not about a body.
func (s *server) named(ctx context.Context, name string) (account string, err error) {
	_, key, err := domain.CheckName(name)
	if r, ok := domain.AsRefusal(err); ok {
		return "", refused(r)
	}
	if err != nil {
		return "", err
	}
	a, err := s.Access.AccountByName(ctx, key)
	return a.ID, err
}
