package api

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"tender/domain"
)

// The refusals of the gates; those of the domain are in domain.Codes and in the kinds.
const (
	internal             domain.Code = "internal"
	malformedJSON        domain.Code = "malformed_json"
	invalidInput         domain.Code = "invalid_input"
	bodyTooLarge         domain.Code = "body_too_large"
	unsupportedMediaType domain.Code = "unsupported_media_type"
	unauthenticated      domain.Code = "unauthenticated"
	wrongCredentials     domain.Code = "wrong_credentials" // #nosec G101 -- a code, no password
	insufficientScope    domain.Code = "insufficient_scope"
	insufficientRole     domain.Code = "insufficient_role"
	recentSignInNeeded   domain.Code = "recent_sign_in_needed"
	methodNotAllowed     domain.Code = "method_not_allowed"
	tooBusy              domain.Code = "too_busy"
	notReady             domain.Code = "not_ready"
	invalidKey           domain.Code = "invalid_idempotency_key"
)

// meaning is how a code looks in HTTP.
type meaning struct {
	status int
	title  string
}

// meanings is the one map from codes to HTTP. Codes that are not in it are those of the kinds: the move is against
// the rules.
var meanings = map[domain.Code]meaning{
	internal:             {http.StatusInternalServerError, "The server made a mistake"},
	malformedJSON:        {http.StatusBadRequest, "The body is not well-formed JSON"},
	invalidInput:         {http.StatusUnprocessableEntity, "Some of the input does not fit"},
	bodyTooLarge:         {http.StatusRequestEntityTooLarge, "The body is too large"},
	unsupportedMediaType: {http.StatusUnsupportedMediaType, "The body is not JSON"},
	unauthenticated:      {http.StatusUnauthorized, "You are not signed in"},
	wrongCredentials:     {http.StatusUnauthorized, "Wrong address or password"},
	insufficientScope:    {http.StatusForbidden, "The token is not good for this"},
	insufficientRole:     {http.StatusForbidden, "You may not do this"},
	recentSignInNeeded:   {http.StatusForbidden, "You signed in too long ago"},
	methodNotAllowed:     {http.StatusMethodNotAllowed, "This cannot be done here"},
	tooBusy:              {http.StatusServiceUnavailable, "Too much at once"},
	rateLimited:          {http.StatusTooManyRequests, "Too often"},
	notReady:             {http.StatusServiceUnavailable, "The server is not ready"},
	invalidKey:           {http.StatusBadRequest, "The idempotency key does not fit"},

	domain.NotFound:        {http.StatusNotFound, "There is no such thing"},
	domain.MalformedMove:   {http.StatusUnprocessableEntity, "The move cannot be read"},
	domain.WrongPhase:      {http.StatusConflict, "Not in this phase"},
	domain.NotWanted:       {http.StatusConflict, "It is not your turn"},
	domain.NothingSealed:   {http.StatusConflict, "There is no bid"},
	domain.Stale:           {http.StatusConflict, "The game has gone on"},
	domain.DeadlinePassed:  {http.StatusConflict, "The deadline has passed"},
	domain.DeadlineChanged: {http.StatusConflict, "The deadline is another"},
	domain.CannotExtend:    {http.StatusConflict, "The deadline stays"},
	domain.CannotVoid:      {http.StatusConflict, "The round stays"},
	domain.NotMissing:      {http.StatusConflict, "The seat stays"},
	domain.StandsStill:     {http.StatusConflict, "The game is paused"},
	domain.CannotPause:     {http.StatusConflict, "The game goes on"},
	domain.PauseOutOfRange: {http.StatusUnprocessableEntity, "The pause does not fit"},
	domain.InvalidTerms:    {http.StatusUnprocessableEntity, "The terms do not fit"},
	domain.GameNotOpen:     {http.StatusConflict, "The game is not open"},
	domain.GameNotActive:   {http.StatusConflict, "The game is not running"},
	domain.NotSeated:       {http.StatusForbidden, "You have no seat"},
	domain.AlreadySeated:   {http.StatusConflict, "You have a seat"},
	domain.GameFull:        {http.StatusConflict, "The game is full"},
	domain.NotHost:         {http.StatusForbidden, "Only the host may"},
	domain.TooFewPlayers:   {http.StatusConflict, "Too few players"},
	domain.UnknownKind:     {http.StatusUnprocessableEntity, "Unknown kind"},
	domain.UnknownEdition:  {http.StatusUnprocessableEntity, "Unknown edition"},
	domain.SeatsOutOfRange: {http.StatusUnprocessableEntity, "Wrong number of seats"},
	domain.InvalidOption:   {http.StatusUnprocessableEntity, "An option does not fit"},
	domain.PaceOutOfRange:  {http.StatusUnprocessableEntity, "The pace does not fit"},
	domain.InvalidTitle:    {http.StatusUnprocessableEntity, "The title does not fit"},
	domain.NonceTooLong:    {http.StatusUnprocessableEntity, "The nonce is too long"},
	domain.NameTaken:       {http.StatusConflict, "The name is taken"},
	domain.EmailTaken:      {http.StatusConflict, "The address is taken"},
	domain.InvalidName:     {http.StatusUnprocessableEntity, "The name does not fit"},
	domain.InvalidEmail:    {http.StatusUnprocessableEntity, "The address does not fit"},
	domain.InvalidPassword: {http.StatusUnprocessableEntity, "The password does not fit"},
	domain.InvalidCode:     {http.StatusUnauthorized, "The code does not work"},
	domain.EmailVerified:   {http.StatusConflict, "There is nothing to verify"},
	domain.TooManyMails:    {http.StatusTooManyRequests, "Too many mails"},
	domain.ProviderRefused: {http.StatusForbidden, "The provider did not sign you in"},
	domain.UnknownZone:     {http.StatusUnprocessableEntity, "Unknown time zone"},

	domain.InvalidPreference: {http.StatusUnprocessableEntity, "Invalid preference"},

	domain.InvalidURL:      {http.StatusUnprocessableEntity, "The address cannot be used"},
	domain.TooManyWebhooks: {http.StatusConflict, "Too many webhooks"},
	domain.WebhookExists:   {http.StatusConflict, "There is such a webhook"},
	domain.InvalidSecret:   {http.StatusUnprocessableEntity, "The secret cannot be used"},
	domain.TooManySecrets:  {http.StatusConflict, "Too many secrets"},
	domain.InvalidToken:    {http.StatusUnauthorized, "The token is not valid"},
	domain.TokenReused:     {http.StatusUnauthorized, "The token was used before"},
	domain.InvalidCursor:   {http.StatusBadRequest, "There is no such page"},
	domain.Suspended:       {http.StatusForbidden, "The account is suspended"},
	domain.TooManyTokens:   {http.StatusConflict, "Too many tokens"},
	domain.EmailUnverified: {http.StatusConflict, "The address is not verified"},
	domain.MailSuspended:   {http.StatusConflict, "No mail is sent to this address"},
	domain.NotOwed:         {http.StatusConflict, "The notice is out of date"},
	domain.HookDisabled:    {http.StatusConflict, "The webhook is disabled"},
	domain.SentLately:      {http.StatusConflict, "It was sent just now"},
	domain.RecordNotOver:   {http.StatusConflict, "The game is not over"},
	domain.UnknownCommand:  {http.StatusUnprocessableEntity, "There is no such command"},
	domain.BadCommand:      {http.StatusUnprocessableEntity, "The command cannot be read"},
	domain.NoOrders:        {http.StatusConflict, "There are no standing orders"},
	domain.MalformedOrder:  {http.StatusUnprocessableEntity, "The order cannot be read"},
	domain.KeyReused:       {http.StatusUnprocessableEntity, "The idempotency key was used before"},

	domain.AlreadyInvited:    {http.StatusConflict, "They are invited"},
	domain.CannotInvite:      {http.StatusUnprocessableEntity, "They cannot be invited"},
	domain.NotInvited:        {http.StatusForbidden, "You are not invited"},
	domain.TooManyInvites:    {http.StatusConflict, "Too many invitations"},
	domain.NoRematch:         {http.StatusConflict, "There can be no rematch"},
	domain.NoBot:             {http.StatusConflict, "There is no such bot"},
	domain.InvalidVisibility: {http.StatusUnprocessableEntity, "The visibility does not fit"},
	domain.ExpiryOutOfRange:  {http.StatusUnprocessableEntity, "The expiry does not fit"},
	domain.SpectatorsOnly:    {http.StatusForbidden, "For spectators only"},
	domain.InvalidMessage:    {http.StatusUnprocessableEntity, "The message does not fit"},
	domain.TooManyMessages:   {http.StatusConflict, "Too many messages"},
	domain.TooManyMutes:      {http.StatusConflict, "Too many people are muted"},

	domain.ExtensionOutOfRange: {http.StatusUnprocessableEntity, "The extension does not fit"},

	domain.SeatNotVacant:   {http.StatusConflict, "The seat is not vacant"},
	domain.HeldBefore:      {http.StatusConflict, "You had a seat in this game"},
	domain.NotReliable:     {http.StatusForbidden, "The game asks for more reliability"},
	domain.InvalidVacation: {http.StatusUnprocessableEntity, "The vacation does not fit"},
	domain.VacationUsed:    {http.StatusUnprocessableEntity, "The vacation of the year is used up"},
}

