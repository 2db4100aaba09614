package mowmoney

import (
	"slices"

	"tender/domain"
)

// beginPickingUp asks whoever won no contract and did no odd job for an odd job from hand. Players who could do none
// are passed over; when nobody is left the round is over.
func (s *State) beginPickingUp(busy []bool) []domain.Event {
	s.Picking = nil
	for i := range s.Seats {
		if !busy[i+1] && len(possibleJobs(s.Seats[i].Hand)) > 0 {
			s.Picking = append(s.Picking, i+1)
		}
	}
	if len(s.Picking) == 0 {
		return s.maintain()
	}
	s.Phase = phasePickup
	return nil
}

// possibleJobs lists the odd jobs that a hand can do, the best paid first.
func possibleJobs(hand []int) []Job {
	var shown [jobCount]int
	for _, id := range hand {
		for _, j := range cardOf(id).Jobs {
			shown[j]++
		}
	}
	var jobs []Job
	for j := Job(jobCount - 1); j >= 0; j-- {
		if shown[j] >= oddJobCards {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// cardsFor lists the cards of a hand that show a job's icon, the worst first.
func cardsFor(job Job, hand []int) []int {
	var ids []int
	for _, id := range hand {
		if cardOf(id).Has(job) {
			ids = append(ids, id)
		}
	}
	return worstFirst(ids)
}

// pickUp plays one seat's decision. They do not touch each other and may come in any order; an odd job picked up is
// paid without the $3.
func (s *State) pickUp(seat int, m Move) []domain.Event {
	event := domain.Event{Type: "pickup_passed", Data: PickupPassed{seat}}
	if m.Type == movePickup {
		job, _ := jobOf(m.Cards, m.Job)
		p := s.seat(seat)
		p.Money += jobPays[job]
		s.spend(seat, m.Cards)
		event = domain.Event{Type: "odd_job_picked_up", Data: OddJobDone{seat, job, cardsOf(m.Cards), jobPays[job], p.Money}}
	}
	s.Picking = slices.DeleteFunc(s.Picking, func(n int) bool { return n == seat })
	if len(s.Picking) > 0 {
		return []domain.Event{event}
	}
	s.Picking = nil
	return append([]domain.Event{event}, s.maintain()...)
}

// checkPickup says whether a seat may pick up this odd job.
func (s *State) checkPickup(seat int, m Move) error {
	if err := checkHeld(s.seat(seat), m.Cards, "/cards"); err != nil {
		return err
	}
	if err := checkOddJob(m.Cards, m.Job); err != nil {
		return err
	}
	return nil
}
