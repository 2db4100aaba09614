package api

import "net/http"

func (r reply) VisitSayResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitListMessagesResponse(w http.ResponseWriter) error  { return r.write(w) }
func (r reply) VisitRemoveMessageResponse(w http.ResponseWriter) error { return r.write(w) }
func (r reply) VisitListMutesResponse(w http.ResponseWriter) error     { return r.write(w) }
func (r reply) VisitMuteResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitUnmuteResponse(w http.ResponseWriter) error        { return r.write(w) }
