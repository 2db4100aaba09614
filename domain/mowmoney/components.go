package mowmoney

// components are the parts of the game as data for the kinds page.
var components = Components{
	BidCards:        bidCards,
	Contracts:       contractsOf(allContracts()),
	Asks:            contractNeeds[:],
	Chart:           chart[:],
	Neighborhoods:   neighborhoodNames[:],
	OddJobs:         oddJobPrices(),
	OddJobBonus:     bidBonus,
	Mowers:          mowerPrices(),
	Bluffs:          bluffCards,
	Reconstructed:   reconstructed,
	DollarsPerPoint: dollarsPerPoint,
}

// Components are all parts of the game and their prices.
type Components struct {
	BidCards        []Card           `json:"bid_cards"`
	Contracts       []Contract       `json:"contracts"`
	Asks            [][]Need         `json:"asks"`  // by a contract's worth, 1 RP first: exactly one of these
	Chart           [][worths]int    `json:"chart"` // by players, 1 first: contracts in play of each worth, 1 RP first
	Neighborhoods   []string         `json:"neighborhoods"`
	OddJobs         []OddJobPrice    `json:"odd_jobs"`
	OddJobBonus     int              `json:"odd_job_bonus"` // dollars more for a job that was bid for
	Mowers          []MowerPrice     `json:"mowers"`
	Bluffs          int              `json:"bluffs"` // bluff cards of every seat
	DollarsPerPoint int              `json:"dollars_per_rp"`
	Reconstructed   []Reconstruction `json:"reconstructed"`
}

// OddJobPrice is an odd job and what three cards sharing its icon are paid.
type OddJobPrice struct {
	Job  Job `json:"job"`
	Pays int `json:"pays"`
}

// MowerPrice is a mower and what goes with it.
type MowerPrice struct {
	Mower     Deck `json:"mower"`
	Price     int  `json:"price"` // dollars; 0 for the one that everybody owns
	RP        int  `json:"rp"`
	CardPrice int  `json:"card_price"` // dollars for a card of its deck
	HandLimit int  `json:"hand_limit"` // cards of its deck
}

// Reconstruction is a part of the data that is not printed in the copy of the rulebook this follows.
type Reconstruction struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// reconstructed names each [D] of cards.go and contracts.go for the players.
var reconstructed = []Reconstruction{
	{"bid_cards", "The card list is incomplete: values are spread evenly over each deck's range, half of the basic and medium cards have a star, and better paid jobs are on dearer cards."},
	{"contracts", "The number of contracts of each worth is not listed: 36 are split so that every row of the chart can be laid out."},
	{"chart for 3 and 4 players", "The rows are missing: they keep eight contracts a neighborhood and 30 RP a player, as for two."},
	{"chart for 5 and 6 players", "The rows are missing: the box has 36 contracts, six of 1 RP, so a neighborhood has seven and six."},
	{"asks of 1 RP", "Missing: one basic card less than for 2 RP."},
	{"asks of 2 RP", "Missing: as many basic cards as for 3 RP, without the stars."},
	{"asks of 4 RP", "Missing: between those of 3 and 5 RP."},
	{"asks of 6 RP", "Missing: one card more than for 5 RP, and the same advanced ones."},
	{"asks of 7 RP", "Missing: those of 6 RP without the basic cards."},
	{"asks of 8 RP", "Two advanced cards are printed; that nothing else will do is assumed."},
	{"price of the advanced mower", "Missing: $6 keeps the step of $3 between the basic and the medium mower."},
}

func allContracts() []int {
	ids := make([]int, len(contractWorths))
	for i := range ids {
		ids[i] = i + 1
	}
	return ids
}

func oddJobPrices() []OddJobPrice {
	var prices []OddJobPrice
	for j, pays := range jobPays {
		prices = append(prices, OddJobPrice{Job(j), pays})
	}
	return prices
}

func mowerPrices() []MowerPrice {
	var prices []MowerPrice
	for d := range Deck(deckCount) {
		prices = append(prices, MowerPrice{d, mowerPrice[d], mowerRP[d], cardPrice[d], handLimit[d]})
	}
	return prices
}
