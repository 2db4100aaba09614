package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tender/domain"
)

// settings are NotificationSettings in the contract.
type settings struct {
	Own    domain.Preferences `json:"own"`
	Effect domain.Preferences `json:"effect"`
}

func (s *server) GetNotifications(ctx context.Context, _ GetNotificationsRequestObject) (GetNotificationsResponseObject, error) {
	return s.settingsOf(ctx, "")
}

func (s *server) SetNotifications(ctx context.Context, r SetNotificationsRequestObject) (SetNotificationsResponseObject, error) {
	return s.prefer(ctx, "", r.Body)
}

func (s *server) GetGameNotifications(ctx context.Context, r GetGameNotificationsRequestObject) (GetGameNotificationsResponseObject, error) {
	if err := s.seated(ctx, r.Id); err != nil {
		return nil, err
	}
	return s.settingsOf(ctx, r.Id)
}

func (s *server) SetGameNotifications(ctx context.Context, r SetGameNotificationsRequestObject) (SetGameNotificationsResponseObject, error) {
	if err := s.seated(ctx, r.Id); err != nil {
		return nil, err
	}
	return s.prefer(ctx, r.Id, r.Body)
}

func (s *server) ForgetGameNotifications(ctx context.Context, r ForgetGameNotificationsRequestObject) (ForgetGameNotificationsResponseObject, error) {
	if err := s.seated(ctx, r.Id); err != nil {
		return nil, err
	}
	if err := s.Wishes.ForgetPreferences(ctx, callerOf(ctx).account, r.Id); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// seated refuses who has no seat in a game: there is nothing to tell them of it.
func (s *server) seated(ctx context.Context, game string) error {
	view, err := s.Games.View(ctx, game, callerOf(ctx).account)
	if err == nil && view.You == nil {
		return domain.Refuse(domain.NotSeated, "You have no seat in this game; you are told nothing of it.")
	}
	return err
}

// prefer stores what the caller has said of all games, for which game is "", or of one. body is Notifications or
// GameNotifications of the contract, which domain.Preferences are written as.
func (s *server) prefer(ctx context.Context, game string, body any) (reply, error) {
	var p domain.Preferences
	text, err := json.Marshal(body)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err == nil {
		err = p.Check(time.LoadLocation)
	}
	if err == nil {
		err = s.Wishes.SetPreferences(ctx, callerOf(ctx).account, game, p)
	}
	if err != nil {
		return reply{}, err
	}
	return s.settingsOf(ctx, game)
}

// settingsOf shows the caller what they have said and what holds, in all games or in one.
func (s *server) settingsOf(ctx context.Context, game string) (reply, error) {
	all, one, err := s.Wishes.Preferences(ctx, callerOf(ctx).account, game)
	if err != nil {
		return reply{}, err
	}
	own := all
	if game != "" {
		own = one
	}
	return asJSON(http.StatusOK, settings{Own: own, Effect: domain.DefaultPreferences().With(all).With(one)})
}

func (r reply) VisitGetNotificationsResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitSetNotificationsResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitGetGameNotificationsResponse(w http.ResponseWriter) error    { return r.write(w) }
func (r reply) VisitSetGameNotificationsResponse(w http.ResponseWriter) error    { return r.write(w) }
func (r reply) VisitForgetGameNotificationsResponse(w http.ResponseWriter) error { return r.write(w) }
