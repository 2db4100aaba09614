package mowmoney

import (
	"encoding/json"
	"fmt"
	"slices"

	"tender/domain"
)

// Condition of an order to pick up an odd job.
type Condition struct {
	Pays int `json:"pays,omitempty"` // the job pays so many dollars or more
}

// CheckOrder takes done for invest turns, and pickup and pass for pick-ups. A pickup may leave out cards and job: then it is
// the best paid job of the hand, or of that name.
func (rules) CheckOrder(_ *State, _ int, m Move, raw json.RawMessage) (Move, json.RawMessage, error) {
	refuse := func(at, format string, args ...any) (Move, json.RawMessage, error) {
		return m, nil, domain.Refuse(domain.MalformedOrder, format, args...).At(at)
	}
	if !slices.Contains([]string{moveDone, movePickup, movePass}, m.Type) {
		return refuse("/move/type", "Standing orders are done, pickup or pass; %q is none.", echo(m.Type))
	}
	if r, ok := domain.AsRefusal(checkFields(m)); ok {
		return m, nil, r.At("/move" + r.Pointer)
	}
	if len(m.Discard) > 0 {
		return refuse("/move/discard", "A turn that begins is within the hand limits; leave discard out.")
	}
	m.Discard = nil
	if m.Type == movePickup {
		if r := checkOrdered(m); r != nil {
			return m, nil, r.At("/move" + r.Pointer)
		}
	}
	if len(raw) == 0 {
		return m, nil, nil
	}
	var c Condition
	if r, ok := domain.AsRefusal(domain.DecodeStrict(domain.MalformedOrder, raw, &c)); ok {
		return m, nil, r.At("/if" + r.Pointer)
	}
	switch {
	case m.Type != movePickup:
		return refuse("/if", "Only a pickup has a condition; leave it out.")
	case c.Pays < 1 || c.Pays > jobPays[jobCount-1]:
		return refuse("/if/pays", "An odd job that is picked up pays $%d to $%d; ask for one of that.", jobPays[0], jobPays[jobCount-1])
	}
	cond, err := json.Marshal(c)
	return m, cond, err
}

// checkOrdered refuses cards that no hand can do an odd job with.
func checkOrdered(m Move) *domain.Refusal {
	if len(m.Cards) == 0 {
		if _, known := jobNamed(m.Job); m.Job != "" && !known {
			return domain.Refuse(domain.MalformedOrder, "There is no odd job %q; name one of %s.", echo(m.Job), listed(jobNames[:], "or")).At("/job")
		}
		return nil
	}
	for i, id := range m.Cards {
		at := fmt.Sprintf("/cards/%d", i)
		if id < 1 || id > len(bidCards) {
			return domain.Refuse(domain.MalformedOrder, "There is no card %d.", id).At(at)
		}
		if slices.Contains(m.Cards[:i], id) {
			return domain.Refuse(CardTwice, "Card %d is named twice; name it once.", id).At(at)
		}
	}
	return checkOddJob(m.Cards, m.Job)
}

// Follow goes by the seat's own hand. Orders for pick-ups speak of the hand as it is: while bids are sealed that is the
// hand with what is bid.
func (rules) Follow(s *State, seat int, m Move, raw json.RawMessage) (Move, string, bool) {
	var c Condition
	if len(raw) > 0 && json.Unmarshal(raw, &c) != nil {
		return m, "It cannot be read.", false
	}
	invest := s.Phase == phaseInvest
	switch {
	case m.Type == moveDone && !invest:
		return m, "It is for turns of phase invest.", false
	case m.Type != moveDone && invest:
		return m, "It is for pick-ups.", false
	case m.Type == moveDone:
		return Move{Type: moveDone, Discard: []int{}}, "finish investing", true
	case m.Type == movePass:
		return m, "do no odd job", true
	}
	return followPickup(s.seat(seat).Hand, m, c)
}

func followPickup(hand []int, m Move, c Condition) (Move, string, bool) {
	if len(m.Cards) > 0 {
		if i := slices.IndexFunc(m.Cards, func(id int) bool { return !slices.Contains(hand, id) }); i >= 0 {
			return m, fmt.Sprintf("You do not hold card %d.", m.Cards[i]), false
		}
	}
	for _, job := range possibleJobs(hand) {
		if m.Job != "" && m.Job != job.String() {
			continue
		}
		cards := m.Cards
		if len(cards) == 0 {
			cards = cardsFor(job, hand)[:oddJobCards]
		} else if found, _ := jobOf(cards, m.Job); found != job {
			continue
		}
		if jobPays[job] < c.Pays {
			return m, fmt.Sprintf("The odd job %s pays $%d, not $%d.", spoken(job.String()), jobPays[job], c.Pays), false
		}
		return Move{Type: movePickup, Cards: slices.Clone(cards), Job: job.String()},
			fmt.Sprintf("%s for $%d with the cards %s", spoken(job.String()), jobPays[job], numbers(cards)), true
	}
	if m.Job != "" {
		return m, "Your hand cannot do the odd job " + spoken(m.Job) + ".", false
	}
	return m, "Your hand can do no odd job.", false
}
