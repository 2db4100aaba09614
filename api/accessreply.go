package api

import "net/http"

func (r reply) VisitEndSessionsResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitListSessionsResponse(w http.ResponseWriter) error    { return r.write(w) }
func (r reply) VisitRemoveSessionResponse(w http.ResponseWriter) error   { return r.write(w) }
func (r reply) VisitListTokensResponse(w http.ResponseWriter) error      { return r.write(w) }
func (r reply) VisitCreateTokenResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitDeleteTokenResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitChangePasswordResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitExportMeResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitDeleteMeResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitFindAccountResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitRenameAccountResponse(w http.ResponseWriter) error   { return r.write(w) }
func (r reply) VisitSuspendAccountResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitLiftSuspensionResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitCallOffGameResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitListActsResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitGetKeysResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitListDeliveriesResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitRedeliverResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitRedeliverFailedResponse(w http.ResponseWriter) error { return r.write(w) }
func (r reply) VisitTestWebhookResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitListNoticesResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitSendTestMailResponse(w http.ResponseWriter) error    { return r.write(w) }
