package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"tender/domain"
)

func (s *server) EndSessions(ctx context.Context, _ EndSessionsRequestObject) (EndSessionsResponseObject, error) {
	if err := s.Access.EndSessions(ctx, callerOf(ctx).account); err != nil && !isNotFound(err) { // who has left is signed out
		return nil, err
	}
	s.tokens.forgetAll()
	return noContent(), nil
}

func (s *server) ListSessions(ctx context.Context, _ ListSessionsRequestObject) (ListSessionsResponseObject, error) {
	sessions, err := s.Access.SessionsOf(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, SessionList{Sessions: shownSessions(sessions, callerOf(ctx).session)})
}

func shownSessions(sessions []domain.Session, current string) []SignIn {
	shown := []SignIn{}
	for _, one := range sessions {
		shown = append(shown, SignIn{Id: one.ID, BeganAt: one.BeganAt.UTC(), RefreshedAt: one.RefreshedAt.UTC(),
			ExpiresAt: one.ExpiresAt.UTC(), Current: one.ID == current})
	}
	return shown
}

func (s *server) RemoveSession(ctx context.Context, r RemoveSessionRequestObject) (RemoveSessionResponseObject, error) {
	if err := s.Access.RemoveSession(ctx, callerOf(ctx).account, r.Id); err != nil {
		return nil, err
	}
	s.tokens.forget(r.Id)
	return noContent(), nil
}

// successor makes the refresh token that follows one that is spent. Of the two that it takes, the store has only the salt
// and the client only the spent token: so the same answer can be given again, and neither of them can make it alone.
func successor(spent, salt string) string {
	mac := hmac.New(sha256.New, []byte(salt))
	mac.Write([]byte(spent))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// nextAfter makes the refresh token after a spent one, and what is stored of it.
func (s *server) nextAfter(spent string) (domain.RefreshToken, error) {
	salt, err := opaque(s.Random)
	now := s.Now()
	return domain.RefreshToken{Hash: hashOf(successor(spent, salt)), Salt: salt, IssuedAt: now, ExpiresAt: now.Add(refreshLife)}, err
}

func isNotFound(err error) bool {
	r, ok := domain.AsRefusal(err)
	return ok && r.Code == domain.NotFound
}
