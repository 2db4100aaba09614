package mowmoney

import (
	"slices"
	"strings"

	"tender/domain"
)

// The words that a stack is described by.
const (
	wordStake = "stake"
	wordBluff = "bluff"
	wordDecoy = "decoy"
)

// bid reads stacks: "bid A 3 17 stake 1 bluff 1, OJ 10 15 49 for clean up". A stack begins with its token, its cards come
// before all else, and everything in it is said once.
func (r *reader) bid() (domain.Command, error) {
	b := bidReader{}
	for _, item := range r.items {
		if ok := b.item(item); !ok {
			return domain.Command{}, bad("Begin each stack with its token, then cards, stake, bluff, decoy or job, once each: " +
				"bid A 3 17 stake 1 bluff 1, OJ 10 15 49 for clean up. The contracts of a stake stand without commas. To bid nothing write pass.")
		}
	}
	if len(b.stacks) == 0 {
		return domain.Command{}, bad("Say what you bid: bid A 3 17, with a token and the numbers of cards. To bid nothing write pass.")
	}
	said := make([]string, len(b.stacks))
	for i := range b.stacks {
		var err error
		if said[i], err = r.sayStack(&b.stacks[i]); err != nil {
			return domain.Command{}, err
		}
	}
	return understood(Move{Type: moveBid, Stacks: b.stacks}, "bid "+strings.Join(said, "; "))
}

// bidReader collects stacks.
type bidReader struct {
	stacks []Stack
	said   []string // parts of the last stack that have been said
}

// item reads what stands between two commas.
func (b *bidReader) item(words []domain.Token) (ok bool) {
	for len(words) > 0 {
		if token, rest, ok := takeToken(words); ok {
			b.stacks, b.said, words = append(b.stacks, Stack{Token: token}), nil, rest
			continue
		}
		if len(b.stacks) == 0 {
			return false
		}
		if words, ok = b.part(&b.stacks[len(b.stacks)-1], words); !ok {
			return false
		}
	}
	return true
}

// part reads one part of a stack.
func (b *bidReader) part(t *Stack, words []domain.Token) (rest []domain.Token, ok bool) {
	if words[0].IsNumber() {
		ids, rest := numbersOf(words)
		t.Cards = append(t.Cards, ids...)
		return rest, len(b.said) == 0
	}
	switch words[0].Text {
	case wordStake:
		t.Stake, rest = numbersOf(words[1:])
		return rest, len(t.Stake) > 0 && b.once(wordStake)
	case wordBluff, wordBluff + "s":
		n, rest := numbersOf(words[1:])
		if len(n) != 1 || n[0] == 0 {
			return nil, false
		}
		t.Bluffs = n[0]
		return rest, b.once(wordBluff)
	case wordDecoy:
		t.Decoy = true
		rest, ok = takeWords(words[1:], ": true") // as refusals of the rules write it
		if !ok {
			rest = words[1:]
		}
		return rest, b.once(wordDecoy)
	}
	t.Job, rest, ok = takeJob(words)
	return rest, ok && b.once("job")
}

// once notes a part of a stack, and is false when it was there before.
func (b *bidReader) once(part string) bool {
	if slices.Contains(b.said, part) {
		return false
	}
	b.said = append(b.said, part)
	return true
}

// takeToken takes a token from the front of some words, a letter or a neighborhood's name, and a colon behind it.
func takeToken(words []domain.Token) (token string, rest []domain.Token, ok bool) {
	names := []string{strings.ToLower(oddJobToken)}
	tokens := []string{oddJobToken}
	for n, name := range neighborhoodNames {
		names, tokens = append(names, tokenOf(n), name), append(tokens, tokenOf(n), tokenOf(n))
	}
	for i, name := range names {
		if rest, ok := takeWords(words, name); ok {
			if len(rest) > 0 && rest[0].Text == ":" {
				rest = rest[1:]
			}
			return tokens[i], rest, true
		}
	}
	return "", nil, false
}

// sayStack says a stack in words, and refuses cards that are not in hand.
func (r *reader) sayStack(t *Stack) (string, error) {
	cards, err := r.cards(t.Cards)
	if err != nil {
		return "", err
	}
	for _, id := range t.Stake {
		if !slices.ContainsFunc(r.own.Stakes, func(c Contract) bool { return c.ID == id }) {
			return "", domain.Refuse(StakeNotHeld, "Contract %d is not yours to stake; stake contracts that you have won, or none.", id)
		}
	}
	return "under " + t.Token + " " + strings.Join(stackWords(t, cards), ", "), nil
}
