package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
)

// Receipt is the answer to a sealed move: proof for its owner of what was stored and when.
type Receipt struct {
	ID         string          `json:"id"`
	At         time.Time       `json:"at"`         // by the server's clock
	Step       int             `json:"step"`       // of the game when it was stored
	Ready      bool            `json:"ready"`      // the game may go on
	Bid        json.RawMessage `json:"bid"`        // as understood
	Nonce      string          `json:"nonce"`      // hides the bid in the commitment; revealed with it
	Commitment string          `json:"commitment"` // SHA-256 of Preimage, in hex
	Preimage   string          `json:"preimage"`   // game, step, seat, nonce and bid, in one line
}

// preimage is the text whose hash commits to a sealed move.
func (t *Table) preimage(s Sealed) string {
	return "tender-bid/1 " + t.ID + " " + itoa(s.Step) + " " + itoa(s.Seat) + " " + s.Nonce + " " + string(s.Move)
}

func commitment(preimage string) string {
	sum := sha256.Sum256([]byte(preimage))
	return hex.EncodeToString(sum[:])
}

func (t *Table) receipt(s Sealed) *Receipt {
	pre := t.preimage(s)
	return &Receipt{ID: s.Receipt, At: s.At, Step: s.Step, Ready: s.Ready, Bid: s.Move, Nonce: s.Nonce,
		Commitment: commitment(pre), Preimage: pre}
}

// wanted finds out whether the actor's seat may move now, and refuses with the reason if not.
func (d *decision) wanted(meant Meant) (Wanted, error) {
	var none Wanted
	if d.out.Seat == 0 {
		return none, d.notSeated()
	}
	if d.Status != Active {
		return none, Refuse(GameNotActive, "This game is %s; moves can be made only while it is running.", d.Status)
	}
	w := d.position.Wanted()
	seat := d.Seats[d.out.Seat-1]
	mine := slices.Contains(w.Seats, d.out.Seat)
	if seat.Late.names(meant, w.Round, mine) {
		return none, passed(seat.Late.Deadline)
	}
	if err := d.stale(meant, w, mine); err != nil {
		return none, err
	}
	if !mine {
		return none, Refuse(NotWanted, "The game does not wait for you now; it is round %d, phase %s, and it waits for %s.", w.Round, w.Phase, seatList(w.Seats))
	}
	if err := d.standing(); err != nil {
		return none, err
	}
	// The server is never late; nor is anybody while an outage holds the deadline.
	if d.at.Before(d.Deadline) || d.at.Before(d.limit(d.out.Seat)) || d.by == Clock || d.Held() != nil {
		return w, nil
	}
	if _, stored := d.Sealed[d.out.Seat]; stored {
		return none, Refuse(DeadlinePassed, "The deadline of this turn was %s. Your bid was stored by then: it counts, and can be changed no more.",
			d.Deadline.Format(time.RFC3339))
	}
	return none, passed(d.limit(d.out.Seat))
}

func passed(deadline time.Time) error {
	return Refuse(DeadlinePassed, "The deadline of this turn was %s; what stands for a missing move has been played or is about to be. Look at the game again.",
		deadline.Format(time.RFC3339))
}

// names says whether a move is meant for the wait that has passed. One that names no turn is, unless its seat is wanted
// again: then nobody can tell, and it is taken for the present one.
func (l *Late) names(meant Meant, round int, wantedAgain bool) bool {
	switch {
	case l == nil:
		return false
	case meant.Step != 0:
		return l.Since <= meant.Step && meant.Step <= l.Step
	case meant.Round != 0:
		return meant.Round == l.Round && (round != l.Round || !wantedAgain)
	}
	return !wantedAgain
}

// stale refuses a move that names another turn than the one its seat is in.
func (d *decision) stale(meant Meant, w Wanted, mine bool) error {
	since := d.Step // a seat that is not wanted can only be told to wait at the present step
	if mine {
		since = d.Seats[d.out.Seat-1].Since
	}
	if meant.Round != 0 && meant.Round != w.Round {
		return Refuse(Stale, "This was meant for round %d, but it is round %d, phase %s; look at the game again.", meant.Round, w.Round, w.Phase).At("/round")
	}
	if meant.Step != 0 && (meant.Step < since || meant.Step > d.Step) {
		return Refuse(Stale, "This was meant for step %d, but the game is at step %d (round %d, phase %s); look at it again.", meant.Step, d.Step, w.Round, w.Phase).At("/step")
	}
	return nil
}

func (d *decision) seal(in Seal) error {
	w, err := d.wanted(in.Meant)
	if err != nil {
		return err
	}
	if !w.Sealed {
		return Refuse(WrongPhase, "Phase %s takes no sealed bids; make an open move.", w.Phase)
	}
	move, err := d.position.Check(d.out.Seat, in.Move)
	if err != nil {
		return err
	}
	var orders []Order
	if in.Orders != nil {
		if orders, err = d.readOrders(in.Orders); err != nil {
			return err
		}
	}
	d.begunLate(d.out.Seat)
	s := Sealed{Seat: d.out.Seat, Step: d.Step, Move: move, Ready: in.Ready || d.Course.Overtime != nil, Receipt: in.Receipt, Nonce: in.Nonce, At: d.at}
	d.keep(s)
	d.out.Receipt = d.receipt(s)
	if in.Orders != nil {
		d.setOrders(orders)
	}
	if d.Course.Overtime != nil {
		d.movedLate()
		return nil
	}
	if _, waiting := d.Waiting(); len(waiting) == 0 && (d.Terms == nil || d.Terms.Early) {
		d.reveal(w, nil)
	}
	return nil
}

func (d *decision) withdraw(in Withdraw) error {
	if _, err := d.wanted(in.Meant); err != nil {
		return err
	}
	if _, ok := d.Sealed[d.out.Seat]; !ok {
		return Refuse(NothingSealed, "You have no bid stored that could be withdrawn.")
	}
	delete(d.Sealed, d.out.Seat)
	if d.at.Before(d.Deadline) {
		d.clearOfVacations() // it was left where it is for the sake of the bid
	}
	return nil
}

// reveal plays all sealed moves at once. For a seat in missed, which had stored none, the given move stands.
func (d *decision) reveal(w Wanted, missed map[int]json.RawMessage) {
	d.goOn() // while it is known who has moved
	told := revealed{Round: w.Round}
	plays := make([]Play[json.RawMessage], 0, len(w.Seats))
	for _, seat := range w.Seats {
		if s, ok := d.Sealed[seat]; ok {
			d.acted(seat, s.At)
			d.tookTurn(seat)
			pre := d.preimage(s)
			told.Bids = append(told.Bids, revealedBid{Seat: seat, Bid: s.Move, Receipt: s.Receipt, Nonce: s.Nonce,
				Commitment: commitment(pre), Preimage: pre})
			plays = append(plays, Play[json.RawMessage]{Seat: seat, Move: s.Move})
			continue
		}
		told.Bids = append(told.Bids, revealedBid{Seat: seat, Bid: missed[seat], Missed: true})
		plays = append(plays, Play[json.RawMessage]{Seat: seat, Move: missed[seat]})
	}
	d.Sealed = nil
	d.tell("revealed", told, nil)
	d.step(plays)
}
