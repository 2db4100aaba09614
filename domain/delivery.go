package domain

import "time"

// NoticeType says what a notice is about.
type NoticeType string

// The notices there are. Webhooks carry these words as event types.
const (
	GameStarted   NoticeType = "game_started"
	BidWanted     NoticeType = "bid_wanted"     // a sealed move is wanted
	TurnStarted   NoticeType = "turn_started"   // an open move is wanted
	GameOver      NoticeType = "game_over"      // with the scores
	GameAbandoned NoticeType = "game_abandoned" // nobody plays on
)

// NoticeTypes lists them, for the contract.
var NoticeTypes = []NoticeType{GameStarted, BidWanted, TurnStarted, GameOver, GameAbandoned}

// Notice is something to tell the person in one seat. Decide returns them; how and where is for others to say.
type Notice struct {
	Type  NoticeType
	Seat  int
	Step  int // the table's step when it arose
	Event int // the number of the last event when it arose: what a reader must know to understand it
}

// Owes says whether a notice is still worth sending: a request to move is not, once the seat has moved, stored a
// move, or the game has gone on.
func (t *Table) Owes(n Notice) bool {
	switch n.Type {
	case BidWanted, TurnStarted:
		if t.Status != Active || n.Seat < 1 || n.Seat > len(t.Seats) {
			return false
		}
		_, stored := t.Sealed[n.Seat]
		return !stored && t.Seats[n.Seat-1].Since == n.Step
	case GameStarted:
		return t.Status == Active
	case GameOver, GameAbandoned:
		return true
	}
	return false
}

// Channel is a way to reach a person.
type Channel string

// The channels there are.
const (
	ByEmail   Channel = "email"
	ByWebhook Channel = "webhook"
)

// DeliveryStatus says how far a delivery has come.
type DeliveryStatus string

// A delivery starts Pending and ends in one of the others.
const (
	Pending   DeliveryStatus = "pending"
	Delivered DeliveryStatus = "delivered"
	Dropped   DeliveryStatus = "dropped" // its obligation was over when its time came
	Failed    DeliveryStatus = "failed"  // given up
)

// Delivery is a notice on its way over one channel. It is stored in the transaction that gave rise to it.
type Delivery struct {
	ID        string // the same on every attempt, so that a receiver can tell a repetition
	Game      string
	Account   string
	Notice    Notice
	Channel   Channel
	Target    string // the webhook's id; empty for e-mail, which goes to the address that the account has when it is sent
	Status    DeliveryStatus
	CreatedAt time.Time
	DueAt     time.Time // the next attempt
	Attempts  int       // finished so far; being put off is none
}

// MaxDetail is how much is kept of what a receiver answered, in bytes.
const MaxDetail = 8 << 10

// Attempt says how an attempt at a delivery went.
type Attempt struct {
	At      time.Time
	PutOff  bool // nothing was tried: only RetryAt counts
	Took    time.Duration
	Status  DeliveryStatus // Delivered, Dropped, Failed, or Pending to try again
	RetryAt time.Time      // when Pending
	Answer  int            // the receiver's status code, 0 when there was none
	Detail  string         // what went wrong or was answered, at most MaxDetail; never a secret, a card or an address
}
