package kindtest_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
)

var botGames = flag.Int("bot.games", 60, "games of one bot against random seats, for each edition and number of seats")

func TestBotsWin(t *testing.T) {
	for _, kind := range kinds.All {
		for _, e := range kind.Editions {
			for seats := e.MinSeats; seats <= e.MaxSeats; seats++ {
				t.Run(fmt.Sprintf("%s %s %d", kind.Name, e.Name, seats), func(t *testing.T) {
					options, err := kind.Options(e.Name, seats, nil)
					if err != nil {
						t.Fatal(err)
					}
					wins, base, tot, oth := 0, 0, 0, 0
					var spent time.Duration
					moves := 0
					rounds := 0
					for n := range *botGames {
						for _, bot := range []int{n%seats + 1, 0} {
							r := rand.New(rand.NewPCG(uint64(n), uint64(seats)))
							var seed [32]byte
							for i := range seed {
								seed[i] = byte(r.Uint32())
							}
							p, err := kind.Start(e.Name, options, seats, seed)
							if err != nil {
								t.Fatal(err)
							}
							for w := p.Wanted(); len(w.Seats) > 0; w = p.Wanted() {
								var plays []domain.Play[json.RawMessage]
								for _, seat := range w.Seats {
									var m json.RawMessage
									if seat == bot {
										at := time.Now()
										m = p.Bot(seat, r)
										spent += time.Since(at)
										moves++
									} else {
										m = p.Sample(seat, r)
									}
									if _, err := p.Check(seat, m); err != nil {
										t.Fatalf("%s: %v", m, err)
									}
									plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: m})
									if !w.Sealed {
										break
									}
								}
								p.Step(plays)
							}
							res := p.Scores()
							if bot == 0 {
								if slices.Equal(res.Winners, []any{n%seats + 1}) {
									base++
								}
								continue
							}
							tot += res.Totals[bot-1]
							if res.Dummy != nil {
								oth += *res.Dummy
							}
							rounds += res.Rounds
							for i, x := range res.Totals {
								if i != bot-1 {
									oth += x
								}
							}
							if slices.Equal(res.Winners, []any{bot}) {
								wins++
							}
						}
					}
					t.Logf("%d of %d, random %d; total %d others %d; rounds %d; %v a move", wins, *botGames, base, tot / *botGames, oth / *botGames / max(1, seats-1), rounds / *botGames, spent/time.Duration(moves))
				})
			}
		}
	}
}
