package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"tender/domain"
)

// gameNews is what one viewer is told of a game: its events, and that something else of the view has changed.
type gameNews struct {
	server        *server
	game, account string
	after         int
	seen          string // tag of the view as it was when the last look was taken; "" before there was one
}

func (g *gameNews) id() string { return strconv.Itoa(g.after) }

func (g *gameNews) watch() (<-chan struct{}, func()) { return g.server.Games.Watch(g.game) }

func (g *gameNews) subject() string { return g.game }

// next tells of events first. "changed" follows only when this viewer's view is another one than before without an
// event having told so, so that it says nothing that the view does not: whoever seals a bid again, with the same to be
// seen of it, goes unnoticed. A stream begins with one, because what changed while nobody listened has no number.
//
// The view that events lead to is looked at before they are sent: who looks at the game when they arrive sees that or a
// later one, and a change after it is told.
func (g *gameNews) next(ctx context.Context) (told []message, done bool, err error) {
	for {
		events, err := g.server.Listings.Events(ctx, g.game, g.account, g.after, streamBatch)
		if err != nil {
			return nil, false, err
		}
		for _, e := range events {
			told = append(told, message{id: strconv.Itoa(e.Number), data: asData(e)})
			g.after = e.Number
		}
		view, err := g.server.Games.View(ctx, g.game, g.account)
		if err != nil {
			return nil, false, err
		}
		r, err := asJSON(http.StatusOK, view)
		if err != nil {
			return nil, false, err
		}
		if len(told) > 0 {
			g.seen = r.tag()
			return told, false, nil // the view may be further: then the next look finds more events
		}
		if view.LastEvent > g.after {
			continue // it went on between the two looks
		}
		if tag := r.tag(); tag != g.seen && !ended(view) {
			told = append(told, message{name: "changed", data: asData(map[string]string{"game": g.game})})
			g.seen = tag
		}
		return told, ended(view), nil
	}
}

// ended says whether nothing can happen in a game any more.
func ended(v domain.View) bool { return v.Status == domain.Over || v.Status == domain.Abandoned }

// asData writes what a message says. What is written here has no types that JSON does not know.
func asData(v any) []byte {
	raw, _ := json.Marshal(v)
	return raw
}

// streamEvents goes on after the last event that the client has; Last-Event-ID says so when it connects again. When
// nothing can follow the answer is 204, on which browsers do not connect again.
func (s *server) streamEvents(ctx context.Context, r ListEventsRequestObject) (ListEventsResponseObject, error) {
	after := given(r.Params.After)
	if r.Params.LastEventID != nil {
		after = *r.Params.LastEventID
	}
	account := callerOf(ctx).account
	view, err := s.Games.View(ctx, r.Id, account)
	if err != nil {
		return nil, err
	}
	if ended(view) && after >= view.LastEvent {
		return noContent(), nil
	}
	return s.streamed(ctx, &gameNews{server: s, game: r.Id, account: account, after: after})
}

// accountNews is what happens in all games of an account.
type accountNews struct {
	server  *server
	account string
	after   int64
}

func (a *accountNews) id() string { return strconv.FormatInt(a.after, 10) }

func (a *accountNews) watch() (<-chan struct{}, func()) {
	return a.server.Games.WatchAccount(a.account)
}

func (a *accountNews) subject() string { return "" }

func (a *accountNews) next(ctx context.Context) (told []message, done bool, err error) {
	news, err := a.server.Listings.AccountEvents(ctx, a.account, a.after, streamBatch)
	if err != nil {
		return nil, false, err
	}
	for _, n := range news {
		a.after = n.Place
		told = append(told, message{id: a.id(), data: asData(myEvent{n.Game, n.EventView})})
	}
	return told, false, nil
}

// myEvent is MyEvent in the contract.
type myEvent struct {
	Game string `json:"game"`
	domain.EventView
}

// ListNews tells of all games of the caller: as a page, or as a stream that begins now unless it is told where.
func (s *server) ListNews(ctx context.Context, r ListNewsRequestObject) (ListNewsResponseObject, error) {
	account := callerOf(ctx).account
	if wantsStream(ctx) {
		from := r.Params.LastEventID
		if from == nil {
			from = r.Params.After
		}
		if from == nil {
			last, err := s.Listings.LastAccountEvent(ctx, account)
			if err != nil {
				return nil, err
			}
			from = &last
		}
		return s.streamed(ctx, &accountNews{server: s, account: account, after: *from})
	}
	page := myEvents{Events: []myEvent{}, Next: given(r.Params.After)}
	limit := defaultEvents
	if r.Params.Limit != nil {
		limit = *r.Params.Limit
	}
	news, err := s.Listings.AccountEvents(ctx, account, page.Next, limit)
	if err != nil {
		return nil, err
	}
	for _, n := range news {
		page.Events, page.Next = append(page.Events, myEvent{n.Game, n.EventView}), n.Place
	}
	return asJSON(http.StatusOK, page)
}

// myEvents is MyEventList in the contract.
type myEvents struct {
	Events []myEvent `json:"events"`
	Next   int64     `json:"next"`
}
