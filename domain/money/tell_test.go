package money

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// playedOut plays a random game and gives what a seat was told of it; seat 0 is a spectator.
func playedOut(t *testing.T, seats int, seed uint64, seat int) (events []domain.EventView) {
	t.Helper()
	g := kindtest.New(t, Kind, Edition2025, "", seats, seed)
	for r := chance(seed); g.Next(r); {
	}
	return g.Told(seat)
}

var tellNames = domain.Names{1: "Ann", 2: "Bob", 3: "王小明"}

func TestWholeGamesAreTold(t *testing.T) {
	for name, seats := range map[string]int{"two": 2, "three": 3} {
		events := playedOut(t, seats, uint64(seats), 0)
		text := Kind.TellAll(events, tellNames, time.UTC)
		wantFits(t, text)
		kindtest.Golden(t, filepath.Join("testdata", "told", name+".txt"), text)
		for _, what := range []string{EventBidsLaid, EventTurnTaken, EventMarketRefilled, EventRoundStarted, EventHandsCounted, "deadline_passed"} {
			if !slices.ContainsFunc(events, func(e domain.EventView) bool { return e.Type == what }) {
				t.Errorf("%s: the game has no %s", name, what)
			}
		}
		if strings.Contains(text, "you") {
			t.Errorf("%s: somebody is not called by name", name)
		}
	}
}

func TestEventsInWords(t *testing.T) {
	rupee, franc, pound := Card{Serial: 47, Currency: "rupee", Value: 40}, Card{Serial: 60, Currency: "franc", Value: 60}, Card{Serial: 13, Currency: "pound", Value: 20}
	for _, c := range []struct {
		event string
		data  any
		want  string
	}{
		{EventTurnTaken, TurnTaken{Seat: 1, Bid: "1", Did: MoveSwap, With: "I", Gave: []Card{rupee}, Got: []Card{franc, pound}},
			"Ann swapped bid 1 (rupee 40 (47)) with side I and got franc 60 (60), pound 20 (13)."},
		{EventTurnTaken, TurnTaken{Seat: 1, Bid: "1", Did: MoveSwap, With: "2R", Gave: []Card{rupee}, Got: []Card{pound}},
			"Ann swapped bid 1 (rupee 40 (47)) with bid 2R of Bob and got pound 20 (13)."},
		{EventTurnTaken, TurnTaken{Seat: 2, Bid: "2L", Did: MoveKeep, Gave: []Card{}, Got: []Card{rupee}}, "Bob kept bid 2L: rupee 40 (47)."},
		{EventBidsLaid, BidsLaid{Bids: []OpenBid{{"2", 2, []Card{rupee}, 40}}, Passed: []int{1, 3, 4}},
			"Bob laid bid 2, worth 40: rupee 40 (47).\nAnn, 王小明 and seat 4 passed."},
		{EventBidsLaid, BidsLaid{Bids: []OpenBid{}, Passed: []int{1, 2}}, "Ann and Bob passed."},
		{EventMarketRefilled, MarketRefilled{II: []Card{rupee}, DeckLeft: 1},
			"The market was refilled: side II got rupee 40 (47). The deck was left with 1 card."},
		{EventMarketUnchanged, MarketUnchanged{QuietRounds: 1}, "No card was dealt to the market."},
		{EventMarketUnchanged, MarketUnchanged{QuietRounds: 3}, "No card was dealt to the market, 3 rounds in a row by then."},
		{EventLastRoundAnnounced, LastRoundAnnounced{9, BecauseDeckEmpty}, "Round 9 was announced as the last: the deck had run out."},
		{EventLastRoundAnnounced, LastRoundAnnounced{9, BecauseStandstill},
			"Round 9 was announced as the last: no card had been dealt for so many rounds."},
		{EventRoundStarted, RoundStarted{Round: 2}, "Round 2 started."},
		{EventHandsCounted, HandsCounted{}, "The hands were counted."},
		{EventTurnTaken, "nonsense", ""},
		{"seat_taken", map[string]int{"seat": 2}, ""},
	} {
		e := domain.EventView{Type: c.event, Data: json.RawMessage(encoded(t, c.data))}
		want(t, c.event, Kind.Tell(e, tellNames), c.want)
	}
}
