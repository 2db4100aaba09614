package api

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

//go:embed templates/why.html
var whyHTML string

var whyTemplate = template.Must(template.New("why").Parse(whyHTML))

// whyShown is what stands on the page "why did I get no mail?".
type whyShown struct {
	Fault   string // why nothing is shown
	Name    string // whose list it is; empty for the form that asks for address and password
	Mail    string // what holds for every mail
	Notices []noticeRow
	Token   string // what the button for a test mail sends
	Style   template.CSS
}

// noticeRow is a line of the table, in words.
type noticeRow struct{ At, What, Channel, Status, Explained, Game string }

// serveWhy serves the page. No session begins: whoever looks again gives the password again.
func (s *server) serveWhy(engine *gin.Engine) {
	engine.GET("/why", func(c *gin.Context) { s.whyPage(c, http.StatusOK, whyShown{}) })
	engine.POST("/why", s.showWhy)
	engine.POST("/why/test-mail", s.whyTestMail)
}

func (s *server) showWhy(c *gin.Context) {
	fields, err := formFields(c.Request, "email", "password")
	if err != nil {
		s.refuseWhy(c, err)
		return
	}
	shown, err := s.why(c, fields["email"], fields["password"])
	if err != nil {
		s.refuseWhy(c, err)
		return
	}
	s.whyPage(c, http.StatusOK, shown)
}

// why is the page of somebody who knows the password of an account.
func (s *server) why(c *gin.Context, email, password string) (shown whyShown, err error) {
	ctx := c.Request.Context()
	account, err := s.byPassword(ctx, email, password)
	if err != nil {
		return shown, err
	}
	if !account.SuspendedAt.IsZero() {
		return shown, domain.RefuseSuspended()
	}
	standing, err := s.Sent.MailStanding(ctx, account.ID)
	if err != nil {
		return shown, err
	}
	logs, _, err := s.Sent.Deliveries(ctx, domain.DeliveryFilter{Account: account.ID, Limit: 50})
	if err != nil {
		return shown, err
	}
	shown = whyShown{Name: account.Name, Mail: standing.Explain(s.SendsMail, time.UTC)}
	for _, l := range logs {
		shown.Notices = append(shown.Notices, noticeRow{At: l.WantedAt.UTC().Format(domain.TimeLayout), What: noticeWords[l.Notice.Type],
			Channel: channelWords[l.Channel], Status: string(l.Status), Explained: l.Explain(time.UTC), Game: l.Game})
	}
	if standing.Reachable() == nil {
		shown.Token, err = s.tokens.makeTestMail(ctx, account.ID)
	}
	return shown, err
}

// noticeWords and channelWords say for people what the words of the API mean.
var (
	noticeWords = map[domain.NoticeType]string{domain.GameStarted: "The game has started", domain.BidWanted: "A bid is wanted",
		domain.TurnStarted: "It is your turn", domain.Reminder: "Half the time is over", domain.LastReminder: "The time is nearly over",
		domain.DeadlineMoved: "The deadline has moved", domain.GamePaused: "The game is paused", domain.GameResumed: "The game goes on", domain.GameOver: "The game is over", domain.GameAbandoned: "The game was called off",
		domain.SeatLost: "Your seat is not yours any more", domain.SeatOpened: "A seat is open to a substitute",
		domain.InvitationDeclinedNotice: "An invitation of yours was declined", domain.InvitationExpiredNotice: "An invitation of yours was not answered"}
	channelWords = map[domain.Channel]string{domain.ByEmail: "mail", domain.ByWebhook: "webhook"}
)

// whyTestMail is the button. Its token is good for this alone.
func (s *server) whyTestMail(c *gin.Context) {
	token, err := formToken(c.Request)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	ctx := c.Request.Context()
	account, err := s.tokens.readTestMail(ctx, token)
	if err == nil {
		err = s.testMail(ctx, account)
	}
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "It is on its way", Lines: []string{
		"A test mail is on its way to your address. If it is not there in a few minutes, look among the spam.",
		"If it stays away, look at the list again, and then ask the operator of this server."}})
}

// formFields reads a form that has these fields, once each, and no others.
func formFields(r *http.Request, names ...string) (map[string]string, error) {
	if !isForm(r.Header.Get("Content-Type")) {
		return nil, newProblem(unsupportedMediaType, "Press the button on the page, or use the API.")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(body) > maxForm {
		return nil, tooLarge()
	}
	sent, err := url.ParseQuery(string(body))
	fields := map[string]string{}
	for _, name := range names {
		if len(sent[name]) == 1 {
			fields[name] = sent[name][0]
		}
	}
	if err != nil || len(fields) != len(names) || len(sent) != len(names) {
		return nil, newProblem(invalidInput, "This is not what the page sends; open it again and fill in both fields.")
	}
	return fields, nil
}

// refuseWhy shows the form again, with what is wrong.
func (s *server) refuseWhy(c *gin.Context, err error) {
	p, ok := problemOf(err)
	if !ok {
		s.refusePage(c, err)
		return
	}
	if p.retryAfter > 0 {
		c.Header("Retry-After", fmt.Sprint(p.retryAfter))
	}
	s.whyPage(c, p.Status, whyShown{Fault: p.Detail})
}

func (s *server) whyPage(c *gin.Context, status int, shown whyShown) {
	shown.Style = template.CSS(pageCSS) // #nosec G203 -- the style sheet is part of the program
	var b bytes.Buffer
	if err := whyTemplate.Execute(&b, shown); err != nil {
		s.refuse(c, fmt.Errorf("page: %w", err))
		return
	}
	r := reply{status: status, contentType: "text/html; charset=utf-8", body: b.Bytes()}
	if err := r.with("Content-Security-Policy", pagePolicy).write(c.Writer); err != nil {
		s.notSent(c, err)
	}
}
