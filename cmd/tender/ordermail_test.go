package main

import (
	"strings"
	"testing"
)

func TestOrdersAreGivenByMailAloneOrUnderABid(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		orders := func() int { return len(at.look(at.game).Seats[0].Orders) }
		at.only(at.answer(1, "", "orders: side I if 17 23; bid 2; any side if 2 yen; keep in round 4"), 1,
			"Done: standing orders: 1. side I if 17 23; 2. bid 2;")
		if n := orders(); n != 4 {
			t.Errorf("%d orders", n)
		}
		for body, says := range map[string]string{
			"orders: bid 1":                     "Bid 1 is your own",
			"orders: bid 9":                     "There can be no \"9\"",
			"orders: swap bob":                  "\"swap bob\" is no standing order",
			"orders: keep\norders: keep":        "A mail can hold one line of orders",
			"withdraw\norders: keep":            "Nothing was done. Line 2: Orders can stand beside a bid",
			"bid 0\norders: keep; bid 1":        "Nothing was done. Line 2: Order 2: Bid 1 is your own",
			"bid 999\norders: keep":             "Nothing was done. Line 1:",
			"orders: keep; keep in round three": "\"three\" is no round",
		} {
			at.only(at.answer(1, "", body), 1, says)
		}
		if n := orders(); n != 4 || len(at.look(at.game).Sealed) != 0 {
			t.Errorf("a mail that is refused leaves %d orders and %d bids", n, len(at.look(at.game).Sealed))
		}
		m := at.only(at.answer(1, "", "bid 0\norders: keep"), 1, "Your move is stored: bid the fake (0).")
		if table := at.look(at.game); orders() != 1 || len(table.Sealed) != 1 || !strings.Contains(m.text, "Done: standing orders: 1. keep.") {
			t.Errorf("%d orders, %d bids:\n%s", orders(), len(table.Sealed), m.text)
		}
		at.only(at.answer(1, "", "orders: none"), 1, "Done: no standing orders.")
		if n := orders(); n != 0 {
			t.Errorf("%d orders", n)
		}
	})
}
