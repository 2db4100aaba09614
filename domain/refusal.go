package domain

import (
	"errors"
	"fmt"
)

// Code names a reason for a refusal. It is stable: clients may branch on it. Every code of this package is in
// Codes, those of a kind in Kind.Codes; both are listed in openapi.yaml.
type Code string

// The refusals that are true of every game.
const (
	MalformedMove   Code = "malformed_move"     // not JSON, or not of the shape that the kind reads
	WrongPhase      Code = "wrong_phase"        // a move that this phase does not know
	NotWanted       Code = "not_wanted"         // the game does not wait for this seat now
	NothingSealed   Code = "nothing_sealed"     // a withdrawal with nothing to withdraw
	Stale           Code = "stale"              // the move names a step or round that is not the present one
	DeadlinePassed  Code = "deadline_passed"    // the deadline of the phase came first
	DeadlineChanged Code = "deadline_changed"   // the deadline that is to be moved is not the present one
	CannotVoid      Code = "cannot_void"        // the round has begun anew as often as it can
	NotMissing      Code = "not_missing"        // no player holds the seat, or who does has not missed the last turn
	StandsStill     Code = "game_paused"        // nobody can move while a game is paused
	CannotPause     Code = "cannot_pause"       // the game has been paused for MaxPaused
	PauseOutOfRange Code = "pause_out_of_range" // shorter than MinPause, or longer than is left
	InvalidTerms    Code = "invalid_terms"      // of the terms of a game, a value out of its range or one that says nothing
	CannotExtend    Code = "cannot_extend"      // the deadline has been moved out by MaxExtended
	GameNotOpen     Code = "game_not_open"      // only an open game can be joined, left, started or called off
	GameNotActive   Code = "game_not_active"    // moves need a running game
	NotSeated       Code = "not_seated"         // the account has no seat in this game
	AlreadySeated   Code = "already_seated"     // one account, one seat
	GameFull        Code = "game_full"          // every seat is taken
	NotHost         Code = "not_host"           // only the host may
	TooFewPlayers   Code = "too_few_players"    // fewer seats taken than the edition needs
	UnknownKind     Code = "unknown_kind"       // no such kind on this server
	UnknownEdition  Code = "unknown_edition"    // the kind has no such edition
	SeatsOutOfRange Code = "seats_out_of_range" // the edition is not for that many players
	InvalidOption   Code = "invalid_option"     // an option that the edition does not have, or a value out of its range
	PaceOutOfRange  Code = "pace_out_of_range"  // a duration outside MinPace..MaxPace, or a phase the kind does not have
	InvalidTitle    Code = "invalid_title"      // too long, or characters that do not belong in a line of text
	NonceTooLong    Code = "nonce_too_long"     // more than MaxNonce bytes
	NotFound        Code = "not_found"          // no such game, account, webhook …
	NameTaken       Code = "name_taken"         // another account's name looks the same
	EmailTaken      Code = "email_taken"        // another account has verified this address
	InvalidName     Code = "invalid_name"       // not a name that others could read and type
	InvalidEmail    Code = "invalid_email"      // not an e-mail address
	InvalidPassword Code = "invalid_password"   // too short, too long, or among the commonest
	InvalidCode     Code = "invalid_code"       // a code or link out of a mail that is wrong, used, expired or tried too often
	EmailVerified   Code = "email_verified"     // there is no address to verify
	TooManyMails    Code = "too_many_mails"     // an address gets a few letters each hour
	ProviderRefused Code = "provider_refused"   // the sign-in with the provider failed or was not finished in time
	UnknownZone     Code = "unknown_zone"       // no time zone has this name
	InvalidURL      Code = "invalid_url"        // not a place to which webhooks may be sent
	TooManyWebhooks Code = "too_many_webhooks"  // at most MaxWebhooks for each account
	WebhookExists   Code = "webhook_exists"     // one webhook for each address of an account
	InvalidSecret   Code = "invalid_secret"     // not "whsec_" and 24 to 64 bytes in base64, or one that the webhook had before
	TooManySecrets  Code = "too_many_secrets"   // at most MaxOldSecrets of a webhook sign on beside the one it has
	InvalidToken    Code = "invalid_token"      // unknown, expired or ended
	TokenReused     Code = "token_reused"       // a refresh token that was spent before: its session has been ended
	InvalidCursor   Code = "invalid_cursor"     // not the cursor of a page before
	Suspended       Code = "suspended"          // a moderator has suspended the account
	TooManyTokens   Code = "too_many_tokens"    // at most MaxPersonalTokens for each account
	EmailUnverified Code = "email_unverified"   // nothing is sent to an address that was not proved
	MailSuspended   Code = "mail_suspended"     // mails to the address came back
	NotOwed         Code = "not_owed"           // a notice that is out of date is not sent any more
	HookDisabled    Code = "webhook_disabled"   // nothing is sent to it before it is enabled again
	SentLately      Code = "sent_lately"        // the same notice again within RedeliverPause
	AlreadyInvited  Code = "already_invited"    // one open invitation to somebody in a game
	CannotInvite    Code = "cannot_invite"      // nobody of that name can be invited, or the address takes no invitations
	NotInvited      Code = "not_invited"        // only who is invited can join a private game
	TooManyInvites  Code = "too_many_invitations"
	NoBot           Code = "no_bot"          // no bot has that seat
	NoRematch       Code = "no_rematch"      // there is none of a game that goes on, or has never begun
	RecordNotOver   Code = "record_not_over" // records are published when the game is over

	// ExtensionOutOfRange: by less than MinPace, by more than the pace of the phase, or by more than is left of MaxExtended.
	ExtensionOutOfRange Code = "extension_out_of_range"

	SeatNotVacant   Code = "seat_not_vacant"  // of a running game, a seat that is not open to a substitute
	HeldBefore      Code = "held_before"      // a substitute who has held a seat in the game
	NotReliable     Code = "not_reliable"     // less reliable than the terms of the game ask
	InvalidVacation Code = "invalid_vacation" // in the past, overlapping, too far ahead or too many
	VacationUsed    Code = "vacation_used"    // more than the yearly allowance
	// InvalidVisibility: not one of the visibilities. ExpiryOutOfRange: an invitation for less than an hour or more than 30 days.
	InvalidVisibility Code = "invalid_visibility"
	ExpiryOutOfRange  Code = "expiry_out_of_range"

	// InvalidPreference: of notices, something that there is not.
	InvalidPreference Code = "invalid_preference"

	// SpectatorsOnly: the talk of spectators, for who plays. InvalidMessage: no visible text, or too much of it.
	SpectatorsOnly  Code = "spectators_only"
	InvalidMessage  Code = "invalid_message"
	TooManyMessages Code = "too_many_messages" // at most MaxMessages of a person in a game
	TooManyMutes    Code = "too_many_mutes"    // at most MaxMutes for each account

	// KeyReused: another request was sent under the same idempotency key.
	KeyReused Code = "idempotency_key_reused"
)

