package speed

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"tender/proof"
)

// seat is one that a game waits for, with moves that may be sealed at it.
type seat struct {
	game, token string
	step        int
	bids        []json.RawMessage
}

// people signs people up; every experiment has its own.
func people(tb testing.TB, base string, n int) []*proof.Player {
	tb.Helper()
	all := make([]*proof.Player, n)
	for i := range all {
		var err error
		if all[i], err = proof.SignUp(tb.Context(), base, fmt.Sprintf("player%03d", i), nil); err != nil {
			tb.Fatal(err)
		}
	}
	return all
}

// tables starts games for two, each with two neighbours among the players, and gives the first seat of each.
func tables(tb testing.TB, players []*proof.Player, games int) []seat {
	tb.Helper()
	ctx := tb.Context()
	seats := make([]seat, games)
	for i := range seats {
		host, guest := players[i%len(players)], players[(i+1)%len(players)]
		game, err := host.Open(ctx, "money", 2, nil)
		if err != nil {
			tb.Fatal(err)
		}
		if err := guest.Join(ctx, game); err != nil {
			tb.Fatal(err)
		}
		if seats[i], err = seatAt(ctx, host, game); err != nil {
			tb.Fatal(err)
		}
	}
	return seats
}

// seatAt looks at a game and takes some of the bids that its view offers.
func seatAt(ctx context.Context, p *proof.Player, game string) (seat, error) {
	view, err := p.View(ctx, game)
	if err != nil {
		return seat{}, err
	}
	s := seat{game: game, token: p.Token, step: view.Step}
	var own struct{ Hand []struct{ Serial int } }
	if err := json.Unmarshal(view.Own, &own); err != nil {
		return s, err
	}
	if len(own.Hand) < 4 {
		return s, fmt.Errorf("the hand in game %s has %d cards", game, len(own.Hand))
	}
	for i := range 4 { // each is another bid than the one before
		s.bids = append(s.bids, json.RawMessage(fmt.Sprintf(`{"type":"bid","cards":[%d]}`, own.Hand[i].Serial)))
	}
	return s, nil
}

// sealing is for each seat the requests that seal its bids.
func sealing(seats []seat, header ...string) (requests [][]byte) {
	for _, s := range seats {
		for _, bid := range s.bids {
			body := fmt.Sprintf(`{"bid":%s,"step":%d}`, bid, s.step)
			requests = append(requests, request("PUT", "/v1/games/"+s.game+"/bid", s.token, body, header...))
		}
	}
	return requests
}
