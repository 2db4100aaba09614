package api

import (
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// The page that turns a sort of mail off, RFC 8058: mail services press its button for people by a POST without a cookie,
// so it asks for no sign-in, leads nowhere else, and may be pressed twice. The token in the link says whose mail of which
// sort; to look at the page changes nothing.

// oneClick is the one field that is posted, by mail services and by the page, and its value.
const oneClick, oneClickValue = "List-Unsubscribe", "One-Click"

// sortOfMail says what is turned off, and what that means for its reader.
type sortOfMail struct{ mails, mind string }

// missTurns is what to mind where a mail asks for a move.
const missTurns = "Mind: without it nobody tells you by mail, and you miss the turn unless you look for yourself or a webhook tells you. What stands for those who do not move is then played for you."

var sortsOfMail = map[domain.NoticeType]sortOfMail{
	domain.GameStarted:   {"that a game of yours has started", "Mind: the same mail asks for your first move. Without it you miss that unless you look for yourself or a webhook tells you."},
	domain.BidWanted:     {"that a sealed bid is wanted from you", missTurns},
	domain.TurnStarted:   {"that it is your turn", missTurns},
	domain.Reminder:      {"that remind you when half the time to move is over", "The last reminder, shortly before the deadline, is a sort of its own and still comes."},
	domain.LastReminder:  {"that remind you shortly before the deadline", "The first reminder, at half the time, is a sort of its own and still comes."},
	domain.DeadlineMoved: {"that a deadline has moved", "Mind: what earlier mails said of it does not hold then, and you may move too late."},
	domain.GamePaused:    {"that a game of yours is paused", ""},
	domain.GameResumed:   {"that a game of yours that was paused goes on", "Mind: the time to move runs again then."},
	domain.GameOver:      {"that a game of yours is over, with the scores", ""},
	domain.GameAbandoned: {"that a game of yours was called off", ""},
	domain.SeatLost:      {"that you have lost your seat in a game", "Mind: until you take it back, others play on without you."},
	domain.SeatOpened:    {"that a seat at your table is open to a substitute", ""},
	domain.InDigests:     {"that gather the news of your games", "Mind: what you chose to have in them is not sent by mail at all then. PUT /v1/me/notifications chooses anew."},
}

// lines say what is turned off, or was.
func (m sortOfMail) lines(first string) []string {
	lines := []string{first}
	if m.mind != "" {
		lines = append(lines, m.mind)
	}
	return append(lines, "All other mails go on as they are.")
}

func (s *server) serveUnsubscribe(engine *gin.Engine) {
	engine.GET("/unsubscribe", s.unsubscribePage)
	engine.POST("/unsubscribe", s.unsubscribe)
	engine.POST("/subscribe", s.subscribe)
}

func (s *server) unsubscribePage(c *gin.Context) {
	t, err := s.MailTokens.MailTokenByText(c.Request.Context(), c.Query("token"))
	if err == nil && t.Purpose != domain.ToUnsubscribe {
		err = noSuchLink()
	}
	if err != nil {
		s.refuseLink(c, err)
		return
	}
	sort := sortsOfMail[t.Notice]
	s.page(c, http.StatusOK, pageShown{Title: "Stop mails of this sort", Lines: sort.lines("The button stops mails to you " + sort.mails + ", of all games."),
		Action: "unsubscribe?token=" + t.Text, Field: oneClick, Token: oneClickValue, Button: "Stop these mails"})
}

func (s *server) unsubscribe(c *gin.Context) {
	if !isOneClick(c.Request) {
		s.page(c, http.StatusBadRequest, pageShown{Title: "Nothing has changed", Lines: []string{"This is not what the page or a mail program sends; open the link in the mail and press the button."}})
		return
	}
	what, err := s.MailTokens.TurnMail(c.Request.Context(), c.Query("token"), false)
	if err != nil {
		s.refuseLink(c, err)
		return
	}
	sort := sortsOfMail[what]
	done := pageShown{Title: "These mails have stopped", Lines: sort.lines("No more mails are sent to you " + sort.mails + ".")}
	if what != domain.InDigests { // that cannot be undone by itself
		done.Action, done.Token, done.Button = "subscribe", c.Query("token"), "Turn them on again"
	}
	s.page(c, http.StatusOK, done)
}

func (s *server) subscribe(c *gin.Context) {
	token, err := formToken(c.Request)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	what, err := s.MailTokens.TurnMail(c.Request.Context(), token, true)
	if err != nil {
		s.refuseLink(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "These mails are on again", Lines: []string{"Mails are sent to you again " + sortsOfMail[what].mails + "."}})
}

func noSuchLink() error { return domain.Refuse(domain.NotFound, "") }

// refuseLink says the same of every link that turns nothing off, whatever is wrong with it.
func (s *server) refuseLink(c *gin.Context, err error) {
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound {
		err = domain.Refuse(domain.NotFound, "This link turns nothing off; copy all of it from the mail.")
	}
	s.refusePage(c, err)
}

// isOneClick says whether a request's body is the one field, in either of the forms that RFC 8058 allows.
func isOneClick(r *http.Request) bool {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(body) > maxForm {
		return false
	}
	var fields url.Values
	switch kind {
	case "application/x-www-form-urlencoded":
		fields, err = url.ParseQuery(strings.TrimRight(string(body), "\r\n"))
	case "multipart/form-data":
		var form *multipart.Form
		if form, err = multipart.NewReader(strings.NewReader(string(body)), params["boundary"]).ReadForm(maxForm); err == nil && len(form.File) == 0 {
			fields = form.Value
		}
	}
	return err == nil && len(fields) == 1 && len(fields[oneClick]) == 1 && fields[oneClick][0] == oneClickValue
}
