package api_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

const oneClick = "List-Unsubscribe=One-Click"

// stopLink gives a link out of a mail of a sort to an account, and its token.
func (w *world) stopLink(account string, what domain.NoticeType) (link, token string) {
	token = domain.NewMailToken([16]byte{byte(len(w.store.marks) + 1)})
	w.store.marks[token] = domain.MailToken{Text: token, Purpose: domain.ToUnsubscribe, Account: account, Notice: what}
	return "/unsubscribe?token=" + token, token
}

func multipartForm(name, value string) string {
	return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n--b--\r\n"
}

func TestMailServicesUnsubscribeWithOneClick(t *testing.T) {
	for form, c := range map[string][2]string{"url-encoded": {oneClick, formType}, "with a charset": {oneClick, formType + "; charset=UTF-8"},
		"with a line's end": {oneClick + "\r\n", formType}, "multipart": {multipartForm("List-Unsubscribe", "One-Click"), "multipart/form-data; boundary=b"}} {
		w := newWorld(t)
		link, _ := w.stopLink("account1", domain.BidWanted)
		for range 2 {
			r := httptest.NewRequest(http.MethodPost, link, strings.NewReader(c[0]))
			r.Header.Set("Content-Type", c[1])
			r.RemoteAddr = "203.0.113.7:1234"
			r.Header.Set("Origin", "https://mail.example.com")
			rec := httptest.NewRecorder()
			w.handler.ServeHTTP(rec, r)
			if rec.Code != 200 || rec.Header().Get("Set-Cookie") != "" || rec.Header().Get("Location") != "" {
				t.Errorf("%s: %d %v", form, rec.Code, rec.Header())
			}
		}
		if len(w.store.off) != 1 || !w.store.off["account1 bid_wanted"] {
			t.Errorf("%s: off are %v", form, w.store.off)
		}
	}
}

func TestALinkInAMailChangesNothingUntilItsButtonIsPressed(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	for _, what := range domain.NoticeTypes {
		link, token := w.stopLink("account1", what)
		before := w.store.fingerprint()
		for _, method := range []string{"HEAD", "GET", "GET"} {
			if rec := w.get(method, link); rec.Code != 200 {
				t.Fatalf("%s %s: %d", method, what, rec.Code)
			}
		}
		if w.store.fingerprint() != before {
			t.Fatalf("%s: to look at the page has changed something", what)
		}
		page := html.UnescapeString(w.get("GET", link).Body.String())
		form := regexp.MustCompile(`(?s)<form method="post" action="([^"]+)">\s*<input type="hidden" name="([^"]+)" value="([^"]+)">`).FindStringSubmatch(page)
		if form == nil || form[1] != "unsubscribe?token="+token || form[2]+"="+form[3] != oneClick {
			t.Fatalf("%s: the button sends %q:\n%s", what, form, page)
		}
		if strings.Contains(strings.ToLower(page), "ada") || strings.Contains(page, "example.org") || strings.Contains(page, "account1") {
			t.Errorf("%s: the page says whose it is:\n%s", what, page)
		}
		asks := what == domain.BidWanted || what == domain.TurnStarted || what == domain.GameStarted
		if asks && !strings.Contains(page, "miss") {
			t.Errorf("%s: the page does not say that turns are missed:\n%s", what, page)
		}
		done := w.form("/"+form[1], oneClick, formType)
		if done.Code != 200 || !w.store.off["account1 "+string(what)] || !strings.Contains(done.Body.String(), `action="subscribe"`) {
			t.Errorf("%s: %d, off are %v:\n%s", what, done.Code, w.store.off, done.Body)
		}
		for range 2 {
			if rec := w.form("/subscribe", "token="+token, formType); rec.Code != 200 || w.store.off["account1 "+string(what)] {
				t.Errorf("%s: %d, off are %v", what, rec.Code, w.store.off)
			}
		}
	}
}

