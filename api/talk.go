package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tender/domain"
)

// Talk keeps what people say in games. Who may say or hear what is asked of the view of the game, as everything is.
type Talk interface {
	// Say gives a message its number, its time and the name of who said it, or refuses with domain.TooManyMessages.
	Say(ctx context.Context, m domain.Message) (domain.Message, error)
	// Messages lists at most limit messages after one, oldest first, without those of people whom the reader has muted.
	Messages(ctx context.Context, game string, c domain.TalkChannel, reader string, after, limit int) ([]domain.Message, error)
	// MessagesBy gives all that somebody has said and nobody has removed.
	MessagesBy(ctx context.Context, account string) ([]domain.Message, error)
	// RemoveMessage forgets the text of a message of act.Who, or with others of anybody; what is neither is refused with
	// domain.NotFound. What somebody else has said is removed with an entry in the audit log.
	RemoveMessage(ctx context.Context, game string, c domain.TalkChannel, number int, others bool, act domain.Act) error
	// WatchTalk gives a channel that fires after something was said there.
	WatchTalk(game string, c domain.TalkChannel) (changed <-chan struct{}, stop func())
	Mutes
}

func (s *server) Say(ctx context.Context, r SayRequestObject) (SayResponseObject, error) {
	who := callerOf(ctx).account
	view, err := s.Games.View(ctx, r.Id, who)
	if err != nil {
		return nil, err
	}
	channel := view.Talks()
	if r.Body.Channel != nil {
		channel = domain.TalkChannel(*r.Body.Channel)
	}
	if err := view.MaySpeak(channel); err != nil {
		return nil, err
	}
	text, err := domain.CheckMessage(r.Body.Text)
	if err != nil {
		return nil, err
	}
	undo, err := s.limitMessages(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	said, err := s.Talk.Say(ctx, domain.Message{Game: r.Id, Channel: channel, Account: who, Text: text})
	if err != nil {
		undo()
		return nil, err
	}
	return asJSON(http.StatusCreated, shownMessage(said))
}

func (s *server) ListMessages(ctx context.Context, r ListMessagesRequestObject) (ListMessagesResponseObject, error) {
	channel, limit := channelOf(r.Params.Channel), defaultEvents
	if r.Params.Limit != nil {
		limit = *r.Params.Limit
	}
	wait := time.Duration(given(r.Params.Wait)) * time.Second
	// Before looking: what is said after the look must not be missed.
	said, stop, err := s.watchTalk(ctx, r.Id, channel, wait)
	if err != nil {
		return nil, err
	}
	defer stop()
	var timer <-chan time.Time
	for {
		messages, err := s.hear(ctx, r.Id, channel, given(r.Params.After), limit)
		if err != nil {
			return nil, err
		}
		if len(messages) > 0 || wait == 0 {
			return s.talk(ctx, messages, limit)
		}
		if timer == nil {
			waiting := time.NewTimer(wait)
			defer waiting.Stop()
			timer = waiting.C
		}
		select {
		case <-said:
		case <-timer:
			return s.talk(ctx, nil, limit)
		case <-s.Stopping:
			return s.talk(ctx, nil, limit)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// hear reads messages for the caller, who may have lost the right to while it waited.
func (s *server) hear(ctx context.Context, game string, c domain.TalkChannel, after, limit int) ([]domain.Message, error) {
	if err := s.stillMay(ctx); err != nil {
		return nil, err
	}
	who := callerOf(ctx).account
	view, err := s.Games.View(ctx, game, who)
	if err != nil {
		return nil, err
	}
	if who == "" && c == domain.AmongSpectators && view.EndedAt == nil { // it may be a player who has signed out
		return nil, newProblem(unauthenticated, "Sign in first: until the game has ended only people who are signed in, and have no seat, read its spectators.")
	}
	if err := view.MayHear(c); err != nil {
		return nil, err
	}
	return s.Talk.Messages(ctx, game, c, who, after, limit)
}

// watchTalk is watch for messages.
func (s *server) watchTalk(ctx context.Context, game string, c domain.TalkChannel, wait time.Duration) (<-chan struct{}, func(), error) {
	if wait == 0 {
		return nil, func() {}, nil
	}
	leave, err := s.waiting.enter(game, callerOf(ctx).account)
	if err != nil {
		return nil, nil, err
	}
	said, stop := s.Talk.WatchTalk(game, c)
	return said, func() { stop(); leave() }, nil
}

// talk answers with messages.
func (s *server) talk(ctx context.Context, messages []domain.Message, limit int) (reply, error) {
	if wantsText(ctx) {
		return asText(talkText(messages, limit)), nil
	}
	page := MessageList{Messages: []Message{}}
	for _, m := range messages {
		page.Messages = append(page.Messages, shownMessage(m))
	}
	return asJSON(http.StatusOK, page)
}

func shownMessage(m domain.Message) Message {
	return Message{Number: m.Number, At: m.At.UTC(), Name: m.Name, Text: m.Text, Removed: m.Removed}
}

// talkText draws messages: each under a line that says whose it is, and behind an indentation, so that no message looks
// like another's.
func talkText(messages []domain.Message, limit int) string {
	if len(messages) == 0 {
		return "Nobody has said anything more.\n"
	}
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "%d  %s, %s\n", m.Number, m.Name, m.At.UTC().Format(domain.TimeLayout))
		if m.Removed {
			b.WriteString("    (removed)\n")
			continue
		}
		for line := range strings.SplitSeq(m.Text, "\n") {
			fmt.Fprintf(&b, "%s\n", wrapped(line, "    "))
		}
	}
	if len(messages) == limit {
		fmt.Fprintf(&b, "\nmore: after=%d\n", messages[len(messages)-1].Number)
	}
	return b.String()
}

func (s *server) RemoveMessage(ctx context.Context, r RemoveMessageRequestObject) (RemoveMessageResponseObject, error) {
	who := callerOf(ctx)
	if _, err := s.Games.View(ctx, r.Id, who.account); err != nil {
		return nil, err
	}
	others := who.session != "" && who.role.AtLeast(domain.Moderator)
	if err := s.Talk.RemoveMessage(ctx, r.Id, channelOf(r.Params.Channel), r.Number, others, act(ctx, domain.ActHush)); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// channelOf is the channel that a request names; the contract has the same default.
func channelOf(named *TalkChannel) domain.TalkChannel {
	if named == nil {
		return domain.AtTable
	}
	return domain.TalkChannel(*named)
}
