package domain

import "time"

// DeliveryLife is how long finished deliveries and their attempts are kept for their owner to look at.
const DeliveryLife = 30 * 24 * time.Hour

// Redelivering by hand: the same delivery again at the earliest after RedeliverPause, and at most MaxRedeliver at once.
const (
	RedeliverPause = 10 * time.Second
	MaxRedeliver   = 1000
)

// ToFile is the detail of an attempt whose mail became a file, for want of a mail service.
const ToFile = "written to a file"

// DeliveryLog is a delivery with those of its attempts that are kept, oldest first.
type DeliveryLog struct {
	Delivery
	FinishedAt time.Time // zero while it is pending
	Tries      []Attempt
}

// DeliveryFilter chooses from an account's deliveries. What is empty does not choose.
type DeliveryFilter struct {
	Account string // whose they are; always given
	Webhook string // to which hook
	Game    string
	Status  DeliveryStatus
	After   string // the cursor of the page before
	Limit   int
}

// MailStanding says what holds for every mail to an account.
type MailStanding struct {
	VerifyNeeded bool      // only addresses that were proved to be somebody's get mail
	VerifiedAt   time.Time // zero when this one was not
	SuspendedAt  time.Time // since when nothing is sent there because it came back, or zero
}

// Reachable refuses while no mail can be sent to the account.
func (m MailStanding) Reachable() error {
	switch {
	case !m.SuspendedAt.IsZero():
		return Refuse(MailSuspended, "Mails to your address came back, so none are sent there any more; give another address.")
	case m.VerifyNeeded && m.VerifiedAt.IsZero():
		return Refuse(EmailUnverified, "Your address is not verified yet: open the link in the mail that asked for it, or have that sent again.")
	}
	return nil
}
