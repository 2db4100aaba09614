package domain

import (
	"slices"
	"time"
)

// NoticeType says what a notice is about.
type NoticeType string

// The notices there are. Webhooks carry these words as event types.
const (
	GameStarted   NoticeType = "game_started"
	BidWanted     NoticeType = "bid_wanted"     // a sealed move is wanted
	TurnStarted   NoticeType = "turn_started"   // an open move is wanted
	Reminder      NoticeType = "reminder"       // half the time to move is over
	LastReminder  NoticeType = "last_reminder"  // nine tenths of it are
	DeadlineMoved NoticeType = "deadline_moved" // what was said of the deadline does not hold any more
	GamePaused    NoticeType = "game_paused"    // its clock stands, until when
	GameResumed   NoticeType = "game_resumed"   // it goes on
	GameOver      NoticeType = "game_over"      // with the scores
	GameAbandoned NoticeType = "game_abandoned" // nobody plays on
	SeatLost      NoticeType = "seat_lost"      // to who had it: it is theirs no more
	SeatOpened    NoticeType = "seat_opened"    // a substitute may take a seat at the table

	InvitationDeclinedNotice NoticeType = "invitation_declined" // to the host
	InvitationExpiredNotice  NoticeType = "invitation_expired"  // to the host
)

// NoticeTypes lists them, for the contract.
var NoticeTypes = []NoticeType{GameStarted, BidWanted, TurnStarted, Reminder, LastReminder, DeadlineMoved, GamePaused, GameResumed, GameOver, GameAbandoned,
	SeatLost, SeatOpened, InvitationDeclinedNotice, InvitationExpiredNotice}

// Notice is something to tell the person in one seat. Decide returns them; how and where is for others to say.
type Notice struct {
	Type  NoticeType
	Seat  int
	Step  int // the table's step when it arose
	Event int // the number of the last event when it arose: what a reader must know to understand it

	DueAt    time.Time // when it is to be sent; zero for at once
	To       string    // whom to tell, an account; empty for who holds the seat
	AtStart  bool      // it comes with the news that the game has started
	Deadline time.Time // of which it speaks, for reminders and DeadlineMoved: it is void when that has moved; else zero
}

// Owes says whether a notice is still worth sending: a request to move is not, once the seat has moved, stored a
// move, or the game has gone on; nor is one that speaks of a deadline which is another by now. Nobody is
// reminded who has nothing to choose.
func (t *Table) Owes(n Notice) bool {
	if !n.Deadline.IsZero() && !n.Deadline.Equal(t.Deadline) {
		return false
	}
	switch n.Type {
	case BidWanted, TurnStarted, DeadlineMoved:
		return t.waitsFor(n)
	case Reminder, LastReminder:
		return t.waitsFor(n) && t.choosing(n.Seat)
	case SeatLost: // who has taken it back since is not asked after here
		return t.Status == Active
	case SeatOpened:
		return t.Status == Active && n.Seat > 0 && slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Held() == SeatVacant })
	case GameStarted:
		return t.Status == Active
	case GamePaused:
		return t.Course.Pause != nil
	case GameResumed:
		return t.Status == Active && t.Course.Pause == nil
	case GameOver, GameAbandoned:
		return true
	case InvitationDeclinedNotice, InvitationExpiredNotice:
		return t.Status == Opened || t.Status == Active
	}
	return false
}

// waitsFor says whether the wait that a notice is about still goes on without a move from its seat.
func (t *Table) waitsFor(n Notice) bool {
	if t.Status != Active || n.Seat < 1 || n.Seat > len(t.Seats) {
		return false
	}
	_, stored := t.Sealed[n.Seat]
	return !stored && t.Seats[n.Seat-1].Since == n.Step
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
	Dropped   DeliveryStatus = "dropped"  // its obligation was over when its time came
	Failed    DeliveryStatus = "failed"   // given up
	Withheld  DeliveryStatus = "withheld" // its person does not want it over this channel
)

// Why says in a word what keeps a delivery or has ended it other than by being delivered, for its owner to read.
type Why string

// The reasons there are.
const (
	WhyQuietHours   Why = "quiet_hours"       // kept until they end
	WhyDigest       Why = "digest"            // kept for the next digest
	WhyOff          Why = "off"               // a preference: not wanted
	WhyNotOwed      Why = "not_owed"          // the move was in, the turn over or the deadline another when its time came
	WhySuperseded   Why = "superseded"        // a later notice of the same turn said it
	WhyUnverified   Why = "unverified"        // nobody has proved the address to be theirs
	WhySuspended    Why = "mail_suspended"    // mails to the address came back
	WhyBusy         Why = "busy"              // others to the same receiver were under way
	WhyServiceDown  Why = "service_down"      // the server's mail service cannot be reached, whoever the mail is for
	WhyUnreachable  Why = "unreachable"       // the receiver cannot be reached
	WhyRefused      Why = "refused"           // the receiver answered that it does not take it, or not now
	WhyForbidden    Why = "forbidden_address" // the webhook's address is one that is not sent to
	WhyHookDisabled Why = "webhook_disabled"
	WhyGone         Why = "gone"     // the game, the account or the webhook has been removed
	WhyInternal     Why = "internal" // something went wrong in the server
	WhyAsked        Why = "asked"    // its person wants it sent again
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
	Seq       int // numbers what one webhook is sent about one game, from 1 without a gap; 0 before it is sent for the first time
	CreatedAt time.Time
	WantedAt  time.Time // when it was to be sent at first
	DueAt     time.Time // the next attempt
	DigestAt  time.Time // the hour of the digest that it is kept for, zero for none
	Why       Why       // what keeps it
	Attempts  int       // finished so far; being put off is none
	Trace     string    // what operators follow to the request that made it, opaque; empty when nobody traces
}

// Obligation is what a delivery is about, as it is at the time of an attempt.
type Obligation struct {
	To     Account
	View   View   // as that account may see the game
	Void   Why    // what makes it not worth sending; empty while it is owed
	Ask    Ask    // what the game wants of them at present
	Timing Timing // when they want it, by their preferences
}

// CameUp is when a delivery was to be sent at first: of a reminder its time, not when it was foreseen.
func (d Delivery) CameUp() time.Time {
	if d.WantedAt.After(d.CreatedAt) {
		return d.WantedAt
	}
	return d.CreatedAt
}

// MaxDetail is how much is kept of what a receiver answered, in bytes.
const MaxDetail = 8 << 10

// Tried is a delivery with how the attempt at it went.
type Tried struct {
	Delivery
	Attempt
}

// Attempt says how an attempt at a delivery went.
type Attempt struct {
	At      time.Time
	PutOff  bool // nothing was tried: only RetryAt counts
	Manual  bool // its person asked for it
	Took    time.Duration
	Status  DeliveryStatus // Delivered, Dropped, Failed, or Pending to try again
	RetryAt time.Time      // when Pending
	Why     Why            // empty when Delivered
	Answer  int            // the receiver's status code, 0 when there was none
	Detail  string         // what went wrong or was answered, at most MaxDetail; never a secret, a card or an address

	NoMailbox string // the status (RFC 3463) with which a mail server said that the address is nobody's, such as 5.1.1; else empty
}
