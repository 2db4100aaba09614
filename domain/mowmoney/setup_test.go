package mowmoney

import (
	"slices"
	"testing"

	"tender/domain"
)

func started(seats int, seed byte) State {
	return rules{}.Start(domain.Setup[Options]{Edition: "2016", Options: rules{}.Defaults("2016"), Seats: seats, Seed: [32]byte{seed}})
}

func sum(list []int) (total int) {
	for _, n := range list {
		total += n
	}
	return total
}

func TestEverybodyStartsWithFiveBasicCardsTheBasicMowerAndNoMoney(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		s := started(seats, 1)
		if s.Phase != phaseBid || s.Round != 1 {
			t.Errorf("%d seats: begins with %s of round %d", seats, s.Phase, s.Round)
		}
		for _, p := range s.Seats {
			if len(p.of(Basic)) != 5 || len(p.Hand) != 5 || p.Money != 0 || !slices.Equal(p.Mowers, []Deck{Basic}) {
				t.Errorf("%d seats: %+v", seats, p)
			}
		}
		for n, pile := range s.Piles {
			if pile[0] != n+1 || worthOf(pile[0]) != 1 {
				t.Errorf("contract %d lies face up on %s", pile[0], tokenOf(n))
			}
			if len(pile) != len(s.Piles[0]) {
				t.Errorf("%d contracts on %s, %d on A", len(pile), tokenOf(n), len(s.Piles[0]))
			}
		}
	}
}

// [R] Cards are dealt one at a time from seat 1.
func TestRulingCardsAreDealtOneAtATimeFromSeat1(t *testing.T) {
	s := started(3, 5)
	whole := State{Seed: s.Seed}
	whole.Decks[Basic].Draw = deckCards(Basic)
	whole.shuffleDeck(Basic)
	deck := whole.Decks[Basic].Draw
	for seat := 1; seat <= 3; seat++ {
		var want []int
		for i := range startingHand {
			want = append(want, deck[i*3+seat-1])
		}
		slices.Sort(want)
		if !slices.Equal(s.seat(seat).Hand, want) {
			t.Errorf("seat %d holds %v, want %v", seat, s.seat(seat).Hand, want)
		}
	}
}

// [R] The starting player is drawn at random; alone one starts without a draw.
func TestRulingTheStartingPlayerIsDrawn(t *testing.T) {
	first := map[int]int{}
	for seed := range byte(100) {
		first[started(4, seed).First]++
	}
	if len(first) != 4 || first[0] != 0 {
		t.Errorf("starting seats: %v", first)
	}
	for seed := range byte(20) {
		if s := started(1, seed); s.First != 1 {
			t.Errorf("seat %d starts alone", s.First)
		}
	}
}

// [D] The cards' values, stars and icons.
func TestReconstructedBidCards(t *testing.T) {
	for d, want := range [deckCount]struct{ cards, stars, low, high int }{{50, 25, 1, 3}, {36, 18, 2, 4}, {20, 0, 3, 5}} {
		stars, low, high := 0, 9, 0
		ids := deckCards(Deck(d))
		for _, c := range cardsOf(ids) {
			if c.Star {
				stars++
			}
			low, high = min(low, c.Value), max(high, c.Value)
			if len(c.Jobs) < 1 || len(c.Jobs) > 2 {
				t.Errorf("card %d shows %v", c.ID, c.Jobs)
			}
		}
		if len(ids) != want.cards || stars != want.stars || low != want.low || high != want.high {
			t.Errorf("%s: %d cards, %d stars, $%d–%d", Deck(d), len(ids), stars, low, high)
		}
	}
}

// [D] How many contracts of each worth there are.
func TestReconstructedContracts(t *testing.T) {
	if len(contractWorths) != 36 || contractCount != [worths]int{6, 6, 6, 6, 4, 3, 3, 2} {
		t.Errorf("%d contracts: %v", len(contractWorths), contractCount)
	}
	for seats := 1; seats <= 6; seats++ {
		for worth, n := range chart[seats-1] {
			if n > contractCount[worth] {
				t.Errorf("%d seats use %d contracts of %d RP", seats, n, worth+1)
			}
		}
	}
}

// [D] The rows of the chart for three and four players keep eight contracts a neighborhood and 30 RP a player.
func TestReconstructedChartFor3And4(t *testing.T) {
	for _, seats := range []int{3, 4} {
		inUse := contractsInUse(seats)
		if len(inUse) != 8*seats || worthOfAll(inUse) != 30*seats {
			t.Errorf("%d seats: %d contracts, %d RP", seats, len(inUse), worthOfAll(inUse))
		}
	}
}

// [D] The rows of the chart for five and six players: seven and six contracts a neighborhood.
func TestReconstructedChartFor5And6(t *testing.T) {
	for seats, each := range map[int]int{5: 7, 6: 6} {
		if row := chart[seats-1]; sum(row[:]) != each*seats || row[0] != seats {
			t.Errorf("%d seats: %v", seats, row)
		}
	}
}

// [D] What the contracts ask for whose lines are missing.
func TestReconstructedNeeds(t *testing.T) {
	for rp, want := range map[int]string{
		1: "2 basic",
		2: "3 basic",
		4: "4 basic★ or 3 medium",
		6: "5 basic★, 4 medium★ or 2 advanced",
		7: "4 medium★ or 2 advanced",
		8: "2 advanced",
	} {
		if got := asks(contractNeeds[rp-1]); got != want {
			t.Errorf("%d RP asks for %s, want %s", rp, got, want)
		}
	}
}

// [D] The advanced mower costs $6.
func TestReconstructedPriceOfTheAdvancedMower(t *testing.T) {
	x := newSituation(t, 2).turn(1, 5)
	x.refused(1, Move{Type: moveBuyMower, Mower: "advanced"}, CannotAfford, "/mower")
	x.seat(1).Money = 6
	x.play(domain.Play[Move]{Seat: 1, Move: Move{Type: moveBuyMower, Mower: "advanced"}})
	if p := x.seat(1); p.Money != 0 || !p.owns(Advanced) {
		t.Errorf("%+v", p)
	}
}

func TestEveryReconstructionIsToldOnTheKindsPage(t *testing.T) {
	list := Kind.Cards.(Components).Reconstructed
	if len(list) != 11 {
		t.Errorf("%d reconstructions", len(list))
	}
	for _, r := range list {
		if r.What == "" || r.Why == "" {
			t.Errorf("%+v", r)
		}
	}
}
