package api

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// The pages that links in mails lead to. They are for people with a browser, so the contract does not describe them. To
// look at one, as scanners of mail do with every link, changes nothing and uses nothing up: the button does, by POST.

//go:embed templates/page.html
var pageHTML string

//go:embed templates/page.css
var pageCSS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// pagePolicy lets a page have its own style and post its form to this server, and nothing else: no script, nothing from
// elsewhere, in nobody's frame.
var pagePolicy = func() string {
	sum := sha256.Sum256([]byte(pageCSS))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}()

// maxForm is the longest form that a page sends, in bytes.
const maxForm = 4 << 10

// pageShown is what stands on a page.
type pageShown struct {
	Title  string
	Lines  []string
	Token  string // what the button sends; no button if it is empty
	Field  string // as what: token unless given
	Action string // where to, relative to the page
	Button string
	Given  []copied
	Style  template.CSS
}

// copied is something to copy from a page.
type copied struct{ Name, Value string }

func (s *server) servePages(engine *gin.Engine) {
	engine.GET("/verify", func(c *gin.Context) {
		s.ask(c, pageShown{Title: "Is this address yours?", Action: "verify", Button: "Yes, it is mine",
			Lines: []string{"If you know the account that the mail names, press the button: the address becomes its own. Otherwise close this page."}})
	})
	engine.POST("/verify", s.verifyPage)
	engine.GET("/sign-in", func(c *gin.Context) {
		s.ask(c, pageShown{Title: "Sign in", Action: "sign-in", Button: "Sign in",
			Lines: []string{"The button signs you in and shows your tokens. The link works once."}})
	})
	engine.POST("/sign-in", s.signInPage)
	s.serveUnsubscribe(engine)
	s.serveInvited(engine)
	s.serveWhy(engine)
	if s.Provider != nil {
		engine.GET("/v1/sessions/oidc", s.toProvider)
		engine.GET("/v1/sessions/oidc/callback", s.fromProvider)
	}
}

// ask shows a page with a button that sends the token of the link.
func (s *server) ask(c *gin.Context, p pageShown) {
	p.Token = c.Query("token")
	if p.Token == "" || len(p.Token) > 256 {
		s.refusePage(c, domain.Refuse(domain.InvalidCode, "This link is not whole; copy all of it from the mail."))
		return
	}
	s.page(c, http.StatusOK, p)
}

func (s *server) verifyPage(c *gin.Context) {
	token, err := formToken(c.Request)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	account, err := s.VerifyAddress(c.Request.Context(), domain.LinkHash(token))
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "Verified", Lines: []string{
		fmt.Sprintf("%s is the address of %s now. You can close this page and sign in.", account.Email, account.Name)}})
}

func (s *server) signInPage(c *gin.Context) {
	token, err := formToken(c.Request)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	account, err := s.SpendSignInLink(c.Request.Context(), domain.LinkHash(token))
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.signedIn(c, account)
}

// signedIn begins a session and shows its tokens, for the person to copy into their program.
func (s *server) signedIn(c *gin.Context, account domain.Account) {
	pair, err := s.beginSession(c.Request.Context(), account)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "You are signed in", Lines: []string{
		fmt.Sprintf("You are %s. Copy these into your program, and show them to nobody; they are shown this once.", account.Name)},
		Given: []copied{{"Access token, for 15 minutes", pair.AccessToken},
			{"Refresh token, to be traded for new ones at /v1/sessions/refresh", pair.RefreshToken}}})
}

// formToken reads the one field that a page's button sends.
func formToken(r *http.Request) (string, error) {
	if !isForm(r.Header.Get("Content-Type")) {
		return "", newProblem(unsupportedMediaType, "Press the button on the page, or use the API.")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxForm+1))
	if err != nil || len(body) > maxForm {
		return "", tooLarge()
	}
	fields, err := url.ParseQuery(string(body))
	if err != nil || len(fields) != 1 || len(fields["token"]) != 1 {
		return "", domain.Refuse(domain.InvalidCode, "This is not what the page sends; open the link in the mail again.")
	}
	return fields["token"][0], nil
}

// refusePage is refuse for people with a browser.
func (s *server) refusePage(c *gin.Context, err error) {
	p, ok := s.problemOf(err)
	if !ok {
		s.Log.LogAttrs(c, slog.LevelError, "fault", slog.String("error", err.Error()))
	}
	if p.retryAfter > 0 {
		c.Header("Retry-After", strconv.Itoa(p.retryAfter))
	}
	s.page(c, p.Status, pageShown{Title: p.Title, Lines: []string{p.Detail}})
}

// page sends a page.
func (s *server) page(c *gin.Context, status int, p pageShown) {
	p.Style = template.CSS(pageCSS) // #nosec G203 -- the style sheet is part of the program
	if p.Field == "" {
		p.Field = "token"
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		s.refuse(c, fmt.Errorf("page: %w", err))
		return
	}
	r := reply{status: status, contentType: "text/html; charset=utf-8", body: b.Bytes()}
	if err := r.with("Content-Security-Policy", pagePolicy).write(c.Writer); err != nil {
		s.notSent(c, err)
	}
}
