package year

import (
	"slices"
	"time"

	"tender/domain"
)

// vacations plans those of a traveller: three or four in the year, each declared some time before it begins.
func (w *world) vacations(p *person) {
	for at := w.clock.now().Add(w.between(10*day, 60*day)); at.Before(w.end); at = at.Add(w.between(70*day, 130*day)) {
		v := absence{at, at.Add(w.between(2*day, 12*day))}
		w.at(at.Add(-w.between(time.Hour, 20*day)), func() { w.declare(p, v) })
		w.at(v.until, func() { w.comesBack(p) })
	}
}

// declare adds a vacation to those that are declared. Who has no days left stays at home.
func (w *world) declare(p *person, v absence) {
	now := w.clock.now()
	var plans []domain.Vacation
	for _, a := range append(slices.Clone(p.absent), v) {
		if a.until.After(now) {
			plans = append(plans, domain.Vacation{Start: a.from, End: a.until})
		}
	}
	_, err := w.store.PlanVacations(w.ctx, p.account, plans, domain.DefaultVacationDays*day)
	if w.refused(err, domain.VacationUsed) {
		return
	}
	p.absent = append(p.absent, v)
	w.figures.vacations++
	w.expire() // the worker is woken, and tells games
}

// excused says whether a traveller may have missed a deadline: it fell into a vacation for which the game does not wait so long.
func (r *review) excused(p *person, seat int) bool {
	deadline, left := r.was.deadline, time.Duration(r.t.Terms.MaxVacation-r.was.seats[seat-1].Absence.Spent)*time.Second
	for _, v := range p.absent {
		if !deadline.Before(v.from) && !deadline.After(v.until) {
			longest := v.until.Add(day).Sub(deadline)
			if r.t.Terms.Clock != "" {
				longest += 7 * day
			}
			return left < longest
		}
	}
	return false
}
