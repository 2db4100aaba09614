package notify

import (
	"context"

	"tender/domain"
)

// Channels says over which channels a notice goes. Webhooks get every notice. So does e-mail, except that the first
// call to move of a game is part of the mail that says that the game has started: one mail, not two.
func Channels(n domain.Notice) []domain.Channel {
	if n.AtStart && (n.Type == domain.BidWanted || n.Type == domain.TurnStarted) {
		return []domain.Channel{domain.ByWebhook}
	}
	return []domain.Channel{domain.ByEmail, domain.ByWebhook}
}

// How many are under way at once, and how many more wait before others are put off.
const (
	mailAtOnce  = 8
	hooksAtOnce = 4   // for each account
	maxWaiting  = 128 // for each account
)

// way is how a delivery goes over its channel.
type way struct {
	lane string // whom it may keep waiting: those in the same lane
	wide int    // how many of the lane may be under way at once
	long int    // how many more may wait

	carry func(ctx context.Context, d domain.Delivery) // makes one attempt and writes down how it went
}

// sender sends what is owed.
type sender func(ctx context.Context, d domain.Delivery, v domain.View, to domain.Account) Reply

// wayOf is the only place that knows how the channels differ. All mails go to one server and share a lane. Webhooks have
// their owner's, whichever hook it is: opening many must not help.
func (w *Worker) wayOf(d domain.Delivery) way {
	switch {
	case d.Channel == domain.ByEmail && !d.DigestAt.IsZero():
		return way{"", mailAtOnce, maxHeld, w.digest}
	case d.Channel == domain.ByEmail:
		return way{"", mailAtOnce, maxHeld, w.alone(w.mail)}
	case d.Channel == domain.ByWebhook:
		return way{d.Account, hooksAtOnce, maxWaiting, w.alone(w.hook)}
	}
	return way{d.Account, hooksAtOnce, maxWaiting, w.alone(nowhere)}
}

// mail sends a mail with all the news since the last one.
func (w *Worker) mail(ctx context.Context, d domain.Delivery, v domain.View, to domain.Account) Reply {
	news, err := w.Store.News(ctx, d, maxNews+1)
	if err != nil {
		return unknown(err)
	}
	return w.Mailer.Mail(ctx, d, v, to, news...)
}

// hook sends to a webhook that is still there, still its account's, and still wants it.
func (w *Worker) hook(ctx context.Context, d domain.Delivery, v domain.View, _ domain.Account) Reply {
	hook, err := w.Store.WebhookByID(ctx, d.Target)
	if err != nil {
		return unknown(err)
	}
	switch {
	case hook.Account != d.Account:
		return Reply{Status: domain.Dropped, Why: domain.WhyGone, Detail: "the webhook has another owner"}
	case hook.Disabled():
		return Reply{Status: domain.Dropped, Why: domain.WhyHookDisabled, Detail: "the webhook is disabled"}
	case !hook.Wants(d.Notice.Type):
		return Reply{Status: domain.Dropped, Why: domain.WhyOff, Detail: "the webhook is not told of this"}
	}
	if d.Seq == 0 {
		if d.Seq, err = w.Store.NumberDelivery(ctx, d); err != nil {
			return unknown(err)
		}
	}
	return w.Hooks.Hook(ctx, d, v, hook)
}

func nowhere(context.Context, domain.Delivery, domain.View, domain.Account) Reply {
	return Reply{Status: domain.Failed, Why: domain.WhyInternal, Detail: "no such channel"}
}
