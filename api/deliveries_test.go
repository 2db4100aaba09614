package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/api"
	"tender/domain"
)

// logged is a world in which Ada has a webhook with some deliveries, and Ben too.
func logged(t *testing.T) (w *world, ada, ben string) {
	w = newWorld(t)
	ada, ben = w.person("Ada"), w.person("Ben")
	for _, token := range []string{ada, ben} {
		w.want(201, w.do("POST", "/v1/me/webhooks", token, `{"url":"https://hooks.example.org/`+token[len(token)-5:]+`"}`))
	}
	for i, hook := range w.store.hooks {
		for n := range 3 {
			w.store.sent.deliveries = append(w.store.sent.deliveries, w.delivery(fmt.Sprintf("d%d%d", i, n), hook.Account, domain.ByWebhook, hook.ID,
				[]domain.DeliveryStatus{domain.Delivered, domain.Failed, domain.Pending}[n]))
		}
	}
	return w, ada, ben
}

func (w *world) delivery(id, account string, channel domain.Channel, target string, status domain.DeliveryStatus) domain.DeliveryLog {
	at := w.now()
	l := domain.DeliveryLog{Delivery: domain.Delivery{ID: id, Game: "7fq2m8x4zt", Account: account, Channel: channel, Target: target, Status: status,
		Seq: 4, CreatedAt: at, WantedAt: at, DueAt: at.Add(time.Hour), Attempts: 1,
		Notice: domain.Notice{Type: domain.BidWanted, Seat: 2, Step: 14}}}
	try := domain.Attempt{At: at, Took: 41 * time.Millisecond, Status: status, Answer: 503, Detail: "words of " + id}
	if status == domain.Delivered {
		l.FinishedAt, try.Answer = at, 204
	} else {
		l.Why = domain.WhyRefused
	}
	l.Tries = []domain.Attempt{try}
	return l
}

type deliveries struct {
	Deliveries, Notices []struct {
		ID, Status, Why, Explained string
		Webhook                    *string
		NextAttemptAt              *time.Time `json:"next_attempt_at"`
		Attempts                   []struct {
			Answer int
			Detail string
			Manual bool
			TookMS int `json:"took_ms"`
		}
	}
	Mail struct{ Explained string }
	Next string
}

func TestTheLogOfAWebhookSaysWhatWasSentAndAnswered(t *testing.T) {
	w, ada, _ := logged(t)
	var all deliveries
	hook := w.store.hooks[0].ID
	w.do("GET", "/v1/me/webhooks/"+hook+"/deliveries", ada, "").read(&all)
	if len(all.Deliveries) != 3 {
		t.Fatalf("%+v", all)
	}
	for i, d := range all.Deliveries {
		if len(d.Attempts) != 1 || d.Attempts[0].Detail != fmt.Sprint("words of d0", i) || d.Attempts[0].TookMS != 41 || d.Webhook == nil ||
			*d.Webhook != hook || (d.NextAttemptAt != nil) != (d.Status == "pending") {
			t.Errorf("%+v", d)
		}
		if want := []string{"The webhook answered 204 on", "The webhook answered 503.", "The webhook answered 503. It is tried again on"}[i]; !strings.HasPrefix(d.Explained, want) {
			t.Errorf("explained as %q", d.Explained)
		}
	}
	var failed deliveries
	w.do("GET", "/v1/me/webhooks/"+hook+"/deliveries?status=failed", ada, "").read(&failed)
	if len(failed.Deliveries) != 1 || failed.Deliveries[0].ID != "d01" {
		t.Errorf("failed: %+v", failed)
	}
	first := w.do("GET", "/v1/me/webhooks/"+hook+"/deliveries?limit=2", ada, "")
	link := first.Header().Get("Link")
	target := strings.TrimSuffix(strings.TrimPrefix(link, "<"+publicURL), `>; rel="next"`)
	var second deliveries
	w.do("GET", target, ada, "").read(&second)
	if len(second.Deliveries) != 1 || second.Deliveries[0].ID != "d02" || second.Next != "" {
		t.Errorf("%s leads to %+v", link, second)
	}
	w.refused(400, domain.InvalidCursor, w.do("GET", "/v1/me/webhooks/"+hook+"/deliveries?cursor=none", ada, ""))
	w.refused(422, "invalid_input", w.do("GET", "/v1/me/webhooks/"+hook+"/deliveries?status=lost", ada, ""))
}

