package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// MaxOrders is the greatest number of standing orders that a seat can have.
const MaxOrders = 20

// The refusals of standing orders.
const (
	NoOrders       Code = "no_orders"       // the kind has no turns that could be ordered beforehand
	MalformedOrder Code = "malformed_order" // not of the shape that the kind reads, or one that could never apply
)

// Order is a standing order of a seat: what it does when a turn of its own comes. Of the list that a seat has, the first
// that applies is carried out and leaves the list; the others stay.
type Order struct {
	Round int             `json:"round,omitempty"` // only in this round; 0 for whenever it applies first
	If    json.RawMessage `json:"if,omitempty"`    // the kind's: what must hold
	Move  json.RawMessage `json:"move"`            // the kind's: a move, or what stands for the first of several
}

// OrderForm describes one sort of standing order: for people, by an example, a line and a sentence.
type OrderForm struct {
	Usage   string `json:"usage"`   // as a line of text writes it: what is to be replaced stands in capitals
	Example Order  `json:"example"` // ready to be given, with made-up cards
	About   string `json:"about"`
}

// Orderly is implemented by the Rules of a kind in which standing orders can be given, for waits that are not sealed.
type Orderly[S, M any] interface {
	// CheckOrder judges an order of a seat whenever it is given: it refuses what could never apply. cond is empty when there
	// is no condition. It returns the order as understood. Pointers of refusals begin with /if or /move.
	CheckOrder(s *S, seat int, move M, cond json.RawMessage) (M, json.RawMessage, error)

	// Follow gives the move that an order of CheckOrder's makes if a turn of the seat's comes in this phase, and says in a few
	// words what it does. When it makes none, ok is false and says is a sentence that gives the reason. It goes by nothing but
	// what the seat may see.
	Follow(s *S, seat int, move M, cond json.RawMessage) (does M, says string, ok bool)
}

// GiveOrders puts standing orders in the place of all that a seat has. None takes them away.
type GiveOrders struct {
	Orders []json.RawMessage `json:"orders"`
}

func (GiveOrders) inputType() string { return "orders" }

func (in GiveOrders) decide(d *decision, _ Actor) error {
	orders, err := d.readOrders(in.Orders)
	if err == nil {
		d.out.Nothing = !d.setOrders(orders)
	}
	return err
}

// readOrders judges orders that the actor's seat is given.
func (d *decision) readOrders(raw []json.RawMessage) ([]Order, error) {
	switch {
	case d.out.Seat == 0:
		return nil, Refuse(NotSeated, "You have no seat in this game.")
	case d.Status != Active:
		return nil, Refuse(GameNotActive, "This game is %s; standing orders can be given only while it is running.", d.Status)
	case len(raw) > 0 && !d.position.Orderly():
		return nil, Refuse(NoOrders, "%s takes no standing orders.", d.Kind.Title)
	case len(raw) > MaxOrders:
		return nil, Refuse(MalformedOrder, "Give at most %d orders.", MaxOrders).At("/orders")
	}
	if w := d.position.Wanted(); !w.Sealed && d.Course.Pause == nil && slices.Contains(w.Seats, d.out.Seat) && !d.at.Before(d.limit(d.out.Seat)) {
		return nil, passed(d.Deadline) // one that applies would be carried out in a turn that is over
	}
	var orders []Order
	for i, one := range raw {
		order, err := d.readOrder(one)
		if r, ok := AsRefusal(err); ok {
			return nil, Refuse(r.Code, "Order %d: %s", i+1, r.Text).At("/orders/" + itoa(i) + r.Pointer)
		} else if err != nil {
			return nil, err
		}
		orders = append(orders, order)
	}
	return orders, nil
}