// Codes lists the refusals above, for the contract's test.
var Codes = []Code{MalformedMove, WrongPhase, NotWanted, NothingSealed, Stale, DeadlinePassed, DeadlineChanged, CannotVoid, NotMissing, CannotExtend, ExtensionOutOfRange, StandsStill, CannotPause, PauseOutOfRange, InvalidTerms, GameNotOpen, GameNotActive,
	NotSeated, AlreadySeated, GameFull, NotHost, TooFewPlayers, UnknownKind, UnknownEdition, SeatsOutOfRange,
	InvalidOption, PaceOutOfRange, InvalidTitle, NonceTooLong, NotFound,
	NameTaken, EmailTaken, InvalidName, InvalidEmail, InvalidPassword, InvalidCode, EmailVerified, TooManyMails,
	ProviderRefused, UnknownZone, InvalidPreference, InvalidURL, TooManyWebhooks, WebhookExists, InvalidSecret, TooManySecrets,
	InvalidToken, TokenReused, InvalidCursor, RecordNotOver, KeyReused, EmailUnverified, MailSuspended, NotOwed, HookDisabled, SentLately, Suspended, TooManyTokens,
	AlreadyInvited, CannotInvite, NotInvited, TooManyInvites, NoBot, NoRematch, InvalidVisibility, ExpiryOutOfRange,
	UnknownCommand, BadCommand, SpectatorsOnly, InvalidMessage, TooManyMessages, TooManyMutes,
	NoOrders, MalformedOrder, SeatNotVacant, HeldBefore, NotReliable, InvalidVacation, VacationUsed}

// Refusal is the only error that a player sees in full. It is made where the rule is broken, says what to do in
// one sentence, and names the place in the input as a JSON pointer where there is one. Nothing has changed when a
// Refusal is returned.
type Refusal struct {
	Code    Code
	Text    string
	Pointer string
}

func (r *Refusal) Error() string { return r.Text }

// Refuse makes a Refusal whose text is formatted like fmt.Sprintf.
func Refuse(code Code, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// At names the place in the input that the refusal is about, as a JSON pointer relative to the move or document.
func (r *Refusal) At(pointer string) *Refusal {
	r.Pointer = pointer
	return r
}

// AsRefusal finds the Refusal in an error chain.
func AsRefusal(err error) (*Refusal, bool) {
	var r *Refusal
	ok := errors.As(err, &r)
	return r, ok
}
