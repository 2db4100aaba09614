package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tender/domain"
)

func (s *server) SealBid(ctx context.Context, r SealBidRequestObject) (SealBidResponseObject, error) {
	bid := json.RawMessage(r.Body.Bid)
	if untyped(bid) {
		view, err := s.Games.View(ctx, r.Id, callerOf(ctx).account)
		if err != nil {
			return nil, err
		}
		bid = typed(bid, view.Phase)
	}
	in := domain.Seal{Move: bid, Ready: r.Body.Ready == nil || *r.Body.Ready, Meant: meant(r.Body.Step, r.Body.Round)}
	if r.Body.Orders != nil {
		in.Orders = ordersOf(*r.Body.Orders)
	}
	out, view, err := s.decide(ctx, r.Id, r.Params.IfMatch, r.Params.Prefer, in)
	if err != nil {
		return nil, s.explain(ctx, r.Id, "/bid", err)
	}
	if minimal(r.Params.Prefer) {
		answer, err := asJSON(http.StatusOK, sealedBid{Receipt: out.Receipt})
		return answer.applied(), err
	}
	if wantsText(ctx) {
		return s.drawing(http.StatusOK, receiptText(out.Receipt), view)
	}
	return asJSON(http.StatusOK, sealedBid{Receipt: out.Receipt, View: &view})
}

// sealedBid is SealedBid in the contract.
type sealedBid struct {
	Receipt *domain.Receipt `json:"receipt"`
	View    *domain.View    `json:"view,omitempty"`
}

func (s *server) WithdrawBid(ctx context.Context, r WithdrawBidRequestObject) (WithdrawBidResponseObject, error) {
	in := domain.Withdraw{Meant: meant(r.Params.Step, r.Params.Round)}
	_, view, err := s.decide(ctx, r.Id, r.Params.IfMatch, nil, in)
	if err != nil {
		return nil, s.explain(ctx, r.Id, "", err)
	}
	return s.shown(ctx, http.StatusOK, view)
}

func (s *server) Play(ctx context.Context, r PlayRequestObject) (PlayResponseObject, error) {
	in := domain.PlayMoves{Meant: meant(r.Body.Step, r.Body.Round)}
	at := "/move"
	switch {
	case (r.Body.Move == nil) == (r.Body.Moves == nil):
		return nil, invalid(inBody("", `Give either "move" or "moves".`))
	case r.Body.Move != nil:
		in.Moves = []json.RawMessage{json.RawMessage(*r.Body.Move)}
	default:
		for _, m := range *r.Body.Moves {
			in.Moves = append(in.Moves, json.RawMessage(m))
		}
		if at = ""; len(in.Moves) == 1 {
			at = "/moves/0" // of several, the domain names the one
		}
	}
	out, view, err := s.decide(ctx, r.Id, r.Params.IfMatch, r.Params.Prefer, in)
	if err != nil {
		return nil, s.explain(ctx, r.Id, at, err)
	}
	if minimal(r.Params.Prefer) {
		return nothingMore(), nil
	}
	answer := played{Events: []domain.EventView{}, View: view}
	for _, e := range out.Events {
		answer.Events = append(answer.Events, e.For(out.Seat))
	}
	if wantsText(ctx) {
		kind, err := s.Kinds.At(view.Kind, view.Revision)
		if err != nil {
			return nil, err
		}
		return s.drawing(http.StatusOK, kind.TellAll(answer.Events, view.Names(), time.UTC), view)
	}
	return asJSON(http.StatusOK, answer)
}

// played is Played in the contract.
type played struct {
	Events []domain.EventView `json:"events"`
	View   domain.View        `json:"view"`
}

// explain makes the refusal of a move point into the body that was sent, and adds the caller's view where the game is
// not where the caller believed it to be.
func (s *server) explain(ctx context.Context, game, at string, err error) error {
	r, ok := domain.AsRefusal(err)
	if !ok {
		return err
	}
	p := refused(r)
	switch r.Code {
	case domain.Stale, domain.NotWanted, domain.DeadlinePassed, domain.DeadlineChanged, domain.StandsStill:
		if view, err := s.Games.View(ctx, game, callerOf(ctx).account); err == nil {
			p.View = &view
		}
	}
	aboutMove := (p.Status == http.StatusUnprocessableEntity || r.Code == domain.WrongPhase) && !strings.HasPrefix(r.Pointer, "/orders")
	switch {
	case aboutMove && at+r.Pointer != "":
		p.Errors = []fault{inBody(at+r.Pointer, r.Text)}
	case r.Pointer != "":
		p.Errors = []fault{inBody(r.Pointer, r.Text)}
	}
	return p
}

func meant(step, round *int) domain.Meant {
	return domain.Meant{Step: given(step), Round: given(round)}
}

// untyped says whether a bid leaves out its type. What is no object, or has the field in another case, is left to the
// rules, which say what is wrong with it.
func untyped(bid json.RawMessage) bool {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(bid, &object); err != nil || object == nil {
		return false
	}
	for name := range object {
		if strings.EqualFold(name, "type") {
			return false
		}
	}
	return true
}

// typed gives an untyped bid the type of the move that a phase asks for. By convention the sealed move of a phase is of
// a type of the same name: in phase "bid" one seals a "bid".
func typed(bid json.RawMessage, phase string) json.RawMessage {
	name, rest := strconv.Quote(phase), bytes.TrimLeft(bid, " \t\r\n{")
	if rest[0] == '}' {
		return json.RawMessage(`{"type":` + name + string(rest))
	}
	return json.RawMessage(`{"type":` + name + `,` + string(rest))
}