func (d *decision) readOrder(raw json.RawMessage) (Order, error) {
	var o Order
	if err := DecodeStrict(MalformedOrder, raw, &o); err != nil {
		return o, err
	}
	round := d.position.Wanted().Round
	switch {
	case o.Round < 0:
		return o, Refuse(MalformedOrder, "There is no round %d; name one that is to come, or none.", o.Round).At("/round")
	case o.Round != 0 && o.Round < round:
		return o, Refuse(MalformedOrder, "Round %d is over, it is round %d; name one that is to come, or none.", o.Round, round).At("/round")
	case len(o.Move) == 0:
		return o, Refuse(MalformedOrder, `Say with "move" what the order does.`)
	}
	return d.position.CheckOrder(d.out.Seat, o)
}

// setOrders is false when the actor's seat has these orders already. Nobody but its player can see that it has any.
func (d *decision) setOrders(orders []Order) bool {
	had := &d.Seats[d.out.Seat-1].Orders
	if string(encode(*had)) == string(encode(orders)) {
		return false
	}
	*had, d.ordered = orders, true
	return true
}

// useOrder takes the order off a seat's list that is being carried out, the first being 1.
func (d *decision) useOrder(seat, n int) {
	if had := &d.Seats[seat-1].Orders; n >= 1 && n <= len(*had) {
		*had = slices.Delete(slices.Clone(*had), n-1, n)
	}
}

// voidOrders takes all orders of a seat away, as when somebody else holds it from now on.
func (d *decision) voidOrders(seat int) { d.Seats[seat-1].Orders = nil }

// passOrders takes away the orders for rounds that are over.
func (d *decision) passOrders() {
	w := d.position.Wanted()
	for i := range d.Seats {
		s := &d.Seats[i]
		if len(w.Seats) == 0 {
			d.voidOrders(i + 1)
			continue
		}
		s.Orders = slices.DeleteFunc(slices.Clone(s.Orders), func(o Order) bool { return o.Round != 0 && o.Round < w.Round })
	}
}

// OrderNow says what a seat's orders do if a turn of its own comes as the game stands.
type OrderNow struct {
	Index int             `json:"index"` // of the order that applies, from 1; 0 when none does: then the player is asked
	Move  json.RawMessage `json:"move"`  // what it plays; null when none applies
	Does  string          `json:"does"`  // the same in a few words
	// WhyNot says of each order before that one, or of all, why it does not apply.
	WhyNot []string `json:"why_not"`
}

// orderNow is nil for a seat without orders.
func (t *Table) orderNow(seat int) *OrderNow {
	orders := t.Seats[seat-1].Orders
	if len(orders) == 0 || t.Status != Active {
		return nil
	}
	now := &OrderNow{WhyNot: []string{}}
	w := t.position.Wanted()
	for i, o := range orders {
		if o.Round != 0 && o.Round != w.Round {
			now.WhyNot = append(now.WhyNot, "It is for round "+itoa(o.Round)+".")
			continue
		}
		move, says, ok := t.position.Follow(seat, o)
		if ok && !w.Sealed && slices.Contains(w.Seats, seat) {
			var err error
			if move, err = t.position.Check(seat, move); err != nil {
				says, ok = err.Error(), false
			}
		}
		if !ok {
			now.WhyNot = append(now.WhyNot, says)
			continue
		}
		now.Index, now.Move, now.Does = i+1, move, says
		break
	}
	return now
}

// tellOwner marks the first event that was told after those before as what a standing order of a seat did. Only its player
// is told so.
func (d *decision) tellOwner(before, seat int) {
	if len(d.out.Events) <= before {
		return
	}
	e := &d.out.Events[before]
	own := map[int]json.RawMessage{}
	for s, data := range e.Own {
		own[s] = data
	}
	data := strings.TrimSuffix(string(e.For(seat).Data), "}")
	if data != "{" {
		data += ","
	}
	own[seat] = json.RawMessage(data + `"by_order":true}`)
	e.Own = own
}

// byOrder is what tellOwner adds to an event.
type byOrder struct {
	ByOrder bool `json:"by_order"`
}
