package domain

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// The bounds of how long an invitation is good, and what it is when the host says nothing.
const (
	MinInvitation     = time.Hour
	MaxInvitation     = 30 * 24 * time.Hour
	DefaultInvitation = 7 * 24 * time.Hour
)

// Invitation keeps a seat of an open game free for somebody until they come, decline, or its time is over. Who it is for
// when that is not an account, the table does not know: a log keeps no addresses.
type Invitation struct {
	ID      string    `json:"id"`
	Account string    `json:"account,omitempty"` // empty when it went to a mail address
	Until   time.Time `json:"until"`
}

// InvitationState says what has become of an invitation.
type InvitationState string

// The states there are.
const (
	InvitationOpen      InvitationState = "open"
	InvitationAccepted  InvitationState = "accepted"
	InvitationDeclined  InvitationState = "declined"
	InvitationExpired   InvitationState = "expired"
	InvitationWithdrawn InvitationState = "withdrawn" // by the host
	InvitationVoid      InvitationState = "void"      // the game began or ended without the person
)

// Invite keeps a seat free for somebody. Only the host may.
type Invite struct{ Invitation }

// Uninvite takes an invitation back. Only the host may.
type Uninvite struct {
	ID string `json:"id"`
}

// Decline says no to an invitation. Whoever calls Decide makes sure that it comes from the person who is invited; Clock
// stands for somebody who is known by the letter alone.
type Decline struct {
	ID string `json:"id"`
}

func (Invite) inputType() string   { return "invite" }
func (Uninvite) inputType() string { return "uninvite" }
func (Decline) inputType() string  { return "decline" }

// Free counts the seats of an open game that are neither taken nor kept for somebody; of others it is 0.
func (t *Table) Free() int {
	if t.Status != Opened {
		return 0
	}
	return max(t.Size-len(t.Seats)-len(t.Invited), 0)
}

// CheckInvitation says whether an invitation may be good for so long.
func CheckInvitation(life time.Duration) error {
	if life < MinInvitation || life > MaxInvitation {
		return Refuse(ExpiryOutOfRange, "An invitation is good for %d seconds (1 hour) to %d seconds (30 days).",
			int(MinInvitation.Seconds()), int(MaxInvitation.Seconds())).At("/expires_in")
	}
	return nil
}

func (d *decision) full(whom string) error {
	if len(d.Invited) > 0 {
		return Refuse(GameFull, "No seat is free %s: all %d are taken, or kept for people who are invited.", whom, d.Size)
	}
	return Refuse(GameFull, "No seat is free %s: all %d are taken.", whom, d.Size)
}

func (in Invite) decide(d *decision, by Actor) error {
	if err := d.hostOfOpen(by); err != nil {
		return err
	}
	in.Until = in.Until.UTC().Truncate(time.Millisecond)
	if err := CheckInvitation(in.Until.Sub(d.at)); err != nil {
		return err
	}
	if d.SeatOf(in.Account) > 0 {
		return Refuse(AlreadySeated, "This person has a seat in the game already.").At("/name")
	}
	if in.Account != "" && slices.ContainsFunc(d.Invited, func(i Invitation) bool { return i.Account == in.Account }) {
		return AlreadyInvitedTo("/name")
	}
	if d.Free() == 0 {
		return d.full("to be kept")
	}
	d.Invited = append(d.Invited, in.Invitation)
	d.tell("seat_kept", seatKept{Invitation: in.ID, Until: in.Until}, nil)
	return nil
}

// AlreadyInvitedTo refuses to invite somebody twice.
func AlreadyInvitedTo(pointer string) error {
	return Refuse(AlreadyInvited, "They are invited already; take that invitation back first if it is to be another.").At(pointer)
}

func (in Uninvite) decide(d *decision, by Actor) error {
	if err := d.host(by); err != nil {
		return err
	}
	i := d.invitation(in.ID)
	if i < 0 {
		return noInvitation()
	}
	d.answered(i, InvitationWithdrawn, 0)
	d.tell("invitation_withdrawn", keptNoMore{Invitation: in.ID}, nil)
	return nil
}

func (in Decline) decide(d *decision, by Actor) error {
	i := d.invitation(in.ID)
	if i < 0 || !d.at.Before(d.Invited[i].Until) || by != Clock && d.Invited[i].Account != "" && d.Invited[i].Account != by.Account {
		return noInvitation()
	}
	d.answered(i, InvitationDeclined, 0)
	d.tell("invitation_declined", keptNoMore{Invitation: in.ID}, nil)
	d.tellHost(InvitationDeclinedNotice)
	return nil
}

func noInvitation() error {
	return Refuse(NotFound, "There is no such invitation, or it is not open any more; look at the list of invitations.")
}

