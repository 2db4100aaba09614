package api_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tender/api"
	"tender/domain"
)

const whyForm = "email=ada%40example.org&password=correct+horse+battery+staple"

func TestThePageShowsWhoKnowsThePasswordWhatWasSent(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	w.person("Ben")
	w.store.sent = w.quiet("7fq2m8x4zt", w.store.accounts[0].ID)
	w.store.sent.deliveries = append(w.store.sent.deliveries, w.delivery("theirs", w.store.accounts[1].ID, domain.ByWebhook, "hook", domain.Failed))
	before := w.store.fingerprint()
	form := w.get("GET", "/why")
	if form.Code != 200 || !strings.Contains(form.Body.String(), `<form method="post" action="why">`) {
		t.Fatalf("%d %s", form.Code, form.Body)
	}
	page := w.form("/why", whyForm, formType)
	text := html.UnescapeString(page.Body.String())
	for _, want := range []string{"Ada: Your address is verified", "the end of your quiet hours.", "The mail service took the mail on Sun 1 Mar 2026, 09:30 UTC",
		"<th scope=\"col\">Wanted</th>", "A bid is wanted", "Send me a test mail"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, bad := range []string{"webhook", "<script", "example.org", "style=", "correct horse"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page holds %s:\n%s", bad, text)
		}
	}
	if policy := page.Header().Get("Content-Security-Policy"); page.Code != 200 || policy != form.Header().Get("Content-Security-Policy") ||
		!strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || page.Header().Get("Cache-Control") != "no-store" || page.Header().Get("Set-Cookie") != "" {
		t.Errorf("%d %v", page.Code, page.Header())
	}
	if w.store.fingerprint() != before {
		t.Error("looking at the page has changed something")
	}
}

func TestThePageTakesAPasswordAsSparinglyAsTheSignIn(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{SignIns: 5})
	w.store.accounts = append(w.store.accounts, domain.Account{ID: "a", EmailKey: "ada@example.org"})
	for n := range 7 {
		page := w.form("/why", "email=ada%40example.org&password=wrong", formType)
		want := 401
		if n >= 5 {
			want = 429
		}
		if page.Code != want || !strings.Contains(page.Body.String(), `<form method="post" action="why">`) || want == 429 && page.Header().Get("Retry-After") == "" {
			t.Errorf("try %d: %d %s", n, page.Code, page.Body)
		}
	}
}

func TestThePageRefusesWhatItDoesNotSend(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	for situation, c := range map[string][2]string{"JSON": {`{"email":"ada@example.org","password":"correct horse battery staple"}`, "application/json"}, "nothing": {"", formType},
		"one field": {"email=ada%40example.org", formType}, "twice": {whyForm + "&email=x", formType}, "more": {whyForm + "&x=1", formType},
		"odd": {"email=%zz&password=x", formType}, "long": {whyForm + strings.Repeat("x", 5000), formType}} {
		if page := w.form("/why", c[0], c[1]); page.Code < 400 || page.Code >= 500 || !strings.HasPrefix(page.Header().Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", situation, page.Code, page.Body)
		}
	}
	w.store.accounts[0].SuspendedAt = w.now()
	if page := w.form("/why", whyForm, formType); page.Code != 403 {
		t.Errorf("suspended: %d", page.Code)
	}
}

func TestTheButtonSendsATestMailAndIsGoodForNothingElse(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.store.sent.standing = domain.MailStanding{VerifiedAt: w.now()}
	token := func() string {
		found := regexp.MustCompile(`action="why/test-mail">\s*<input type="hidden" name="token" value="([^"]+)"`).FindStringSubmatch(w.form("/why", whyForm, formType).Body.String())
		if found == nil {
			t.Fatal("no button")
		}
		return found[1]
	}
	press := func(token string) int {
		return w.form("/why/test-mail", "token="+url.QueryEscape(token), formType).Code
	}
	good := token()
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", good, ""))
	for _, wrong := range []string{"", "x", ada, good[:len(good)-2]} {
		if status := press(wrong); status != 401 {
			t.Errorf("%q: %d", wrong, status)
		}
	}
	if len(w.store.letters) != 0 {
		t.Fatalf("sent %v", w.store.letters)
	}
	if status := press(good); status != 200 || len(w.store.letters) != 1 {
		t.Errorf("%d, %v", status, w.store.letters)
	}
	w.pass(15 * time.Minute)
	if status := press(good); status != 401 {
		t.Errorf("after a quarter of an hour: %d", status)
	}
	w.store.sent.standing.SuspendedAt = w.now()
	if page := w.form("/why", whyForm, formType).Body.String(); strings.Contains(page, "test-mail") || !strings.Contains(page, "came back") {
		t.Errorf("a button that cannot work: %s", page)
	}
}
