package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"tender/domain"
)

// Sent knows what was sent to people, and sends it again.
type Sent interface {
	// Deliveries lists deliveries with their attempts, newest first. A webhook of somebody else is domain.NotFound.
	Deliveries(ctx context.Context, f domain.DeliveryFilter) (list []domain.DeliveryLog, next string, err error)
	// RedeliverFailed sends what failed since a time again, or only counts it; more says that there are others.
	RedeliverFailed(ctx context.Context, account, hook string, since time.Time, dry bool) (n int, more bool, err error)
	MailStanding(ctx context.Context, account string) (domain.MailStanding, error)
	// SendTestMail is refused with domain.EmailUnverified, domain.MailSuspended or domain.TooManyMails.
	SendTestMail(ctx context.Context, account string) error
}

// defaultDeliveries is the length of a page of deliveries; the contract says the same.
const defaultDeliveries = 20

func (s *server) ListDeliveries(ctx context.Context, r ListDeliveriesRequestObject) (ListDeliveriesResponseObject, error) {
	filter := domain.DeliveryFilter{Account: callerOf(ctx).account, Webhook: r.Id, Status: domain.DeliveryStatus(given(r.Params.Status)),
		After: given(r.Params.Cursor), Limit: defaultDeliveries}
	query := url.Values{}
	if r.Params.Status != nil {
		query.Set("status", string(*r.Params.Status))
	}
	if r.Params.Limit != nil {
		filter.Limit = *r.Params.Limit
		query.Set("limit", strconv.Itoa(filter.Limit))
	}
	logs, next, err := s.deliveries(ctx, filter)
	if err != nil {
		return nil, err
	}
	page := DeliveryList{Deliveries: []Delivery{}}
	for _, l := range logs {
		page.Deliveries = append(page.Deliveries, shownDelivery(l))
	}
	if next != "" {
		page.Next = &next
	}
	answer, err := asJSON(http.StatusOK, page)
	return answer.linking(s.nextPage("/v1/me/webhooks/"+r.Id+"/deliveries", next, query)), err
}

// deliveries reads a page; a cursor that is none is the query's fault.
func (s *server) deliveries(ctx context.Context, f domain.DeliveryFilter) ([]domain.DeliveryLog, string, error) {
	logs, next, err := s.Sent.Deliveries(ctx, f)
	if refusal, ok := domain.AsRefusal(err); ok && refusal.Code == domain.InvalidCursor {
		p := refused(refusal)
		p.Errors = []fault{{Parameter: "cursor", Detail: refusal.Text}}
		return nil, "", p
	}
	return logs, next, err
}

// shownDelivery is a delivery as its owner sees it.
func shownDelivery(l domain.DeliveryLog) Delivery {
	d := Delivery{Id: l.ID, Game: l.Game, Type: string(l.Notice.Type), Seat: l.Notice.Seat, Step: l.Notice.Step, Channel: Channel(l.Channel),
		Seq: l.Seq, Status: DeliveryStatus(l.Status), Why: string(l.Why), Explained: l.Explain(time.UTC), CreatedAt: l.CreatedAt.UTC(),
		WantedAt: l.WantedAt.UTC(), Attempts: []Attempt{}}
	if l.Target != "" {
		d.Webhook = &l.Target
	}
	if l.Status == domain.Pending {
		d.NextAttemptAt = timeOrNull(l.DueAt)
	}
	for _, a := range l.Tries {
		d.Attempts = append(d.Attempts, shownAttempt(a))
	}
	return d
}

func shownAttempt(a domain.Attempt) Attempt {
	return Attempt{At: a.At.UTC(), TookMs: a.Took.Milliseconds(), Status: DeliveryStatus(a.Status), Answer: a.Answer, Detail: a.Detail, Manual: a.Manual}
}

func (s *server) Redeliver(ctx context.Context, r RedeliverRequestObject) (RedeliverResponseObject, error) {
	account := callerOf(ctx).account
	if standing := s.limits.redeliveries.take(ctx, account); !standing.ok {
		return nil, tooMany(standing, "notices sent again")
	}
	attempt, err := s.SendAgain(ctx, account, r.Id, r.Delivery)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, shownAttempt(attempt))
}

func (s *server) RedeliverFailed(ctx context.Context, r RedeliverFailedRequestObject) (RedeliverFailedResponseObject, error) {
	dry := given(r.Body.DryRun)
	n, more, err := s.Sent.RedeliverFailed(ctx, callerOf(ctx).account, r.Id, r.Body.Since, dry)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, Redelivery{Count: n, More: more, DryRun: dry})
}

func (s *server) TestWebhook(ctx context.Context, r TestWebhookRequestObject) (TestWebhookResponseObject, error) {
	account := callerOf(ctx).account
	hooks, err := s.Webhooks.Webhooks(ctx, account)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(hooks, func(h domain.Webhook) bool { return h.ID == r.Id })
	if i < 0 {
		return nil, domain.Refuse(domain.NotFound, "There is no such webhook; check the id.")
	}
	if standing := s.limits.hookTests.take(ctx, account); !standing.ok {
		return nil, tooMany(standing, "test messages")
	}
	attempt, err := s.TestHook(ctx, hooks[i])
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, shownAttempt(attempt))
}