// invitation finds an open invitation by its id; it is -1 when there is none.
func (t *Table) invitation(id string) int {
	return slices.IndexFunc(t.Invited, func(i Invitation) bool { return id != "" && i.ID == id })
}

// InvitationOf finds the invitation that lets an account join at a time: its own, or the one of that id when that is for no
// account. It is "" when there is none.
func (t *Table) InvitationOf(account, id string, at time.Time) string {
	for _, i := range t.Invited {
		named := i.ID == id && i.Account == ""
		if at.Before(i.Until) && (named || i.Account == account && account != "") {
			return i.ID
		}
	}
	return ""
}

// answered notes what has become of an invitation, and keeps no seat for it any more. seat is the one that was taken.
func (d *decision) answered(i int, state InvitationState, seat int) {
	d.out.Answered = append(d.out.Answered, InvitationAnswer{ID: d.Invited[i].ID, State: state, Seat: seat})
	d.Invited = slices.Delete(d.Invited, i, i+1)
}

// InvitationAnswer is what has become of an invitation.
type InvitationAnswer struct {
	ID    string
	State InvitationState
	Seat  int // that was taken, 0 if none
}

// voidInvitations keeps no seats any more: the game begins or ends.
func (d *decision) voidInvitations() {
	for len(d.Invited) > 0 {
		d.answered(0, InvitationVoid, 0)
	}
	d.Invited = nil
}

// expireInvitations ends those whose time is over. It is what Expire does while a game is open.
func (d *decision) expireInvitations() {
	d.out.Nothing = true
	for i := 0; i < len(d.Invited); {
		if d.at.Before(d.Invited[i].Until) {
			i++
			continue
		}
		told := keptNoMore{Invitation: d.Invited[i].ID}
		d.answered(i, InvitationExpired, 0)
		d.tell("invitation_expired", told, nil)
		d.tellHost(InvitationExpiredNotice)
		d.out.Nothing = false
	}
}

// tellHost asks for the host of an open game to be told. No step has been played yet: what tells one notice from another of
// its type is the event.
func (d *decision) tellHost(what NoticeType) {
	d.out.Notices = append(d.out.Notices, Notice{Type: what, Seat: d.SeatOf(d.Host), Step: d.Told, Event: d.Told})
}

// invitationDue is when the first open invitation ends; zero when there is none.
func (t *Table) invitationDue() (due time.Time) {
	for _, i := range t.Invited {
		if due.IsZero() || i.Until.Before(due) {
			due = i.Until
		}
	}
	return due
}

type (
	seatKept struct {
		Invitation string    `json:"invitation"`
		Until      time.Time `json:"until"`
	}
	keptNoMore struct {
		Invitation string `json:"invitation"`
	}
)

// InvitationIn is the invitation that an event tells of, "" when it tells of none.
func (e EventView) InvitationIn() string {
	switch e.Type {
	case "invitation_declined", "invitation_expired":
		return said[keptNoMore](e).Invitation
	}
	return ""
}

// InvitationNote is an invitation as its host and who is invited may see it.
type InvitationNote struct {
	ID        string          `json:"id"`
	Game      string          `json:"game"`
	Kind      string          `json:"kind,omitempty"`
	Title     string          `json:"title,omitempty"` // the game's
	By        string          `json:"by,omitempty"`    // the host's name
	To        string          `json:"to"`              // a name, or what Masked shows of an address
	State     InvitationState `json:"state"`
	InvitedAt time.Time       `json:"invited_at"`
	Until     time.Time       `json:"until"`
	EndedAt   *time.Time      `json:"ended_at"`
}

// Invitee is who is to be invited: a player by the key of a name, or whoever reads the mail of an address.
type Invitee struct {
	NameKey    string // as CheckName gives it; empty for an address
	Email, Key string // as CheckEmail gives them
}

// Masked shows of an address so much that who typed it knows which it is.
func Masked(email string) string {
	local, host, _ := strings.Cut(email, "@")
	first, _ := utf8.DecodeRuneInString(local)
	return string(first) + "…@" + host
}

// How many invitations there may be: of one game in all, and by one host within a day, to addresses fewer.
const (
	InvitationsOfGame     = 30
	InvitationsEachDay    = 30
	MailInvitationsInADay = 5
)

// MailboxHash stands for an address among those whose readers want no invitations. key is CheckEmail's.
func MailboxHash(key string) string {
	sum := sha256.Sum256([]byte("invitations " + key))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// NewInvitationToken makes what the links of an invitation to an address have: random bits, and the hash of the address, so
// that its reader can refuse all others when the address is kept nowhere any more.
func NewInvitationToken(random [16]byte, key string) string {
	return NewMailToken(random) + "." + MailboxHash(key)
}

// MailboxOf is the hash of the address in a token that NewInvitationToken made.
func MailboxOf(token string) string {
	_, mailbox, _ := strings.Cut(token, ".")
	return mailbox
}
