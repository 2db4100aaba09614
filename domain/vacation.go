package domain

import (
	"slices"
	"time"
)

// The bounds of somebody's vacations.
const (
	MaxVacations        = 5                    // that have not ended, at once
	DefaultVacationDays = 42                   // in a calendar year, in UTC
	vacationAhead       = 366 * 24 * time.Hour // how far ahead one may end
	leastKept           = time.Hour            // how long one must have been to be remembered when it is over
)

// Vacation is a time in which somebody does not play.
type Vacation struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

func (v Vacation) equal(w Vacation) bool { return v.Start.Equal(w.Start) && v.End.Equal(w.End) }

// in is how much of a vacation lies in a calendar year, in UTC.
func (v Vacation) in(year int) time.Duration {
	from, to := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC)
	if v.Start.After(from) {
		from = v.Start
	}
	if v.End.Before(to) {
		to = v.End
	}
	return max(0, to.Sub(from))
}

// VacationYear says how much of the yearly allowance is used and planned.
type VacationYear struct {
	Year  int
	Taken time.Duration
}

// VacationsTaken sums vacations up by calendar year, in UTC, for the years of two times and those between.
func VacationsTaken(all []Vacation, from, to time.Time) (years []VacationYear) {
	for year := from.UTC().Year(); year <= to.UTC().Year(); year++ {
		y := VacationYear{Year: year}
		for _, v := range all {
			y.Taken += v.in(year)
		}
		years = append(years, y)
	}
	return years
}

// PlanVacations puts plans in the place of the vacations that have not ended. before are all that are known; a zero Start is
// now. One that has begun keeps its beginning, and ends now when the plans leave it out. What has been is
// never changed, but forgotten when it was shorter than an hour or lies before this year: so that they do not become ever more.
// The error is a *Refusal.
func PlanVacations(before, plans []Vacation, allowance time.Duration, now time.Time) (after []Vacation, err error) {
	now = now.UTC().Truncate(time.Millisecond)
	for _, v := range before {
		if v.End.Year() < now.Year() {
			continue // it does not count any more
		}
		if v.Start.Before(now) && !slices.ContainsFunc(plans, func(p Vacation) bool { return p.Start.Equal(v.Start) }) {
			if v.End.After(now) {
				v.End = now
			}
			if v.End.Sub(v.Start) >= leastKept {
				after = append(after, v)
			}
		}
	}
	if len(plans) > MaxVacations {
		return nil, refuseVacation("Plan at most %d vacations at once.", MaxVacations).At("/vacations")
	}
	for i, p := range plans {
		p.Start, p.End = p.Start.UTC().Truncate(time.Millisecond), p.End.UTC().Truncate(time.Millisecond)
		at := "/vacations/" + itoa(i)
		if p.Start.IsZero() {
			p.Start = now
		}
		begun := slices.ContainsFunc(before, func(v Vacation) bool { return v.Start.Equal(p.Start) && v.End.After(now) })
		switch {
		case p.Start.Before(now) && !begun:
			return nil, refuseVacation("A vacation cannot begin in the past; leave its start out for now.").At(at + "/start")
		case !p.End.After(p.Start) || !p.End.After(now):
			return nil, refuseVacation("A vacation must end after it begins, and not in the past.").At(at + "/end")
		case p.End.After(now.Add(vacationAhead)):
			return nil, refuseVacation("A vacation must end within 366 days.").At(at + "/end")
		}
		for _, v := range after {
			if p.Start.Before(v.End) && v.Start.Before(p.End) {
				return nil, refuseVacation("This vacation overlaps another; make one of the two.").At(at)
			}
		}
		after = append(after, p)
	}
	slices.SortFunc(after, func(a, b Vacation) int { return a.Start.Compare(b.Start) })
	for _, y := range VacationsTaken(after, now, now.Add(vacationAhead)) {
		if y.Taken > allowance {
			return nil, Refuse(VacationUsed, "With this you would be on vacation for %s in %d, and there are %s a year; plan less.",
				span(y.Taken), y.Year, span(allowance)).At("/vacations")
		}
	}
	return after, nil
}

// Ahead are the vacations that have not ended, in order.
func Ahead(all []Vacation, now time.Time) []Vacation {
	return slices.DeleteFunc(slices.Clone(all), func(v Vacation) bool { return !v.End.After(now) })
}

func refuseVacation(format string, args ...any) *Refusal {
	return Refuse(InvalidVacation, format, args...)
}
