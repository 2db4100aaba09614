package api

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// The pages that the links of an invitation lead to: what one is invited to and how to join, with a button to decline; and
// one that keeps all invitations off an address. Mail services may press the button of the second for people (RFC 8058), so
// that it changes nothing else. To look at either changes nothing.

func (s *server) serveInvited(engine *gin.Engine) {
	engine.GET("/invitation", s.invitedPage)
	engine.POST("/invitation", s.declinePage)
	engine.GET("/no-invitations", s.noInvitationsPage)
	engine.POST("/no-invitations", s.noInvitations)
	engine.POST("/invitations-again", s.invitationsAgain)
}

func (s *server) invitedPage(c *gin.Context) {
	token := c.Query("token")
	note, view, err := s.Invitations.InvitationByToken(c.Request.Context(), token)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	if view.ID == "" {
		s.page(c, http.StatusOK, pageShown{Title: "This invitation is over", Lines: []string{goneInvitation[note.State]}})
		return
	}
	kind, err := s.Kinds.Find(view.Kind)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	names := []string{}
	for _, seat := range view.Seats {
		names = append(names, seat.Player)
	}
	lines := []string{
		fmt.Sprintf("%s invites you to %s (%s), a game for %d: %s. A seat is kept for you until %s.", note.By, kind.Title, view.Edition, view.Size,
			domain.Heading(view.Title, view.ID), note.Until.UTC().Format(domain.TimeLayout)),
		fmt.Sprintf("At the table: %s. %s", domain.Together(names), termsWords(kind, view)),
		fmt.Sprintf("To join with the account whose address got the mail: POST %s/v1/games/%s/seats. Without an account, sign up with that address at %s/v1/accounts first.", s.PublicURL, view.ID, s.PublicURL),
		"With an account of another address, send what is below in the body of that request.",
		"If you would rather not, the button tells the host, and the seat is free for somebody else."}
	s.page(c, http.StatusOK, pageShown{Title: "You are invited", Lines: lines, Action: "invitation", Token: token, Button: "No, thank you",
		Given: []copied{{"Join with another account", `{"invitation": "` + token + `"}`}}})
}

// termsWords says what the host has fixed: how long one may take, phase by phase, and the terms.
func termsWords(kind *domain.Kind, view domain.View) string {
	said := "Pace: " + view.Pace.Text(kind) + "."
	if terms := view.Terms.Text(); terms != "" {
		said += " Terms: " + terms + "."
	}
	return said
}

var goneInvitation = map[domain.InvitationState]string{
	domain.InvitationOpen:      "Its time is over: the seat is not kept any more.",
	domain.InvitationExpired:   "Its time is over: the seat is not kept any more.",
	domain.InvitationAccepted:  "It was accepted.",
	domain.InvitationDeclined:  "It was declined.",
	domain.InvitationWithdrawn: "The host took it back.",
	domain.InvitationVoid:      "The game began or was called off without you.",
}

func (s *server) declinePage(c *gin.Context) {
	token, err := formToken(c.Request)
	if err == nil {
		err = s.Invitations.DeclineByToken(c.Request.Context(), token)
	}
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "You have declined", Lines: []string{"The host is told, and the seat is free for somebody else."}})
}

func (s *server) noInvitationsPage(c *gin.Context) {
	token := c.Query("token")
	if _, _, err := s.Invitations.InvitationByToken(c.Request.Context(), token); err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "No more invitations", Lines: []string{
		"The button keeps invitations off your address, whoever they come from, for good. Mails of games that you play go on."},
		Action: "no-invitations?token=" + token, Field: oneClick, Token: oneClickValue, Button: "No more invitations"})
}

func (s *server) noInvitations(c *gin.Context) {
	if !isOneClick(c.Request) {
		s.page(c, http.StatusBadRequest, pageShown{Title: "Nothing has changed", Lines: []string{"This is not what the page or a mail program sends; open the link in the mail and press the button."}})
		return
	}
	token := c.Query("token")
	if err := s.Invitations.TakeInvitations(c.Request.Context(), token, false); err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "No more invitations", Lines: []string{"No invitations are sent to your address any more."},
		Action: "invitations-again", Token: token, Button: "Take invitations again"})
}

func (s *server) invitationsAgain(c *gin.Context) {
	token, err := formToken(c.Request)
	if err == nil {
		err = s.Invitations.TakeInvitations(c.Request.Context(), token, true)
	}
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.page(c, http.StatusOK, pageShown{Title: "Invitations again", Lines: []string{"Whoever wants to play with you can invite you again."}})
}
