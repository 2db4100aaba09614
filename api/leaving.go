package api

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"tender/domain"
)

// recentSignIn is how long after signing in an account can be deleted, or moved to another address.
const recentSignIn = 15 * time.Minute

// exported is Export in the contract.
type exported struct {
	Account  Account             `json:"account"`
	Role     domain.Role         `json:"role"`
	Sessions []SignIn            `json:"sessions"`
	Tokens   []PersonalToken     `json:"tokens"`
	Webhooks []Webhook           `json:"webhooks"`
	Games    []domain.PlayedGame `json:"games"`

	Notifications     domain.Preferences `json:"notifications"`
	GameNotifications []saidOfGame       `json:"game_notifications"`
	Mutes             []Mute             `json:"mutes"`
	Messages          []OwnMessage       `json:"messages"`
}

// saidOfGame is what somebody has said of the notices of one game.
type saidOfGame struct {
	Game          string             `json:"game"`
	Notifications domain.Preferences `json:"notifications"`
}

func (s *server) ExportMe(ctx context.Context, _ ExportMeRequestObject) (ExportMeResponseObject, error) {
	who := callerOf(ctx)
	account, err := s.me(ctx)
	if err != nil {
		return nil, err
	}
	sessions, err := s.Access.SessionsOf(ctx, who.account)
	if err != nil {
		return nil, err
	}
	tokens, err := s.Access.PersonalTokens(ctx, who.account)
	if err != nil {
		return nil, err
	}
	hooks, err := s.Webhooks.Webhooks(ctx, who.account)
	if err != nil {
		return nil, err
	}
	games, err := s.Access.PlayedGames(ctx, who.account)
	if err != nil {
		return nil, err
	}
	said, err := s.Wishes.AllPreferences(ctx, who.account)
	if err != nil {
		return nil, err
	}
	mutes, err := s.Talk.Mutes(ctx, who.account)
	if err != nil {
		return nil, err
	}
	messages, err := s.Talk.MessagesBy(ctx, who.account)
	if err != nil {
		return nil, err
	}
	all := exported{Account: shown(account), Role: account.Role, Sessions: shownSessions(sessions, who.session), Tokens: s.shownTokens(tokens),
		Webhooks: s.shownHooks(hooks), Games: append([]domain.PlayedGame{}, games...),
		Notifications: said[""], GameNotifications: []saidOfGame{}, Mutes: shownMutes(mutes), Messages: []OwnMessage{}}
	for _, m := range messages {
		all.Messages = append(all.Messages, OwnMessage{Game: m.Game, Channel: TalkChannel(m.Channel), Number: m.Number, At: m.At.UTC(), Text: m.Text})
	}
	for _, game := range slices.Sorted(maps.Keys(said)) {
		if game != "" {
			all.GameNotifications = append(all.GameNotifications, saidOfGame{game, said[game]})
		}
	}
	answer, err := asJSON(http.StatusOK, all)
	return answer.with("Content-Disposition", `attachment; filename="tender.json"`), err
}

func (s *server) DeleteMe(ctx context.Context, _ DeleteMeRequestObject) (DeleteMeResponseObject, error) {
	who := callerOf(ctx)
	if err := s.signedInLately(ctx, "delete the account"); err != nil {
		return nil, err
	}
	if err := s.leaveOpenGames(ctx, who.account); err != nil {
		return nil, err
	}
	if err := s.Access.DeleteAccount(ctx, who.account, domain.Act{Who: who.account, What: domain.ActDeleted, From: clientOf(ctx)}); err != nil {
		return nil, err
	}
	// What was opened or joined meanwhile; nothing is after the account has gone.
	if err := s.leaveOpenGames(ctx, who.account); err != nil {
		s.Log.WarnContext(ctx, "somebody who has left keeps a seat in an open game", "account", who.account, "error", err)
	}
	s.tokens.forgetAll()
	s.personals.forget()
	s.standings.forget()
	s.glances.forget()
	return noContent(), nil
}

// signedInLately refuses what whoever finds a session left open may not do to its account.
func (s *server) signedInLately(ctx context.Context, what string) error {
	who := callerOf(ctx)
	sessions, err := s.Access.SessionsOf(ctx, who.account)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(sessions, func(one domain.Session) bool { return one.ID == who.session })
	if i < 0 || s.Now().Sub(sessions[i].BeganAt) > recentSignIn {
		return newProblem(recentSignInNeeded, "To "+what+", sign in again with POST /v1/sessions and use the new access token within 15 minutes.")
	}
	return nil
}

// leaveOpenGames gives back the seats in games that have not started: nobody is to wait for who will not come.
func (s *server) leaveOpenGames(ctx context.Context, account string) error {
	const page = 100
	var open []string
	for cursor := ""; ; {
		games, next, err := s.Listings.Games(ctx, domain.GameFilter{Player: account, Status: domain.Opened, After: cursor, Limit: page})
		if err != nil {
			return err
		}
		for _, g := range games {
			open = append(open, g.ID)
		}
		if cursor = next; next == "" {
			break
		}
	}
	for _, id := range open {
		_, err := s.Games.Decide(ctx, id, domain.Leave{}, domain.Actor{Account: account})
		if _, started := domain.AsRefusal(err); err != nil && !started {
			return err
		}
	}
	return nil
}
