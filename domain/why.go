package domain

import (
	"strings"
	"time"
)

// Explain says in a sentence what has become of a delivery or what it waits for, for its owner. Times are in zone.
func (l DeliveryLog) Explain(zone *time.Location) string {
	at := func(t time.Time) string { return t.In(zone).Format(TimeLayout) }
	switch l.Status {
	case Delivered:
		return l.delivered(at)
	case Pending:
		return l.pending(at)
	case Dropped, Failed, Withheld:
	}
	said := sentence(l.cause())
	if l.Status == Failed && l.Attempts > 1 {
		said += " It was given up after " + itoa(l.Attempts) + " attempts."
	}
	return said
}

// delivered names the attempt that went well.
func (l DeliveryLog) delivered(at func(time.Time) string) string {
	when := l.FinishedAt
	if when.IsZero() {
		return "It was delivered."
	}
	last := l.last()
	switch {
	case l.Channel == ByEmail && last.Detail == ToFile:
		return "The mail was written to a file on " + at(when) + "; this server sends none."
	case l.Channel == ByEmail:
		return "The mail service took the mail on " + at(when) + "; if it is not in your inbox, look among the spam."
	case last.Status == Delivered && last.Answer > 0:
		return "The webhook answered " + itoa(last.Answer) + " on " + at(when) + "."
	}
	return "The webhook took it on " + at(when) + "."
}

// pending says what a delivery waits for.
func (l DeliveryLog) pending(at func(time.Time) string) string {
	switch {
	case l.Why == WhyQuietHours:
		return "Kept until " + at(l.DueAt) + ", the end of your quiet hours."
	case l.Why == WhyDigest && !l.DigestAt.IsZero():
		return "Kept for your digest on " + at(l.DigestAt) + "."
	case l.Why == WhyDigest:
		return "Kept for your next digest."
	case l.Why == WhyAsked:
		return "You asked for it to be sent again; it is on its way."
	case l.Why == "" && l.Attempts == 0 && l.WantedAt.After(l.CreatedAt):
		return "It is to be sent on " + at(l.WantedAt) + ", if it is still called for then."
	case l.Why == "" && l.Attempts == 0:
		return "It is on its way."
	}
	return sentence(l.cause()) + " It is tried again on " + at(l.DueAt) + "."
}

// causes are what the reasons mean that are the same for every channel.
var causes = map[Why]string{
	WhyOff:          "you turned these notices off",
	WhySuperseded:   "a later notice of the same turn said all that it would have",
	WhyNotOwed:      "when its time came your move was in, the turn over, or the deadline another",
	WhyUnverified:   "your address is not verified; open the link in the mail that asked for it, or have that sent again",
	WhySuspended:    "mails to your address came back, so none are sent there any more",
	WhyBusy:         "others to the same receiver were under way",
	WhyServiceDown:  "the mail service of this server could not be reached",
	WhyForbidden:    "the webhook's address is one to which this server does not send",
	WhyHookDisabled: "the webhook is disabled",
	WhyGone:         "the game or the webhook has been removed",
	WhyInternal:     "something went wrong in the server",
}

// cause is why a delivery has not arrived, without the capital and the full stop of a sentence.
func (l DeliveryLog) cause() string {
	if said, ok := causes[l.Why]; ok {
		return said
	}
	last := l.last()
	switch {
	case l.Channel == ByWebhook && last.Answer > 0: // its words are the receiver's, not ours
		return "the webhook answered " + itoa(last.Answer)
	case last.Detail != "" && !last.Manual:
		return last.Detail
	case l.Why == WhyUnreachable:
		return "the receiver could not be reached"
	case l.Why == WhyRefused:
		return "the receiver did not take it"
	}
	return "it did not go out"
}

// last is the last attempt, the zero one if none is kept.
func (l DeliveryLog) last() Attempt {
	if len(l.Tries) == 0 {
		return Attempt{}
	}
	return l.Tries[len(l.Tries)-1]
}

// sentence begins with a capital and ends in a full stop.
func sentence(said string) string {
	return strings.ToUpper(said[:1]) + said[1:] + "."
}

// Explain says in a sentence what holds for every mail to an account. sent is whether this server sends mail at all.
func (m MailStanding) Explain(sent bool, zone *time.Location) string {
	switch {
	case !sent:
		return "This server sends no mail: its operator has set up no mail service, and mails are written to files."
	case !m.SuspendedAt.IsZero():
		return "Mails to your address came back, so none are sent there since " + m.SuspendedAt.In(zone).Format(TimeLayout) + "; give another address."
	case m.VerifiedAt.IsZero() && m.VerifyNeeded:
		return "Your address is not verified, so nothing else is sent there; open the link in the mail that asked for it, or have that sent again."
	case m.VerifiedAt.IsZero():
		return "Mail is sent to your address, which nobody has verified; check that it is spelt right."
	}
	return "Your address is verified, and mail is sent there."
}
