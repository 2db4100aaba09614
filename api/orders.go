package api

import (
	"context"
	"encoding/json"
	"net/http"

	"tender/domain"
)

// orderList is OrderList in the contract.
type orderList struct {
	Orders []domain.Order   `json:"orders"`
	Now    *domain.OrderNow `json:"order_now"`
}

func (s *server) GetOrders(ctx context.Context, r GetOrdersRequestObject) (GetOrdersResponseObject, error) {
	view, err := s.Games.View(ctx, r.Id, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	if view.You == nil {
		return nil, domain.Refuse(domain.NotSeated, "You have no seat in this game.")
	}
	if wantsText(ctx) {
		kind, err := s.Kinds.Find(view.Kind)
		if err != nil {
			return nil, err
		}
		return asText(kind.OrdersText(view)), nil
	}
	return asJSON(http.StatusOK, orderList{append([]domain.Order{}, view.You.Orders...), view.You.OrderNow})
}

func (s *server) GiveOrders(ctx context.Context, r GiveOrdersRequestObject) (GiveOrdersResponseObject, error) {
	return s.order(ctx, r.Id, ordersOf(r.Body.Orders))
}

func (s *server) DropOrders(ctx context.Context, r DropOrdersRequestObject) (DropOrdersResponseObject, error) {
	return s.order(ctx, r.Id, []json.RawMessage{})
}

// order gives the caller's seat these orders, and shows the game.
func (s *server) order(ctx context.Context, game string, orders []json.RawMessage) (reply, error) {
	_, view, err := s.decide(ctx, game, nil, nil, domain.GiveOrders{Orders: orders})
	if err != nil {
		return reply{}, s.explain(ctx, game, "", err)
	}
	return s.shown(ctx, http.StatusOK, view)
}

// ordersOf is never nil: none takes away those that there are.
func ordersOf(given []Order) []json.RawMessage {
	orders := make([]json.RawMessage, len(given))
	for i, o := range given {
		orders[i] = json.RawMessage(o)
	}
	return orders
}
