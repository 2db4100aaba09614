package api

import "net/http"

func (r reply) VisitGetWebhookResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitUpdateWebhookResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitRotateWebhookSecretResponse(w http.ResponseWriter) error { return r.write(w) }
func (r reply) VisitGetWebhookKeyResponse(w http.ResponseWriter) error       { return r.write(w) }
