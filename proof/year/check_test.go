package year

import (
	"encoding/json"
	"slices"
	"time"

	"tender/domain"
	"tender/domain/kinds"
)

// check goes through what is stored of all games.
func (w *world) check() {
	if w.log.Len() > 0 {
		w.Errorf("the store complained: %s", w.log.String())
	}
	w.all()
	for _, g := range w.games {
		if err := w.store.Verify(w.ctx, g.id); err != nil {
			w.Errorf("game %d: %v", g.n, err)
			continue
		}
		w.checkGame(g)
	}
}

// review goes through one log, entry by entry. The table is what the log has come to so far; was is what it was an entry before.
type review struct {
	*world
	g     *game
	t     *domain.Table
	entry domain.Logged
	in    domain.Input
	told  []domain.Told // by the entry
	was   state
	waits []wait       // of each seat, the present one
	past  map[id]bool  // waits that are over
	done  map[id][]int // seats that have done their part in an open wait
	round map[int]int  // how often each was revealed
	seen  int          // of the sights of the game, those before the entry
	free  bool         // the present deadline need not be at the local time: the game has stood still
}

// state is what the checks compare of a table before and after an entry.
type state struct {
	at       time.Time
	id       id
	wanted   domain.Wanted
	deadline time.Time
	due      time.Time
	step     int
	seats    []domain.Seat
	limits   []time.Time // until when each seat may move
}

// id tells the waits of a game apart.
type id struct {
	Round       int
	Phase, Turn string
}

// wait is what a seat is waited for.
type wait struct {
	account string
	since   int
	began   time.Time
	own     bool // it goes on from a move of the seat's own: nobody needs to say so
}

func (w *world) checkGame(g *game) {
	log, err := w.store.Log(w.ctx, g.id)
	w.must(err)
	events := w.events(g)
	r := review{world: w, g: g, past: map[id]bool{}, done: map[id][]int{}, round: map[int]int{}}
	w.figures.inputs += len(log)
	for i, entry := range log {
		if r.entry = entry; entry.Number != i+1 {
			w.Fatalf("game %d: entry %d of the log is missing", g.n, i+1)
		}
		if r.in, err = entry.Read(); err == nil {
			err = r.decide()
		}
		w.must(err)
		for _, e := range r.told {
			if e.Number > len(events) || !same(e.For(0), events[e.Number-1]) {
				w.Errorf("game %d: event %d is not stored as the log has it", g.n, e.Number)
			}
		}
		r.look()
	}
	if len(events) != r.t.Told {
		w.Errorf("game %d: %d events are stored, %d were told", g.n, len(events), r.t.Told)
	}
	r.figures.kinds[r.t.Kind.Name+" "+r.t.Edition]++
	r.ending()
}

// events reads all events of a game as everybody is told of them.
func (w *world) events(g *game) (all []domain.EventView) {
	const page = 1000
	for {
		more, err := w.store.Events(w.ctx, g.id, "", len(all), page)
		w.must(err)
		if all = append(all, more...); len(more) < page {
			return all
		}
	}
}

func same(a, b domain.EventView) bool {
	return a.Number == b.Number && a.Type == b.Type && a.At.Equal(b.At) && string(a.Data) == string(b.Data)
}

// decide lets the table take the entry.
func (r *review) decide() (err error) {
	var out domain.Outcome
	if r.t == nil {
		r.t, out, err = kinds.All.Open(r.in.(domain.Open), r.entry.By, r.entry.At)
	} else {
		out, err = r.t.Decide(r.in, r.entry.By, r.entry.At)
	}
	r.told = out.Events
	return err
}

// look compares the table with what it was before the entry.
func (r *review) look() {
	now := r.state()
	r.inTime()
	r.once(now)
	r.onTime(now)
	r.noticed(now)
	r.count(now)
	r.was = now
}

func (r *review) state() state {
	w, _ := r.t.Waiting()
	s := state{at: r.entry.At, id: id{w.Round, w.Phase, w.Turn}, wanted: w, deadline: r.t.Deadline, due: r.t.Due(), step: r.t.Step, seats: slices.Clone(r.t.Seats)}
	if r.t.Status != domain.Active {
		s.wanted.Seats = nil
	}
	for i := range r.t.Seats {
		s.limits = append(s.limits, limit(r.t, i+1))
	}
	return s
}

// inTime wants nothing to have waited longer than it should, and no deadline to have ended a wait before it came.
func (r *review) inTime() {
	due := r.was.due
	if due.Before(r.was.at) {
		due = r.was.at // it has come to be due by that
	}
	if late := r.entry.At.Sub(due); !r.was.due.IsZero() && late > 0 {
		r.figures.latest = max(r.figures.latest, late)
		if late > 2*lags {
			r.fault("something was due at %s and done only now", due)
		}
	}
	for ; r.seen < len(r.g.seen) && r.g.seen[r.seen].at.Before(r.entry.At); r.seen++ {
	}
	for _, e := range r.told {
		if e.Type != "deadline_passed" {
			continue
		}
		var passed struct{ Seats []int }
		r.must(json.Unmarshal(e.Data, &passed))
		r.figures.passed[r.was.id.Phase]++
		if e.At.Before(r.was.deadline) {
			r.fault("the deadline %s passed too early", r.was.deadline)
		}
		if r.seen > 0 {
			if last := r.g.seen[r.seen-1]; last.step == r.was.step && e.At.Before(last.deadline) {
				r.fault("the deadline passed before %s, which is what people last saw, at %s", last.deadline, last.at)
			}
		}
		for _, seat := range passed.Seats {
			r.missed(seat, e.At)
		}
	}
}

// missed is a seat's turn that a deadline ended. One that has moved late and has no choice left is not waited for any more, and
// has missed nothing; nor has one without a choice.
func (r *review) missed(seat int, at time.Time) {
	if until := r.was.limits[seat-1]; at.Before(until) && r.t.SeatOf(r.entry.By.Account) != seat {
		r.fault("seat %d could have moved until %s", seat, until)
	}
	p := r.persons[r.was.seats[seat-1].Account]
	if p == nil || r.t.Seats[seat-1].Missed == r.was.seats[seat-1].Missed {
		return
	}
	r.figures.missed[p.manner]++
	wait := r.waits[seat-1]
	switch {
	case !r.asked(wait) && !wait.own:
		r.fault("seat %d missed a turn, and its player was not told of it when it came, at %s", seat, wait.began)
	case p.manner == prompt:
		r.fault("seat %d missed a turn that came at %s, and its player always answers", seat, wait.began)
	case p.manner == traveller && !r.excused(p, seat):
		r.fault("seat %d missed a turn that came at %s, and its player answers except on vacation", seat, wait.began)
	}
}

// ending wants the game to have ended.
func (r *review) ending() {
	how := string(r.t.Status)
	if r.t.Status != domain.Over && r.t.Status != domain.Abandoned {
		r.fault("the game is %s", how)
	}
	r.crossed()
	r.figures.endings[r.t.Kind.Name+" "+how]++
	if r.t.EndedAt.After(r.figures.lastOver) {
		r.figures.lastOver = r.t.EndedAt
	}
}

// fault tells of something that must not be.
func (r *review) fault(format string, args ...any) {
	r.Errorf("game %d (%s), entry %d (%s) at %s, phase %s of round %d: "+format, append([]any{r.g.n, r.g.id, r.entry.Number, r.entry.Type,
		r.entry.At.Format(time.RFC3339Nano), r.was.id.Phase, r.was.id.Round}, args...)...)
}
