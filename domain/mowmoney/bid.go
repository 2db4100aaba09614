package mowmoney

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

const (
	maxStacks   = 2
	oddJobToken = "OJ"
)

// Stack is cards under a token: a bid on a contract, a bid for an odd job, or a decoy.
type Stack struct {
	Token  string `json:"token"`            // a neighborhood, A to F, or OJ
	Cards  []int  `json:"cards,omitempty"`  // numbers of bid cards
	Stake  []int  `json:"stake,omitempty"`  // contracts won earlier, whose RP are taken off the bid
	Bluffs int    `json:"bluffs,omitempty"` // bluff cards laid beside
	Job    string `json:"job,omitempty"`    // which odd job, when the cards share two
	Decoy  bool   `json:"decoy,omitempty"`  // it is no bid: any cards may lie here, and they come back
}

// decoy says whether the stack is no bid: said so, or nothing but bluff cards, which need no saying.
func (t *Stack) decoy() bool { return t.Decoy || len(t.Cards) == 0 }

// size is how many cards others see lying there.
func (t *Stack) size() int { return len(t.Cards) + len(t.Stake) + t.Bluffs }

// BidSizes is all that others learn of a sealed bid. The sizes are sorted: the order of the stacks might tell tokens.
type BidSizes struct {
	Stacks []int `json:"stacks"` // how many cards lie in each stack, the largest first
}