func TestNobodyReachesAnothersDeliveries(t *testing.T) {
	w, ada, ben := logged(t)
	mine := w.store.hooks[1].ID // Ben's
	for _, request := range []struct{ method, path, body string }{
		{"GET", "/v1/me/webhooks/" + mine + "/deliveries", ""},
		{"POST", "/v1/me/webhooks/" + mine + "/deliveries/d10/redeliver", ""},
		{"POST", "/v1/me/webhooks/" + w.store.hooks[0].ID + "/deliveries/d10/redeliver", ""}, // her hook, his delivery
		{"POST", "/v1/me/webhooks/" + mine + "/redeliver", `{"since":"2020-01-01T00:00:00Z"}`},
		{"POST", "/v1/me/webhooks/" + mine + "/test", ""},
	} {
		w.refused(404, domain.NotFound, w.do(request.method, request.path, ada, request.body))
	}
	if len(w.store.sent.tested) != 0 || w.store.sent.deliveries[4].Status != domain.Failed {
		t.Errorf("something was sent: %+v", w.store.sent)
	}
	notices := w.do("GET", "/v1/me/notices", ben, "").Body.String()
	if strings.Contains(notices, `"d0`) || !strings.Contains(notices, `"d10"`) {
		t.Errorf("Ben's notices: %s", notices)
	}
}

func TestANoticeIsSentAgainOnceInTenSeconds(t *testing.T) {
	w, ada, _ := logged(t)
	w.store.sent.answer = domain.Attempt{Status: domain.Delivered, Answer: 204}
	target := "/v1/me/webhooks/" + w.store.hooks[0].ID + "/deliveries/d00/redeliver"
	var a struct {
		Status string
		Manual bool
	}
	w.do("POST", target, ada, "").read(&a)
	if a.Status != "delivered" || !a.Manual {
		t.Errorf("%+v", a)
	}
	w.refused(409, domain.SentLately, w.do("POST", target, ada, ""))
	w.pass(10 * time.Second)
	w.want(200, w.do("POST", target, ada, ""))
}

func TestFailedNoticesAreCountedBeforeTheyAreSentAgain(t *testing.T) {
	w, ada, _ := logged(t)
	hook := w.store.hooks[0].ID
	for _, c := range []struct {
		body string
		want string
	}{
		{`{"since":"2026-03-01T09:30:00Z","dry_run":true}`, `{"count":1,"dry_run":true,"more":false}`},
		{`{"since":"2026-03-01T09:30:01Z"}`, `{"count":0,"dry_run":false,"more":false}`},
		{`{"since":"2026-03-01T09:30:00Z"}`, `{"count":1,"dry_run":false,"more":false}`},
		{`{"since":"2026-03-01T09:30:00Z"}`, `{"count":0,"dry_run":false,"more":false}`},
	} {
		if a := w.do("POST", "/v1/me/webhooks/"+hook+"/redeliver", ada, c.body); a.Code != 200 || strings.TrimSpace(a.Body.String()) != c.want {
			t.Errorf("%s: %d %s", c.body, a.Code, a.Body)
		}
	}
}

func TestATestMessageGoesToTheHookFiveTimesAMinute(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 600})
	ada := w.person("Ada")
	w.want(201, w.do("POST", "/v1/me/webhooks", ada, `{"url":"https://hooks.example.org/"}`))
	w.store.sent.answer = domain.Attempt{At: w.now(), Status: domain.Failed, Answer: 401, Detail: "no such signature", Manual: true}
	target := "/v1/me/webhooks/" + w.store.hooks[0].ID + "/test"
	for range 5 {
		a := w.do("POST", target, ada, "")
		if w.want(200, a); !strings.Contains(a.Body.String(), `"answer":401,"at":"2026-03-01T09:30:00Z","detail":"no such signature"`) {
			t.Errorf("%s", a.Body)
		}
	}
	w.refused(429, "rate_limited", w.do("POST", target, ada, ""))
	if len(w.store.sent.tested) != 5 {
		t.Errorf("%d were sent", len(w.store.sent.tested))
	}
}
