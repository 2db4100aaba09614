package mowmoney

import (
	"slices"

	"tender/domain"
)

// movePhases is the phase that each type of move belongs to.
var movePhases = map[string]string{
	moveBid: phaseBid, moveBuyMower: phaseInvest, moveBuyCard: phaseInvest, moveDone: phaseInvest,
	movePickup: phasePickup, movePass: phasePickup,
}

// phaseMoves says what one can send in a phase, for refusals.
var phaseMoves = map[string]string{
	phaseBid:    "a bid",
	phaseInvest: "buy_mower, buy_card or done",
	phasePickup: "pickup or pass",
}

// Check says whether a wanted seat may make this move now.
func (r rules) Check(s *State, seat int, m Move) error {
	phase, known := movePhases[m.Type]
	switch {
	case !known:
		return domain.Refuse(domain.MalformedMove, "There is no move of type %q; use bid, buy_mower, buy_card, done, pickup or pass.", echo(m.Type)).At("/type")
	case !slices.Contains(r.Wanted(s).Seats, seat):
		return domain.Refuse(domain.NotWanted, "The game does not wait for you now; move when it is your turn.")
	case phase != s.Phase:
		return domain.Refuse(domain.WrongPhase, "It is the %s phase; send %s.", s.Phase, phaseMoves[s.Phase]).At("/type")
	}
	if err := checkFields(m); err != nil {
		return err
	}
	switch m.Type {
	case moveBid:
		return s.checkBid(seat, m.Stacks)
	case moveBuyMower:
		return s.checkBuyMower(seat, m.Mower)
	case moveBuyCard:
		return s.checkBuyCard(seat, m.Deck)
	case moveDone:
		return s.checkDone(seat, m.Discard)
	case movePickup:
		return s.checkPickup(seat, m)
	}
	return nil
}

const echoed = 20 // characters

// echo cuts what a player sent to a length that a refusal can quote.
func echo(sent string) string {
	if runes := []rune(sent); len(runes) > echoed {
		return string(runes[:echoed]) + "…"
	}
	return sent
}

// checkFields refuses fields that do not belong to the type of the move.
func checkFields(m Move) error {
	fields := []struct {
		name  string
		given bool
		of    string
	}{
		{"stacks", m.Stacks != nil, moveBid},
		{"mower", m.Mower != "", moveBuyMower},
		{"deck", m.Deck != "", moveBuyCard},
		{"discard", m.Discard != nil, moveDone},
		{"cards", m.Cards != nil, movePickup},
		{"job", m.Job != "", movePickup},
	}
	if m.Type == moveBid && m.Job != "" {
		return domain.Refuse(domain.MalformedMove, "Put job into its stack, the one under OJ.").At("/job")
	}
	for _, f := range fields {
		if f.given && f.of != m.Type {
			return domain.Refuse(domain.MalformedMove, "Leave %s out: it does not belong to a move of type %s.", f.name, m.Type).At("/" + f.name)
		}
	}
	return nil
}

func (s *State) checkBuyMower(seat int, name string) error {
	mower, ok := deckNamed(name)
	if !ok {
		return domain.Refuse(domain.MalformedMove, "There is no mower %q; buy the medium or the advanced one.", echo(name)).At("/mower")
	}
	if err := s.checkMower(seat, mower); err != nil {
		return err
	}
	return nil
}

func (s *State) checkBuyCard(seat int, name string) error {
	deck, ok := deckNamed(name)
	if !ok {
		return domain.Refuse(domain.MalformedMove, "There is no deck %q; buy a basic, medium or advanced card.", echo(name)).At("/deck")
	}
	if err := s.checkCard(seat, deck); err != nil {
		return err
	}
	return nil
}
