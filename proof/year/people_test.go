package year

import (
	"fmt"
	"slices"
	"time"

	"tender/domain"
)

// manner is how somebody plays.
type manner string

// The manners there are. Everybody else's is prompt now and then.
const (
	prompt    manner = "prompt"    // is always there, and answers within the hour
	slow      manner = "slow"      // comes near the deadline, or after it
	forgetful manner = "forgetful" // overlooks what they are told now and then
	vanishing manner = "vanishing" // is gone for good one day
	traveller manner = "traveller" // goes on vacations, which they declare
	returning manner = "returning" // is away for weeks without a word, and comes back
)

// manners says how many of ten people play how.
var manners = []manner{prompt, prompt, prompt, slow, slow, forgetful, vanishing, traveller, traveller, returning}

// person is somebody with an account.
type person struct {
	account string
	manner  manner
	gone    time.Time     // when a vanishing person is
	absent  []absence     // times in which they do not play, declared or not
	games   []*game       // in which they have or had a seat
	orders  bool          // they give standing orders
	meant   map[*game]int // the number of what they are going to do in a game, 0 for nothing
}

// absence is a time in which somebody is not there.
type absence struct{ from, until time.Time }

// people signs n persons up.
func (w *world) people(n int) {
	for i := range n {
		name := fmt.Sprintf("person%d", i+1)
		a, err := w.store.CreateAccount(w.ctx, domain.Account{Name: name, NameKey: name, Email: name + "@example.org",
			EmailKey: name + "@example.org", PasswordHash: "$argon2id$"})
		w.must(err)
		p := &person{account: a.ID, manner: manners[i%len(manners)], orders: w.chance(30), meant: map[*game]int{}}
		w.folk = append(w.folk, p)
		w.persons[p.account] = p
		w.figures.people[p.manner]++
		w.away(p)
	}
}

// away decides when somebody is not there.
func (w *world) away(p *person) {
	switch p.manner {
	case vanishing:
		p.gone = w.clock.now().Add(w.between(60*day, 330*day))
	case returning:
		for at := w.clock.now().Add(w.between(20*day, 100*day)); at.Before(w.end); at = at.Add(w.between(60*day, 150*day)) {
			back := at.Add(w.between(4*day, 30*day))
			p.absent = append(p.absent, absence{at, back})
			w.at(back, func() { w.comesBack(p) })
			at = back
		}
	case traveller:
		w.vacations(p)
	}
}

const day = 24 * time.Hour

// here says whether somebody is there at a time, and if not, when they are again; zero for never.
func (p *person) here(at time.Time) (ok bool, back time.Time) {
	if !p.gone.IsZero() && !at.Before(p.gone) {
		return false, time.Time{}
	}
	for _, v := range p.absent {
		if !at.Before(v.from) && at.Before(v.until) {
			return false, v.until
		}
	}
	return true, time.Time{}
}

// answers says after how long somebody who is told of their turn moves; ok is false when they do not, until they are told
// again. late is how long they may move after the deadline.
func (w *world) answers(p *person, left, late time.Duration) (after time.Duration, ok bool) {
	switch {
	case p.manner == prompt:
		return w.between(0, min(time.Hour, left/3)), true
	case p.manner == slow && w.chance(70):
		return w.between(left*85/100, left), true
	case p.manner == slow:
		return left + w.between(0, late+time.Minute), true
	case p.manner == forgetful && w.chance(30):
		return 0, false
	}
	return w.between(left/50, left*2/3), true
}

// comesBack is when somebody looks at their games again who was away.
func (w *world) comesBack(p *person) {
	if ok, _ := p.here(w.clock.now()); !ok {
		return
	}
	turns, err := w.store.Turns(w.ctx, p.account)
	w.must(err)
	for _, turn := range turns {
		w.intend(p, w.game(turn.Game), w.between(0, time.Hour))
	}
	for _, g := range p.games {
		w.takeBack(p, g)
	}
}

// intend plans to look at a game and move there, in the place of what was planned before.
func (w *world) intend(p *person, g *game, in time.Duration) {
	w.plans++
	plan := w.plans
	p.meant[g] = plan
	w.after(in, func() {
		if p.meant[g] != plan {
			return
		}
		p.meant[g] = 0
		if ok, _ := p.here(w.clock.now()); ok { // else they see to it when they are back
			w.move(p, g)
		}
	})
}

// intends says whether somebody has a plan for a game.
func (p *person) intends(g *game) bool { return p.meant[g] > 0 }

// sits notes that somebody has a seat in a game.
func (p *person) sits(g *game) {
	if !slices.Contains(p.games, g) {
		p.games = append(p.games, g)
	}
}
