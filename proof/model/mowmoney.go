package model

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
)

//go:embed testdata/mow-money-cards.json
var mowMoneyCards []byte

type bidCard struct {
	ID    int      `json:"id"`
	Deck  string   `json:"deck"`
	Value int      `json:"value"`
	Star  bool     `json:"star"`
	Jobs  []string `json:"jobs"`
}

var (
	decks       = []string{"basic", "medium", "advanced"}
	mowerPrice  = map[string]int{"medium": 3, "advanced": 6}
	mowerRP     = map[string]int{"basic": 1, "medium": 2, "advanced": 3}
	cardPrice   = map[string]int{"basic": 1, "medium": 3, "advanced": 5}
	handLimit   = map[string]int{"basic": 7, "medium": 5, "advanced": 3}
	jobs        = []string{"clean_up", "trim_shrubs", "repair_fence", "plant_trees", "install_sprinklers"}
	jobPays     = map[string]int{"clean_up": 4, "trim_shrubs": 5, "repair_fence": 9, "plant_trees": 14, "install_sprinklers": 20}
	places      = []string{"Apple Hollow", "Bear Cave Way", "Cherry Creek", "Duck Springs", "Eagle Point", "Forest Lane"}
	contractsOf = map[int][8]int{ // by players, of each worth
		1: {2, 3, 3, 3, 2, 1, 1, 1}, 2: {2, 3, 3, 3, 2, 1, 1, 1}, 3: {3, 5, 4, 4, 3, 2, 2, 1},
		4: {4, 6, 6, 6, 4, 2, 2, 2}, 5: {5, 6, 6, 6, 4, 3, 3, 2}, 6: {6, 6, 6, 6, 4, 3, 3, 2}}
	inBox = [8]int{6, 6, 6, 6, 4, 3, 3, 2} // contracts of each worth
)

type need struct {
	Deck  string `json:"deck"`
	Count int    `json:"count"`
	Star  bool   `json:"star"`
}

// asks is what a contract of a worth asks for: exactly one of these.
var asks = map[int][]need{
	1: {{"basic", 2, false}},
	2: {{"basic", 3, false}},
	3: {{"basic", 3, true}, {"medium", 2, false}},
	4: {{"basic", 4, true}, {"medium", 3, false}},
	5: {{"basic", 4, true}, {"medium", 3, true}, {"advanced", 2, false}},
	6: {{"basic", 5, true}, {"medium", 4, true}, {"advanced", 2, false}},
	7: {{"medium", 4, true}, {"advanced", 2, false}},
	8: {{"advanced", 2, false}},
}

// worth is the RP of a contract by its id.
func worth(id int) int {
	for rp := 1; rp <= 8; rp++ {
		if id <= inBox[rp-1] {
			return rp
		}
		id -= inBox[rp-1]
	}
	return 0
}

// MowMoneyOptions are those of Mow Money.
type MowMoneyOptions struct {
	StallRounds  *int  `json:"stall_rounds,omitempty"`
	ShowBidSizes *bool `json:"show_bid_sizes,omitempty"`
}

type firm struct {
	money     int
	mowers    []string
	contracts []int
	hand      []int
	busy      bool // has won a contract or done an odd job this round
}

type mowMoney struct {
	seed         []byte
	seats, stall int
	sizes        bool
	cards        map[int]bidCard
	piles        [][]int // by neighborhood, from the top
	firms        map[int]*firm
	deck         map[string][]int
	discards     map[string][]int
	shuffles     map[string]int
	removed      []int
	dummy        []int
	report       []any
	round, first int
	stalled      int
	lastRound    bool
	phase        string
	turn         int   // in the invest phase
	done         int   // how many seats have had their turn of investing
	pickups      []int // seats that may still pick up
}

// NewMowMoney sets a game up.
func NewMowMoney(seats int, o MowMoneyOptions, seed []byte) Game {
	g := &mowMoney{seed: seed, seats: seats, stall: 6, sizes: true, cards: map[int]bidCard{}, firms: map[int]*firm{}, deck: map[string][]int{},
		discards: map[string][]int{}, shuffles: map[string]int{}, removed: []int{}, dummy: []int{}, report: []any{}, round: 1, first: 1, phase: "bid"}
	if o.StallRounds != nil {
		g.stall = *o.StallRounds
	}
	if o.ShowBidSizes != nil {
		g.sizes = *o.ShowBidSizes
	}
	var file struct {
		BidCards []bidCard `json:"bid_cards"`
	}
	if err := json.Unmarshal(mowMoneyCards, &file); err != nil {
		panic(err)
	}
	for _, c := range file.BidCards {
		g.cards[c.ID] = c
	}
	ones, others := []int{}, []int{}
	id := 1
	for rp := 1; rp <= 8; rp++ {
		for i := range contractsOf[seats][rp-1] {
			if rp == 1 {
				ones = append(ones, id+i)
			} else {
				others = append(others, id+i)
			}
		}
		id += inBox[rp-1]
	}
	others = shuffled(seed, "mow-money/contracts", others)
	each := len(others) / len(ones)
	for i, one := range ones {
		g.piles = append(g.piles, append([]int{one}, others[i*each:(i+1)*each]...))
	}
	for _, d := range decks {
		for id := 1; id <= 106; id++ {
			if g.cards[id].Deck == d {
				g.discards[d] = append(g.discards[d], id)
			}
		}
		g.remake(d)
	}
	for seat := 1; seat <= seats; seat++ {
		g.firms[seat] = &firm{mowers: []string{"basic"}}
	}
	for range 5 {
		for seat := 1; seat <= seats; seat++ {
			card, _ := g.draw("basic")
			g.firms[seat].hand = append(g.firms[seat].hand, card)
		}
	}
	if seats > 1 {
		g.first = newStream(seed, "mow-money/first").uniform(seats) + 1
	}
	return g
}