func meaningOf(code domain.Code) meaning {
	if m, ok := meanings[code]; ok {
		return m
	}
	return meaning{http.StatusUnprocessableEntity, "The move is against the rules"}
}

// hints say which request to make. The domain knows what to do, but no addresses.
var hints = map[domain.Code]string{
	domain.WrongPhase: "Seal a bid with PUT /v1/games/{id}/bid; make an open move with POST /v1/games/{id}/moves.",
	domain.GameFull:   "GET /v1/games?status=open lists the open ones.",
	domain.HeldBefore: "Take your own seat back with POST /v1/games/{id}/seats/me.",
}

// problem is a refusal on its way out: RFC 9457, Problem in the contract.
type problem struct {
	Type     string       `json:"type"`
	Title    string       `json:"title"`
	Status   int          `json:"status"`
	Code     domain.Code  `json:"code"`
	Detail   string       `json:"detail"`
	Instance string       `json:"instance"`
	Errors   []fault      `json:"errors,omitempty"`
	View     *domain.View `json:"view,omitempty"`

	retryAfter int    // seconds, for the header; 0 for none
	standing   *state // of the quota that is used up, for the headers
}

// fault is one thing that does not fit: in the body, or a parameter.
type fault struct {
	Pointer   *string `json:"pointer,omitempty"`
	Parameter string  `json:"parameter,omitempty"`
	Detail    string  `json:"detail"`
}

