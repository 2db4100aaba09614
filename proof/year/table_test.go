package year

import (
	"time"

	"tender/domain"
	"tender/domain/kinds"
)

// game is a game of the year.
type game struct {
	n      int // from 1
	id     string
	host   *person
	calls  map[call]time.Time
	seen   []sight
	opened int // the last event with which a seat was opened to substitutes
}

// call is that somebody was told that a game waits for them, since a step.
type call struct {
	account string
	step    int
}

// sight is what somebody saw of a deadline.
type sight struct {
	at       time.Time
	step     int
	deadline time.Time
}

// noteCall notes when somebody was told first.
func (g *game) noteCall(c call, at time.Time) {
	if _, again := g.calls[c]; !again {
		g.calls[c] = at
	}
}

// looked notes what was seen of the deadline.
func (g *game) looked(at time.Time, v domain.View) {
	if v.Deadline != nil {
		g.seen = append(g.seen, sight{at, v.Step, *v.Deadline})
	}
}

// The zones of games with a local time.
const (
	berlin  = "Europe/Berlin"
	newYork = "America/New_York"
)

// clockChanges are when clocks change there in 2026.
var clockChanges = []struct {
	zone string
	at   time.Time
}{
	{newYork, time.Date(2026, 3, 8, 7, 0, 0, 0, time.UTC)}, // forward
	{berlin, time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC)},
	{berlin, time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC)}, // back
	{newYork, time.Date(2026, 11, 1, 6, 0, 0, 0, time.UTC)},
}

// plan opens n games over the year. Every fourth begins in the days before a change of clocks, with a local time there.
func (w *world) plan(n int) {
	for i := range n {
		at, zone := w.clock.now().Add(w.between(0, 330*day)), ""
		if i%4 == 0 {
			change := clockChanges[i/4%len(clockChanges)]
			at, zone = change.at.Add(-w.between(day/2, 5*day)), change.zone
		} else if w.chance(45) {
			zone = pick(w, berlin, newYork)
		}
		w.at(at, func() { w.openGame(zone) })
	}
}

// openGame is somebody opening a game, and others joining it in the hours after.
func (w *world) openGame(zone string) {
	around := w.around()
	n := len(w.games) + 1
	kind := kinds.All[n%len(kinds.All)]
	edition := kind.Editions[n/len(kinds.All)%len(kind.Editions)]
	seats := min(max(pick(w, 1, 2, 2, 3, 3, 4, 5), edition.MinSeats), edition.MaxSeats)
	in := domain.Open{Kind: kind.Name, Edition: edition.Name, Title: "A game of the year", Seats: seats, Pace: w.pace(kind)}
	in.Terms = w.terms(zone)
	in.Series = w.series()
	id, _, err := w.store.OpenGame(w.ctx, in, domain.Actor{Account: around[0].account})
	w.must(err)
	g := w.game(id)
	g.host = around[0]
	g.host.sits(g)
	w.join(g, around[1:], w.between(0, 12*time.Hour))
}

// join fills the seats of a game one after the other, by some of those who are around or by bots.
func (w *world) join(g *game, others []*person, in time.Duration) {
	w.after(in, func() {
		v := w.look(g.host, g)
		if v.Status != domain.Opened {
			return
		}
		if len(others) == 0 {
			w.startOrGiveUp(g, v)
			return
		}
		p := others[0]
		if ok, _ := p.here(w.clock.now()); w.chance(25) {
			w.addBot(g)
		} else if ok {
			_, err := w.store.Decide(w.ctx, g.id, domain.Join{Nonce: "a part of the seed"}, domain.Actor{Account: p.account})
			w.must(err)
			p.sits(g)
		}
		w.join(g, others[1:], w.between(0, 12*time.Hour))
	})
}

// startOrGiveUp is the host of a game that nobody joins any more.
func (w *world) startOrGiveUp(g *game, v domain.View) {
	by := domain.Actor{Account: g.host.account}
	_, err := w.store.Decide(w.ctx, g.id, domain.Start{}, by)
	if w.refused(err, domain.TooFewPlayers) {
		_, err = w.store.Decide(w.ctx, g.id, domain.Abandon{}, by)
		w.must(err)
	}
}

// around are the people who are there now, in an order by lot.
func (w *world) around() (people []*person) {
	for _, i := range w.luck.Perm(len(w.folk)) {
		if ok, _ := w.folk[i].here(w.clock.now()); ok {
			people = append(people, w.folk[i])
		}
	}
	return people
}

// pace draws how long waits may take: from two hours to three days.
func (w *world) pace(kind *domain.Kind) domain.Pace {
	pace := domain.Pace{}
	for _, phase := range kind.Phases {
		hours := []int{2, 6, 12, 24, 24, 24, 48, 72}[w.luck.IntN(8)]
		pace[phase.Name] = hours * 60 * 60
	}
	return pace
}