func TestADigestIsStoppedLikeAnySortOfMail(t *testing.T) {
	w := newWorld(t)
	link, _ := w.stopLink("account1", domain.InDigests)
	if rec := w.get("GET", link); rec.Code != 200 || !strings.Contains(rec.Body.String(), "gather the news") {
		t.Errorf("%d\n%s", rec.Code, rec.Body)
	}
	for range 2 {
		if rec := w.form(link, oneClick, formType); rec.Code != 200 || !w.store.off["account1 digest"] || strings.Contains(rec.Body.String(), "<form") {
			t.Errorf("%d, off are %v\n%s", rec.Code, w.store.off, rec.Body)
		}
	}
}

func TestWhatIsNotTheOneClickTurnsNothingOff(t *testing.T) {
	w := newWorld(t)
	link, token := w.stopLink("account1", domain.BidWanted)
	reply := domain.NewMailToken([16]byte{99})
	w.store.marks[reply] = domain.MailToken{Text: reply, Purpose: domain.ToReply, Account: "account1", Game: "g", Step: 1}
	before := w.store.fingerprint()
	for situation, c := range map[string][2]string{"nothing": {"", formType}, "another value": {"List-Unsubscribe=Yes", formType}, "another name": {"list-unsubscribe=One-Click", formType},
		"more": {oneClick + "&x=y", formType}, "twice": {oneClick + "&" + oneClick, formType}, "JSON": {`{"List-Unsubscribe":"One-Click"}`, "application/json"},
		"as text": {oneClick, "text/plain"}, "no type": {oneClick, ""}, "odd": {"List-Unsubscribe=%zz", formType}, "long": {oneClick + strings.Repeat("\n", 5000), formType},
		"parts that are none": {oneClick, "multipart/form-data"}, "another part": {multipartForm("x", "One-Click"), "multipart/form-data; boundary=b"},
		"a file": {strings.Replace(multipartForm("List-Unsubscribe", "One-Click"), `"List-Unsubscribe"`, `"List-Unsubscribe"; filename="x"`, 1), "multipart/form-data; boundary=b"}} {
		if rec := w.form(link, c[0], c[1]); rec.Code != 400 || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d", situation, rec.Code)
		}
	}
	wrong := []string{"", "?token=", "?token=x", "?token=" + reply, "?token=" + token[1:], "?token=" + domain.NewMailToken([16]byte{77}), "?token=%00", "?token=" + strings.Repeat("0", 3000)}
	answers := map[string]bool{}
	for _, query := range wrong {
		for _, rec := range []*httptest.ResponseRecorder{w.form("/unsubscribe"+query, oneClick, formType), w.get("GET", "/unsubscribe"+query),
			w.form("/subscribe", strings.TrimPrefix("token="+strings.TrimPrefix(query, "?token="), "?"), formType)} {
			if rec.Code != 404 {
				t.Errorf("%.60q: %d", query, rec.Code)
			}
			answers[rec.Body.String()] = true
		}
	}
	if len(answers) != 1 {
		t.Errorf("wrong tokens are told apart: %v", answers)
	}
	if w.store.fingerprint() != before {
		t.Error("something has changed")
	}
	if log := w.log.String(); strings.Contains(log, token) || strings.Contains(log, reply) {
		t.Errorf("the log holds a token: %s", log)
	}
}

func TestTheProfileSaysThatMailCameBack(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	var me struct {
		Mail *struct {
			SuspendedAt time.Time `json:"suspended_at"`
			Why         string
		}
	}
	w.do("GET", "/v1/me", ada, "").read(&me)
	if me.Mail != nil {
		t.Errorf("nothing came back, and it says %+v", me.Mail)
	}
	for i := range w.store.accounts {
		w.store.accounts[i].MailSuspendedAt, w.store.accounts[i].MailSuspendedWhy = w.at, "5.1.1"
	}
	w.do("GET", "/v1/me", ada, "").read(&me)
	if me.Mail == nil || !me.Mail.SuspendedAt.Equal(w.at) || me.Mail.Why != "5.1.1" {
		t.Errorf("it says %+v", me.Mail)
	}
}