// String draws the sizes: "2 stacks of 4 and 1 cards".
func (b BidSizes) String() string {
	if len(b.Stacks) == 0 {
		return "no stack"
	}
	sizes := make([]string, len(b.Stacks))
	for i, n := range b.Stacks {
		sizes[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("%s of %s cards", plural(len(sizes), "stack", "stacks"), listed(sizes, "and"))
}

// Cover shows how many stacks are down and how large they are, or nothing when the option is off.
func (rules) Cover(s *State, _ int, m Move) any {
	if !s.Options.ShowBidSizes {
		return nil
	}
	sizes := BidSizes{Stacks: make([]int, len(m.Stacks))}
	for i := range m.Stacks {
		sizes.Stacks[i] = m.Stacks[i].size()
	}
	slices.SortFunc(sizes.Stacks, func(a, b int) int { return b - a })
	return sizes
}

// neighborhood finds a neighborhood in play by its token.
func (s *State) neighborhood(token string) (int, bool) {
	for n := range s.Piles {
		if tokenOf(n) == token {
			return n, true
		}
	}
	return 0, false
}

// bidCheck is what has been seen of a bid while its stacks are checked one after another.
type bidCheck struct {
	tokens []string
	cards  []int
	stakes []int
	bluffs int
}

// checkBid says whether a bid may be sealed: zero, one or two stacks, each under another token.
func (s *State) checkBid(seat int, stacks []Stack) error {
	if stacks == nil {
		return domain.Refuse(domain.MalformedMove, "Say which stacks you lay; [] is a pass.").At("/stacks")
	}
	if len(stacks) > maxStacks {
		return domain.Refuse(TooManyStacks, "Lay two stacks at most; these are %d.", len(stacks)).At("/stacks")
	}
	var seen bidCheck
	for i := range stacks {
		if err := s.checkStack(seat, &stacks[i], &seen); err != nil {
			err.Pointer = fmt.Sprintf("/stacks/%d%s", i, err.Pointer)
			return err
		}
	}
	return nil
}

func (s *State) checkStack(seat int, t *Stack, seen *bidCheck) *domain.Refusal {
	if t.Token != oddJobToken {
		if _, ok := s.neighborhood(t.Token); !ok {
			return domain.Refuse(UnknownToken, "There is no token %q in this game; use A to %s for a neighborhood or OJ for an odd job.",
				echo(t.Token), tokenOf(len(s.Piles)-1)).At("/token")
		}
	}
	if slices.Contains(seen.tokens, t.Token) {
		return domain.Refuse(TokenTwice, "Lay the second stack under another token; %s is used already.", t.Token).At("/token")
	}
	seen.tokens = append(seen.tokens, t.Token)
	if err := checkStackParts(s.seat(seat), t, seen); err != nil {
		return err
	}
	if t.decoy() {
		return nil
	}
	return s.checkMeets(t)
}

// checkStackParts checks what lies in a stack apart from what it is for.
func checkStackParts(p *Seat, t *Stack, seen *bidCheck) *domain.Refusal {
	if t.Bluffs < 0 {
		return domain.Refuse(domain.MalformedMove, "Say how many bluff cards lie in the stack, from 0 to %d.", bluffCards).At("/bluffs")
	}
	// Compared first, so that no sum can overflow.
	if t.Bluffs > bluffCards || seen.bluffs+t.Bluffs > bluffCards {
		return domain.Refuse(TooManyBluffs, "You have %d bluff cards for all stacks together; lay fewer.", bluffCards).At("/bluffs")
	}
	seen.bluffs += t.Bluffs
	if len(t.Cards) == 0 && t.Bluffs == 0 {
		return domain.Refuse(EmptyStack, "Lay bid cards or bluff cards under %s, or leave the stack out.", t.Token)
	}
	for i, id := range t.Cards {
		at := fmt.Sprintf("/cards/%d", i)
		if !slices.Contains(p.Hand, id) {
			return domain.Refuse(CardNotInHand, "You do not hold card %d; bid with cards of your hand.", id).At(at)
		}
		if slices.Contains(seen.cards, id) {
			return domain.Refuse(CardTwice, "Card %d can lie in one place only; name it once.", id).At(at)
		}
		seen.cards = append(seen.cards, id)
	}
	if t.Job != "" && (t.Token != oddJobToken || t.decoy()) {
		return domain.Refuse(domain.MalformedMove, "Leave job out: only a stack of bid cards under OJ names an odd job.").At("/job")
	}
	return checkStake(p, t, seen)
}

// checkStake: [R] a decoy is no bid and carries no stake, nor does an odd job.
func checkStake(p *Seat, t *Stack, seen *bidCheck) *domain.Refusal {
	if len(t.Stake) > 0 && (t.decoy() || t.Token == oddJobToken) {
		return domain.Refuse(StakeNotAllowed, "Leave stake out of this stack: only a bid on a neighborhood carries one.").At("/stake")
	}
	for i, id := range t.Stake {
		at := fmt.Sprintf("/stake/%d", i)
		if !slices.Contains(p.Contracts, id) {
			return domain.Refuse(StakeNotHeld, "Contract %d is not yours to stake; name contracts that you have won.", id).At(at)
		}
		if slices.Contains(seen.stakes, id) {
			return domain.Refuse(StakeTwice, "Contract %d can be staked once only; name it once.", id).At(at)
		}
		seen.stakes = append(seen.stakes, id)
	}
	return nil
}

// checkMeets: [R] a bid that meets no requirement is refused when it is submitted, unless it is meant as a decoy.
func (s *State) checkMeets(t *Stack) *domain.Refusal {
	if t.Token == oddJobToken {
		if err := checkOddJob(t.Cards, t.Job); err != nil {
			if err.Code == NotAnOddJob {
				err.Text = strings.TrimSuffix(err.Text, ".") + ". For a decoy add decoy: true."
			}
			return err
		}
		return nil
	}
	n, _ := s.neighborhood(t.Token)
	contract := s.Piles[n][0]
	if _, ok := meets(contract, t.Cards); ok {
		return nil
	}
	return domain.Refuse(ContractNotMet, "The contract for %d RP on %s asks for exactly %s; these are %s. For a decoy add decoy: true.",
		worthOf(contract), neighborhoodNames[n], asks(needsOf(contract)), described(t.Cards)).At("/cards")
}

// checkOddJob says whether cards do an odd job: three that share its icon. Without a name any job will do.
func checkOddJob(cards []int, name string) *domain.Refusal {
	if name == "" {
		if _, ok := jobOf(cards, ""); !ok {
			return domain.Refuse(NotAnOddJob, "An odd job takes exactly three cards that share an icon; these are %s.", iconsText(cards)).At("/cards")
		}
		return nil
	}
	if _, known := jobNamed(name); !known {
		return domain.Refuse(domain.MalformedMove, "There is no odd job %q; name one of %s.", echo(name), listed(jobNames[:], "or")).At("/job")
	}
	if _, ok := jobOf(cards, name); !ok {
		return domain.Refuse(NotAnOddJob, "The odd job %s takes exactly three cards with its icon; these are %s.", name, iconsText(cards)).At("/cards")
	}
	return nil
}

// jobOf is the odd job that cards do: the one named, or the best paid of those they share.
func jobOf(cards []int, name string) (Job, bool) {
	if len(cards) != oddJobCards {
		return 0, false
	}
	for j := Job(jobCount - 1); j >= 0; j-- {
		wanted := name == "" || name == j.String()
		if wanted && !slices.ContainsFunc(cards, func(id int) bool { return !cardOf(id).Has(j) }) {
			return j, true
		}
	}
	return 0, false
}

// described says what cards are by deck and star: "2 basic, 1 basic★ and 1 medium".
func described(cards []int) string {
	var words []string
	for d := range Deck(deckCount) {
		for _, star := range []bool{false, true} {
			n := 0
			for _, id := range cards {
				if c := cardOf(id); c.Deck == d && c.Star == star {
					n++
				}
			}
			if n > 0 {
				words = append(words, Need{d, n, star}.String())
			}
		}
	}
	return listed(words, "and")
}

// iconsText says what icons cards show, or how many they are where that is what is wrong: "clean up and trim shrubs",
// "4 cards".
func iconsText(cards []int) string {
	if len(cards) > oddJobCards {
		return plural(len(cards), "card", "cards")
	}
	words := make([]string, len(cards))
	for i, id := range cards {
		words[i] = jobsText(cardOf(id).Jobs)
	}
	return listed(words, "and")
}

func jobsText(jobs []Job) string {
	names := make([]string, len(jobs))
	for i, j := range jobs {
		names[i] = spoken(j.String())
	}
	return strings.Join(names, "/")
}
