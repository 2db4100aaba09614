package api

import "net/http"

// What an answer to each operation about invitations and bots is written by; see reply.go.

func (r reply) VisitAddBotResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitRemoveBotResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitInviteResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitListInvitationsResponse(w http.ResponseWriter) error    { return r.write(w) }
func (r reply) VisitListMyInvitationsResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitWithdrawInvitationResponse(w http.ResponseWriter) error { return r.write(w) }
func (r reply) VisitDeclineInvitationResponse(w http.ResponseWriter) error  { return r.write(w) }