func (p *problem) Error() string { return p.Detail }

func newProblem(code domain.Code, detail string) *problem {
	m := meaningOf(code)
	return &problem{Type: "/problems/" + string(code), Title: m.title, Status: m.status, Code: code, Detail: detail}
}

// refused is the problem of a refusal of the domain. Where in the body the fault is, is the caller's to say.
func refused(r *domain.Refusal) *problem {
	p := newProblem(r.Code, r.Text)
	if hint := hints[r.Code]; hint != "" {
		p.Detail += " " + hint
	}
	return p
}

// invalid is the problem of input that does not fit the contract.
func invalid(faults ...fault) *problem {
	p := newProblem(invalidInput, `Correct what "errors" lists and send it again; nothing was changed.`)
	p.Errors = faults
	return p
}

func inBody(pointer, detail string) fault { return fault{Pointer: &pointer, Detail: detail} }

// problemOf makes a problem of any error. Only refusals say what happened; ok is false for all others, which are the
// server's fault and to be logged.
func problemOf(err error) (p *problem, ok bool) {
	if errors.As(err, &p) {
		return p, true
	}
	if r, found := domain.AsRefusal(err); found {
		p = refused(r)
		if r.Pointer != "" {
			p.Errors = []fault{inBody(r.Pointer, r.Text)}
		}
		return p, true
	}
	return newProblem(internal, "Something went wrong here; nothing is known to have changed. Try again, and tell the operator \"instance\" if it stays."), false
}

// readyRetryAfter is how many seconds later to come back to a server whose database cannot serve for now.
const readyRetryAfter = 2

// unready is the answer while the database cannot be reached or has no room.
func unready() *problem {
	p := newProblem(notReady, fmt.Sprintf("The database of this server cannot be reached or has no room now, and what you asked for may not have been done; look again in %d seconds, and if it was not, send it again.", readyRetryAfter))
	p.retryAfter = readyRetryAfter
	return p
}

// problemOf is the problem of an error of this server's. ok is false for all that is to be logged.
func (s *server) problemOf(err error) (p *problem, ok bool) {
	if p, ok = problemOf(err); !ok && s.Unavailable != nil && s.Unavailable(err) {
		p = unready()
	}
	return p, ok
}

// write sends the problem as the answer to the request of that number.
func (p *problem) write(w http.ResponseWriter, number string) error {
	out := *p
	out.Instance = "urn:uuid:" + number
	r, err := asJSON(out.Status, out)
	if err != nil {
		return err
	}
	r.contentType = "application/problem+json"
	if out.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if out.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(out.retryAfter))
	}
	if out.standing != nil {
		tell(w.Header(), *out.standing)
	}
	return r.write(w)
}
