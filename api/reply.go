package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// reply is an answer whose bytes are known: what an ETag is the hash of is what is sent. It stands for every response
// object that the generated server wants.
type reply struct {
	status      int
	contentType string
	body        []byte
	header      []field // each name once
}

// field is a line of a header of one answer.
type field struct{ name, value string }

func asJSON(status int, v any) (reply, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return reply{}, fmt.Errorf("answer: %w", err)
	}
	return reply{status: status, contentType: "application/json", body: append(body, '\n')}, nil
}

func asText(text string) reply {
	return reply{status: http.StatusOK, contentType: "text/plain; charset=utf-8", body: []byte(text)}
}

func noContent() reply { return reply{status: http.StatusNoContent} }

// with sets a line of the header.
func (r reply) with(name, value string) reply {
	header := make([]field, 0, len(r.header)+1)
	for _, f := range r.header {
		if f.name != name {
			header = append(header, f)
		}
	}
	r.header = append(header, field{name, value})
	return r
}

// sendTime is how long a client may take to read an answer, counted from when there is one: however long a request has
// waited, it is not held by who does not read.
const sendTime = 30 * time.Second

func (r reply) write(w http.ResponseWriter) error {
	// What takes no deadline is a connection that is closed, which Write will say, or none at all.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendTime))
	header := w.Header()
	if r.status == http.StatusNotModified {
		leaveOut(header)
	}
	for _, f := range r.header {
		if f.name == "Vary" {
			header.Add(f.name, f.value) // beside the origin, see cors
			continue
		}
		header.Set(f.name, f.value)
	}
	if r.contentType != "" {
		w.Header().Set("Content-Type", r.contentType)
		w.Header().Set("Content-Length", strconv.Itoa(len(r.body))) // net/http tells it of short answers only
	}
	w.WriteHeader(r.status)
	_, err := w.Write(r.body)
	return err
}

func (r reply) VisitGetWelcomeResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitCreateAccountResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitCreateSessionResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitRefreshSessionResponse(w http.ResponseWriter) error      { return r.write(w) }
func (r reply) VisitEndSessionResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitGetMeResponse(w http.ResponseWriter) error               { return r.write(w) }
func (r reply) VisitUpdateMeResponse(w http.ResponseWriter) error            { return r.write(w) }
func (r reply) VisitListTurnsResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitListNewsResponse(w http.ResponseWriter) error            { return r.write(w) }
func (r reply) VisitListWebhooksResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitCreateWebhookResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitDeleteWebhookResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitListKindsResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitGetKindResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitCreateGameResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitListGamesResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitGetGameResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitAbandonGameResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitJoinGameResponse(w http.ResponseWriter) error            { return r.write(w) }
func (r reply) VisitLeaveGameResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitStartGameResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitExtendGameResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitPauseGameResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitResumeGameResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitHurryGameResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitWithdrawVoteResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitReturnToSeatResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitListVacationsResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitPlanVacationsResponse(w http.ResponseWriter) error       { return r.write(w) }
func (r reply) VisitEndVacationsResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitSealBidResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitWithdrawBidResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitGetOrdersResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitGiveOrdersResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitDropOrdersResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitPlayResponse(w http.ResponseWriter) error                { return r.write(w) }
func (r reply) VisitListEventsResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitGetRecordResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitRematchResponse(w http.ResponseWriter) error             { return r.write(w) }
func (r reply) VisitGetSeriesResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitGetHealthResponse(w http.ResponseWriter) error           { return r.write(w) }
func (r reply) VisitGetMetricsResponse(w http.ResponseWriter) error          { return r.write(w) }
func (r reply) VisitGetReadinessResponse(w http.ResponseWriter) error        { return r.write(w) }
func (r reply) VisitGetContractResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitCreateSessionByCodeResponse(w http.ResponseWriter) error { return r.write(w) }
func (r reply) VisitRequestSignInLinkResponse(w http.ResponseWriter) error   { return r.write(w) }
func (r reply) VisitVerifyEmailResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitChangeEmailResponse(w http.ResponseWriter) error         { return r.write(w) }
func (r reply) VisitSendVerificationResponse(w http.ResponseWriter) error    { return r.write(w) }
