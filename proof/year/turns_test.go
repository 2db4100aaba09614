package year

import (
	"encoding/json"
	"slices"

	"tender/domain"
)

// once wants every wait to end once, every round to be revealed once, and every seat to move in it once.
func (r *review) once(now state) {
	if r.past[now.id] {
		r.fault("the wait %v comes again", now.id)
	}
	if now.id != r.was.id {
		r.past[r.was.id] = true
	}
	if now.step < r.was.step {
		r.fault("the step went back to %d", now.step)
	}
	reveals := 0
	for _, e := range r.told {
		if e.Type != "revealed" {
			continue
		}
		var revealed struct {
			Round int
			Bids  []struct{ Seat int }
		}
		r.must(json.Unmarshal(e.Data, &revealed))
		if r.round[revealed.Round]++; r.round[revealed.Round] > 1 {
			r.fault("round %d is revealed again", revealed.Round)
		}
		var seats []int
		for _, b := range revealed.Bids {
			seats = append(seats, b.Seat)
		}
		if !r.was.wanted.Sealed || !slices.Equal(seats, r.was.wanted.Seats) {
			r.fault("round %d was revealed with bids of %v, and those of %v were wanted", revealed.Round, seats, r.was.wanted.Seats)
		}
		reveals++
	}
	if moved := now.step - r.was.step; moved > 0 && r.was.wanted.Sealed && reveals != 1 {
		r.fault("%d steps were played in a sealed wait, with %d reveals", moved, reveals)
	}
	for _, seat := range r.was.wanted.Seats {
		if !r.was.wanted.Sealed && (now.id != r.was.id || !slices.Contains(now.wanted.Seats, seat)) {
			if r.done[r.was.id] = append(r.done[r.was.id], seat); slices.Contains(r.done[r.was.id][:len(r.done[r.was.id])-1], seat) {
				r.fault("seat %d has moved twice", seat)
			}
		}
	}
}

// noticed wants everybody to have been told at once of each wait for them that lasted.
func (r *review) noticed(now state) {
	for len(r.waits) < len(now.seats) {
		r.waits = append(r.waits, wait{})
	}
	r.waits = r.waits[:len(now.seats)]
	mover := r.t.SeatOf(r.entry.By.Account)
	for i, s := range now.seats {
		before := r.waits[i]
		_, sealed := r.in.(domain.Seal)
		sealed = sealed && mover == i+1
		if before.account == s.Account && before.since == s.Since && !sealed {
			continue
		}
		if before.since > 0 && before.account != "" && !before.own && r.entry.At.Sub(before.began) > 2*lags && !r.asked(before) {
			r.fault("seat %d was waited for since %s and never told so", i+1, before.began)
		}
		if before.account == s.Account && before.since == s.Since {
			r.waits[i].own = true // it has moved, and may think again
			continue
		}
		_, own := r.in.(domain.PlayMoves)
		own = own && mover == i+1 && before.since > 0 && r.was.id == now.id
		r.waits[i] = wait{s.Account, s.Since, r.entry.At, own}
		if s.Since > 0 && !own {
			r.figures.waits[now.id.Phase]++
		}
	}
}

// asked says whether whoever has a seat was told in time that it is waited for.
func (r *review) asked(w wait) bool {
	at, told := r.g.calls[call{w.account, w.since}]
	return told && at.Sub(w.began) <= lags
}