// remake makes a deck of its discards.
func (g *mowMoney) remake(deck string) {
	g.shuffles[deck]++
	g.deck[deck] = shuffled(g.seed, "mow-money/"+deck+"/"+strconv.Itoa(g.shuffles[deck]), sorted(g.discards[deck]))
	g.discards[deck] = nil
}

func (g *mowMoney) draw(deck string) (card int, ok bool) {
	if len(g.deck[deck]) == 0 {
		if len(g.discards[deck]) == 0 {
			return 0, false
		}
		g.remake(deck)
	}
	card = g.deck[deck][0]
	g.deck[deck] = g.deck[deck][1:]
	return card, true
}

func (g *mowMoney) discard(cards ...int) {
	for _, c := range cards {
		d := g.cards[c].Deck
		g.discards[d] = append(g.discards[d], c)
	}
}

func (g *mowMoney) State() (int, string, bool, []int) {
	switch g.phase {
	case "invest":
		return g.round, g.phase, false, []int{g.turn}
	case "pickup":
		return g.round, g.phase, false, sorted(g.pickups)
	case "over":
		return g.round, g.phase, false, []int{}
	}
	everybody := []int{}
	for seat := 1; seat <= g.seats; seat++ {
		everybody = append(everybody, seat)
	}
	return g.round, g.phase, true, everybody
}

// next is the seat to a seat's left.
func (g *mowMoney) next(seat int) int { return seat%g.seats + 1 }

func (g *mowMoney) mowersFor(seat int) (can []string) {
	f := g.firms[seat]
	for _, d := range decks {
		if !slices.Contains(f.mowers, d) && f.money >= mowerPrice[d] {
			can = append(can, d)
		}
	}
	return can
}

func (g *mowMoney) cardsFor(seat int) (can []string) {
	f := g.firms[seat]
	for _, d := range decks {
		if slices.Contains(f.mowers, d) && f.money >= cardPrice[d] && len(g.deck[d])+len(g.discards[d]) > 0 {
			can = append(can, d)
		}
	}
	return can
}

func (g *mowMoney) over(seat int) map[string]int {
	over := map[string]int{}
	for _, d := range decks {
		over[d] = max(0, g.held(seat)[d]-handLimit[d])
	}
	return over
}

func (g *mowMoney) held(seat int) map[string]int {
	held := map[string]int{"basic": 0, "medium": 0, "advanced": 0}
	for _, c := range g.firms[seat].hand {
		held[g.cards[c].Deck]++
	}
	return held
}

// meets says whether cards are exactly what a contract asks for.
func (g *mowMoney) meets(cards []int, contract int) bool {
	for _, n := range asks[worth(contract)] {
		fits := len(cards) == n.Count
		for _, c := range cards {
			fits = fits && g.cards[c].Deck == n.Deck && (g.cards[c].Star || !n.Star)
		}
		if fits {
			return true
		}
	}
	return false
}

// job is which odd job three cards do; named may be empty. It is empty when they do none, or not the one named.
func (g *mowMoney) job(cards []int, named string) (best string) {
	if len(cards) != 3 {
		return ""
	}
	for _, j := range jobs {
		shared := true
		for _, c := range cards {
			shared = shared && slices.Contains(g.cards[c].Jobs, j)
		}
		if shared && (named == "" || named == j) && (best == "" || jobPays[j] > jobPays[best]) {
			best = j
		}
	}
	return best
}

// canDo says whether a seat holds three cards that share an icon.
func (g *mowMoney) canDo(seat int, job string) bool { return len(g.withIcon(seat, job)) >= 3 }

func (g *mowMoney) withIcon(seat int, job string) (cards []int) {
	for _, c := range g.firms[seat].hand {
		if slices.Contains(g.cards[c].Jobs, job) {
			cards = append(cards, c)
		}
	}
	return cards
}

func (g *mowMoney) top(place int) int {
	if len(g.piles[place]) == 0 {
		return 0
	}
	return g.piles[place][0]
}

// place is the neighborhood of a token, -1 if it is none in play.
func (g *mowMoney) place(token string) int {
	for i := range g.piles {
		if token == string(rune('A'+i)) {
			return i
		}
	}
	return -1
}
