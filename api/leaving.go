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

	Reliability domain.Reliability `json:"reliability"`
	Vacations   []domain.Vacation  `json:"vacations"`

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
	reliability, err := s.Absences.Reliability(ctx, who.account)
	if err != nil {
		return nil, err
	}
	vacations, err := s.Absences.Vacations(ctx, who.account)
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
		Notifications: said[""], GameNotifications: []saidOfGame{}, Mutes: shownMutes(mutes), Messages: []OwnMessage{},
		Reliability: reliability, Vacations: append([]domain.Vacation{}, vacations...)}
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
	if err := s.leaveGames(ctx, who.account); err != nil {
		return nil, err
	}
	if err := s.Access.DeleteAccount(ctx, who.account, domain.Act{Who: who.account, What: domain.ActDeleted, From: clientOf(ctx)}); err != nil {
		return nil, err
	}
	// What was opened or joined meanwhile; nothing is after the account has gone.
	if err := s.leaveGames(ctx, who.account); err != nil {
		s.Log.WarnContext(ctx, "somebody who has left keeps a seat in a game", "account", who.account, "error", err)
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

// leaveGames gives back the seats in games that have not ended: nobody is to wait for who will not come. A game of the time
// before there were terms keeps its seats; the turns of one are missed.
func (s *server) leaveGames(ctx context.Context, account string) error {
	for _, status := range []domain.Status{domain.Opened, domain.Active} {
		games, err := s.gamesOf(ctx, account, status)
		if err != nil {
			return err
		}
		for _, id := range games {
			_, err := s.Games.Decide(ctx, id, domain.Leave{}, domain.Actor{Account: account})
			if _, ended := domain.AsRefusal(err); err != nil && !ended {
				return err
			}
		}
	}
	return nil
}

// gamesOf are the games of a status in which an account has a seat.
func (s *server) gamesOf(ctx context.Context, account string, status domain.Status) (ids []string, err error) {
	const page = 100
	for cursor := ""; ; {
		games, next, err := s.Listings.Games(ctx, domain.GameFilter{Player: account, Status: status, After: cursor, Limit: page})
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		if cursor = next; next == "" {
			return ids, nil
		}
	}
}
