package mowmoney

import (
	"fmt"
	"strings"
)

// neighborhoodNames by token A to F.
var neighborhoodNames = [6]string{"Apple Hollow", "Bear Cave Way", "Cherry Creek", "Duck Springs", "Eagle Point", "Forest Lane"}

// tokenOf is the letter of a neighborhood, counted from 0.
func tokenOf(n int) string { return string(rune('A' + n)) } // #nosec G115 -- there are a few

const worths = 8 // contracts are worth 1 to 8 reputation points

// contractCount is how many contracts of each worth are in the box, 1 RP first; they are numbered in this order.
//
// [D] The list is incomplete in the copy of the rulebook. This split gives the 36 cards that the box holds and has
// room for every row of the chart.
var contractCount = [worths]int{6, 6, 6, 6, 4, 3, 3, 2}

// chart is how many contracts of each worth a game uses, by the number of players less one.
//
// The rows for one and two players are printed. [D] The others are missing in the copy: those for three and four keep
// the two-player row's eight contracts a neighborhood and 30 RP a player; for five and six the box has not so many (36,
// of which six are worth 1 RP), so a neighborhood has seven and six.
var chart = [6][worths]int{
	{2, 3, 3, 3, 2, 1, 1, 1},
	{2, 3, 3, 3, 2, 1, 1, 1},
	{3, 5, 4, 4, 3, 2, 2, 1},
	{4, 6, 6, 6, 4, 2, 2, 2},
	{5, 6, 6, 6, 4, 3, 3, 2},
	{6, 6, 6, 6, 4, 3, 3, 2},
}

// Need is one way to meet a contract: exactly so many cards of one deck.
type Need struct {
	Deck  Deck `json:"deck"`
	Count int  `json:"count"`
	Star  bool `json:"star"` // every one of the cards must have a star
}

func (n Need) String() string {
	star := ""
	if n.Star {
		star = "★"
	}
	return fmt.Sprintf("%d %s%s", n.Count, n.Deck, star)
}

// met says whether exactly these cards meet the need.
func (n Need) met(cards []int) bool {
	if len(cards) != n.Count {
		return false
	}
	for _, id := range cards {
		if !n.takes(cardOf(id)) {
			return false
		}
	}
	return true
}

func (n Need) takes(c *Card) bool { return c.Deck == n.Deck && (c.Star || !n.Star) }

// contractNeeds is what a contract asks for, by its worth less one: exactly one of the needs.
var contractNeeds = [worths][]Need{
	{{Basic, 2, false}}, // [D] missing; one basic card less than the next
	{{Basic, 3, false}}, // [D] missing; the same number as for 3 RP, without the stars
	{{Basic, 3, true}, {Medium, 2, false}},
	{{Basic, 4, true}, {Medium, 3, false}}, // [D] missing; between those for 3 and 5 RP
	{{Basic, 4, true}, {Medium, 3, true}, {Advanced, 2, false}},
	{{Basic, 5, true}, {Medium, 4, true}, {Advanced, 2, false}}, // [D] missing; one card more than for 5 RP
	{{Medium, 4, true}, {Advanced, 2, false}},                   // [D] missing; that for 6 RP without the basic cards
	{{Advanced, 2, false}},                                      // [D] printed; that nothing else meets it is not
}

// contractWorths lists what contracts are worth in the order of their numbers: contract n is contractWorths[n-1].
var contractWorths = layOutContracts()

func layOutContracts() []int {
	var rp []int
	for worth, count := range contractCount {
		for range count {
			rp = append(rp, worth+1)
		}
	}
	return rp
}

func worthOf(id int) int    { return contractWorths[id-1] }
func needsOf(id int) []Need { return contractNeeds[worthOf(id)-1] }
func worthOfAll(ids []int) int {
	sum := 0
	for _, id := range ids {
		sum += worthOf(id)
	}
	return sum
}

// contractsInUse lists the contracts of a game, ascending: of each worth those with the lowest numbers.
func contractsInUse(seats int) []int {
	var ids []int
	first := 1
	for worth, count := range contractCount {
		for i := range chart[seats-1][worth] {
			ids = append(ids, first+i)
		}
		first += count
	}
	return ids
}

// neighborhoodsFor is how many neighborhoods a game has: one a player, two in the solo game.
func neighborhoodsFor(seats int) int { return max(2, seats) }

// meets finds the need that exactly these cards meet.
func meets(contract int, cards []int) (Need, bool) {
	for _, need := range needsOf(contract) {
		if need.met(cards) {
			return need, true
		}
	}
	return Need{}, false
}

// asks writes what a contract asks for: "4 basic★, 3 medium★ or 2 advanced".
func asks(needs []Need) string {
	words := make([]string, len(needs))
	for i, need := range needs {
		words[i] = need.String()
	}
	return listed(words, "or")
}

// listed joins words with commas and a last word: "a, b or c".
func listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + " " + last + " " + words[end]
}
