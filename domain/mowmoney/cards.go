package mowmoney

import "fmt"

// Deck is one of the three bid decks, and the lawnmower that its cards need.
type Deck int

// The decks, cheapest first.
const (
	Basic Deck = iota
	Medium
	Advanced
)

const deckCount = 3

var deckNames = [deckCount]string{"basic", "medium", "advanced"}

func (d Deck) String() string { return deckNames[d] }

// MarshalText writes a deck by its name.
func (d Deck) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a deck's name.
func (d *Deck) UnmarshalText(text []byte) error {
	found, ok := deckNamed(string(text))
	if !ok {
		return fmt.Errorf("no deck is called %q", text)
	}
	*d = found
	return nil
}

func deckNamed(name string) (Deck, bool) {
	for d, n := range deckNames {
		if n == name {
			return Deck(d), true
		}
	}
	return 0, false
}

// Job is an odd job, shown by an icon on a bid card.
type Job int

// The odd jobs, the worst paid first.
const (
	CleanUp Job = iota
	TrimShrubs
	RepairFence
	PlantTrees
	InstallSprinklers
)

const jobCount = 5

var jobNames = [jobCount]string{"clean_up", "trim_shrubs", "repair_fence", "plant_trees", "install_sprinklers"}

// jobPays is what three cards sharing an icon are paid, in dollars.
var jobPays = [jobCount]int{4, 5, 9, 14, 20}

const (
	oddJobCards = 3 // cards that an odd job takes, all with its icon
	bidBonus    = 3 // dollars more for an odd job that was bid for, not picked up
)

func (j Job) String() string { return jobNames[j] }

// MarshalText writes a job by its name.
func (j Job) MarshalText() ([]byte, error) { return []byte(j.String()), nil }

// UnmarshalText reads a job's name.
func (j *Job) UnmarshalText(text []byte) error {
	found, ok := jobNamed(string(text))
	if !ok {
		return fmt.Errorf("no odd job is called %q", text)
	}
	*j = found
	return nil
}

func jobNamed(name string) (Job, bool) {
	for j, n := range jobNames {
		if n == name {
			return Job(j), true
		}
	}
	return 0, false
}

// Prices in dollars, worths in reputation points, limits in cards. The basic mower is everybody's from the start.
var (
	// [D] The price of the advanced mower is missing in the copy; it keeps the step of $3 between the other two.
	mowerPrice = [deckCount]int{0, 3, 6}
	mowerRP    = [deckCount]int{1, 2, 3}
	cardPrice  = [deckCount]int{1, 3, 5}
	handLimit  = [deckCount]int{7, 5, 3}
)

// Card is a bid card.
type Card struct {
	ID    int   `json:"id"`
	Deck  Deck  `json:"deck"`
	Value int   `json:"value"` // dollars
	Star  bool  `json:"star"`
	Jobs  []Job `json:"jobs"` // one or two, the better paid last
}

// Has says whether the card shows the icon of a job.
func (c *Card) Has(job Job) bool {
	for _, j := range c.Jobs {
		if j == job {
			return true
		}
	}
	return false
}

// bidCardRows is the list of all bid cards: each row has those alike in deck, value and star, one group of letters a
// card: C clean up, T trim shrubs, F repair fence, P plant trees, S install sprinklers. Cards are numbered from 1 in
// the order in which they stand.
//
// [D] The card list is incomplete in the copy of the rulebook. Values are spread evenly over their range, half of the
// basic and medium cards have a star (no contract asks for advanced ones with it), and the better paid jobs need the
// dearer decks. The owner of a box corrects it here.
var bidCardRows = []struct {
	deck  Deck
	value int
	star  bool
	icons string
}{
	{Basic, 1, true, "C C T T F CT CF TF"},
	{Basic, 1, false, "C C T T F CT CF TF"},
	{Basic, 2, true, "C C C T T F CT CF TF"},
	{Basic, 2, false, "C C C T T F CT CF TF"},
	{Basic, 3, true, "C C T T F CT CF TF"},
	{Basic, 3, false, "C C T T F CT CF TF"},
	{Medium, 2, true, "F F P T FP TF"},
	{Medium, 2, false, "F F P T FP TF"},
	{Medium, 3, true, "F F P T FP FP"},
	{Medium, 3, false, "F F P T FP FP"},
	{Medium, 4, true, "F P P T FP TF"},
	{Medium, 4, false, "F P P T FP TF"},
	{Advanced, 3, false, "S S P P PS FP"},
	{Advanced, 4, false, "S S S P P PS FS FP"},
	{Advanced, 5, false, "S S P PS PS FS"},
}

const jobIcons = "CTFPS"

// bidCards lists the cards in the order of their numbers: card n is bidCards[n-1].
var bidCards = layOutCards()

func layOutCards() []Card {
	var cards []Card
	for _, row := range bidCardRows {
		card := Card{Deck: row.deck, Value: row.value, Star: row.star}
		for _, icon := range row.icons + " " {
			if icon == ' ' {
				card.ID = len(cards) + 1
				cards = append(cards, card)
				card.Jobs = nil
				continue
			}
			for job, letter := range jobIcons {
				if letter == icon {
					card.Jobs = append(card.Jobs, Job(job))
				}
			}
		}
	}
	return cards
}

func isCard(id int) bool  { return id >= 1 && id <= len(bidCards) }
func cardOf(id int) *Card { return &bidCards[id-1] }
func cardsOf(ids []int) []Card {
	cards := make([]Card, len(ids))
	for i, id := range ids {
		cards[i] = *cardOf(id)
	}
	return cards
}

// valueOf is what cards bid together, in dollars.
func valueOf(ids []int) int {
	sum := 0
	for _, id := range ids {
		sum += cardOf(id).Value
	}
	return sum
}

// deckCards lists the cards of a deck, ascending: what its first shuffle starts from.
func deckCards(d Deck) []int {
	var ids []int
	for i := range bidCards {
		if bidCards[i].Deck == d {
			ids = append(ids, bidCards[i].ID)
		}
	}
	return ids
}
