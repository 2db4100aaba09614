package api

import (
	"context"
	"math"
	"net/http"
	"time"

	"tender/domain"
)

// vacationDay is the length of a day of the yearly allowance.
const vacationDay = 24 * time.Hour

func (s *server) ListVacations(ctx context.Context, _ ListVacationsRequestObject) (ListVacationsResponseObject, error) {
	all, err := s.Absences.Vacations(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, s.vacations(all))
}

func (s *server) PlanVacations(ctx context.Context, r PlanVacationsRequestObject) (PlanVacationsResponseObject, error) {
	plans := make([]domain.Vacation, len(r.Body.Vacations))
	for i, p := range r.Body.Vacations {
		plans[i] = domain.Vacation{Start: given(p.Start), End: p.End}
	}
	after, err := s.Absences.PlanVacations(ctx, callerOf(ctx).account, plans, s.allowance())
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, s.vacations(after))
}

func (s *server) EndVacations(ctx context.Context, _ EndVacationsRequestObject) (EndVacationsResponseObject, error) {
	if _, err := s.Absences.PlanVacations(ctx, callerOf(ctx).account, nil, s.allowance()); err != nil {
		return nil, err
	}
	return noContent(), nil
}

// allowance is how long somebody may be on vacation in a year.
func (s *server) allowance() time.Duration { return time.Duration(s.VacationDays) * vacationDay }

// vacations are somebody's as they see them: those of this year and later, and what is left of this year's allowance and the
// next one's.
func (s *server) vacations(all []domain.Vacation) VacationList {
	now := s.Now().UTC()
	list := VacationList{Vacations: []Vacation{}, DaysAYear: s.VacationDays, Left: []VacationsLeft{}}
	for _, v := range all {
		if v.End.UTC().Year() >= now.Year() {
			list.Vacations = append(list.Vacations, Vacation{Start: v.Start.UTC(), End: v.End.UTC()})
		}
	}
	for _, y := range domain.VacationsTaken(all, now, now.AddDate(1, 0, 0)) {
		list.Left = append(list.Left, VacationsLeft{Year: y.Year, Days: daysLeft(s.allowance() - y.Taken)})
	}
	return list
}

func (s *server) ReturnToSeat(ctx context.Context, r ReturnToSeatRequestObject) (ReturnToSeatResponseObject, error) {
	if _, err := s.Games.Decide(ctx, r.Id, domain.Return{}, actor(ctx)); err != nil {
		return nil, err
	}
	return s.view(ctx, http.StatusCreated, r.Id)
}

// daysLeft is an allowance in days, with two digits after the point, rounded down: what it says can be planned.
func daysLeft(left time.Duration) float32 {
	return float32(math.Floor(float64(max(0, left))/float64(vacationDay)*100) / 100)
}
