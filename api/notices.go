package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tender/domain"
)

func (s *server) ListNotices(ctx context.Context, r ListNoticesRequestObject) (ListNoticesResponseObject, error) {
	account := callerOf(ctx).account
	standing, err := s.Sent.MailStanding(ctx, account)
	if err != nil {
		return nil, err
	}
	filter := domain.DeliveryFilter{Account: account, Game: given(r.Params.Game), After: given(r.Params.Cursor), Limit: defaultDeliveries}
	query := url.Values{}
	if r.Params.Game != nil {
		query.Set("game", filter.Game)
	}
	if r.Params.Limit != nil {
		filter.Limit = *r.Params.Limit
		query.Set("limit", strconv.Itoa(filter.Limit))
	}
	logs, next, err := s.deliveries(ctx, filter)
	if err != nil {
		return nil, err
	}
	more := s.nextPage("/v1/me/notices", next, query)
	if wantsText(ctx) {
		return asText(noticesText(standing.Explain(s.SendsMail, time.UTC), logs, more)).linking(more), nil
	}
	page := NoticeList{Notices: []Delivery{}, Mail: MailStanding{Sent: s.SendsMail, Verified: !standing.VerifiedAt.IsZero(),
		SuspendedAt: timeOrNull(standing.SuspendedAt), Explained: standing.Explain(s.SendsMail, time.UTC)}}
	for _, l := range logs {
		page.Notices = append(page.Notices, shownNotice(l))
	}
	if next != "" {
		page.Next = &next
	}
	answer, err := asJSON(http.StatusOK, page)
	return answer.linking(more), err
}

// shownNotice is a delivery without a receiver's own words: who may read notices may not manage webhooks.
func shownNotice(l domain.DeliveryLog) Delivery {
	d := shownDelivery(l)
	for i := range d.Attempts {
		if l.Channel == domain.ByWebhook {
			d.Attempts[i].Detail = ""
		}
	}
	return d
}

// clockLayout writes a moment in UTC where there is little room.
const clockLayout = "2006-01-02 15:04"

// noticesText draws notices as a table in lines of at most textWidth columns, with a sentence under each. more is the
// address of the next page, one line however long; empty on the last page.
func noticesText(mail string, logs []domain.DeliveryLog, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", wrapped(mail, ""))
	if len(logs) == 0 {
		b.WriteString("There was nothing to tell you lately.\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%-16s  %-14s  %-7s  %-9s  %s\n", "wanted (UTC)", "notice", "by", "status", "attempts")
	for _, l := range logs {
		fmt.Fprintf(&b, "%-16s  %-14s  %-7s  %-9s  %d\n", l.WantedAt.UTC().Format(clockLayout), l.Notice.Type, l.Channel, l.Status, len(l.Tries))
		fmt.Fprintf(&b, "%s\n", wrapped(l.Explain(time.UTC), "    "))
		fmt.Fprintf(&b, "    seat %d, step %d, GET /v1/games/%s\n", l.Notice.Seat, l.Notice.Step, l.Game)
	}
	if more != "" {
		fmt.Fprintf(&b, "\nmore: %s\n", more)
	}
	return b.String()
}

func (s *server) SendTestMail(ctx context.Context, _ SendTestMailRequestObject) (SendTestMailResponseObject, error) {
	if err := s.testMail(ctx, callerOf(ctx).account); err != nil {
		return nil, err
	}
	return reply{status: http.StatusAccepted}, nil
}

// testMail sends an account a test mail. They are counted apart from the mails that are needed.
func (s *server) testMail(ctx context.Context, account string) error {
	if err := s.limitMail(ctx, "test of "+account); err != nil {
		return err
	}
	return unlessTooMany(s.Sent.SendTestMail(ctx, account))
}
