package domain

import (
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// Role is what an account may do beside playing. Each role may do what those before it may.
type Role string

// The roles there are. The zero Role is that of somebody signed out.
const (
	Player    Role = "player"
	Moderator Role = "moderator" // renames and suspends players, calls games off
	Admin     Role = "admin"     // the same to moderators, and reads the audit log
)

// Roles lists them, the least first.
var Roles = []Role{Player, Moderator, Admin}

// AtLeast says whether a role may do what needs another. Unknown roles may nothing.
func (r Role) AtLeast(needed Role) bool {
	have := slices.Index(Roles, r)
	return have >= 0 && have >= slices.Index(Roles, needed)
}

// Scope is something that a personal access token lets its holder do. Scopes do not contain one another.
type Scope string

// The scopes there are.
const (
	ScopeRead   Scope = "read"   // look at games and at the account
	ScopePlay   Scope = "play"   // open and join games, bid, move
	ScopeManage Scope = "manage" // the name, the webhooks and what is told
)

// Scopes lists them, for the contract.
var Scopes = []Scope{ScopeRead, ScopePlay, ScopeManage}

// The bounds of personal access tokens: how many an account may have, how long one may be good for, and how often its
// last use is written down at most.
const (
	MaxPersonalTokens = 50
	MaxPersonalLife   = 365 * 24 * time.Hour
	PersonalUseEvery  = time.Minute
	maxTokenName      = 60
)

// PersonalToken is a token that somebody made for a script. It is not kept itself.
type PersonalToken struct {
	ID        string
	Hash      string // SHA-256 of the token in hex
	Account   string
	Name      string
	Scopes    []Scope
	Game      string // the only game that it is good for; empty for all
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero before the first use
}

// CheckTokenName lets through one line of visible text. The error is a *Refusal.
func CheckTokenName(name string) error {
	n := utf8.RuneCountInString(name)
	if n == 0 || n > maxTokenName {
		return refuseName("The name must have 1 to %d characters.", maxTokenName)
	}
	seen := false
	for _, r := range name {
		if !unicode.IsGraphic(r) || r == utf8.RuneError {
			return refuseName("The name must be one line of visible characters.")
		}
		seen = seen || !unicode.IsSpace(r) && !unicode.IsMark(r)
	}
	if !seen || invisible(name) {
		return refuseName("The name must be one line of visible characters.")
	}
	return nil
}

// Session is a sign-in that has not ended.
type Session struct {
	ID          string
	Account     string
	BeganAt     time.Time
	RefreshedAt time.Time // when its newest token was made
	ExpiresAt   time.Time
}

// RefuseSuspended refuses everything to an account that a moderator has suspended.
func RefuseSuspended() *Refusal {
	return Refuse(Suspended, "A moderator has suspended this account; write to the operator of this server.")
}

// RefreshGrace is how long a refresh whose answer was lost may be repeated.
const RefreshGrace = 30 * time.Second

// Act is something done with power over others, or to an account's own safety, as the audit log keeps it.
type Act struct {
	At      time.Time
	Who     string // an account; empty for the command line and for the server itself
	WhoName string // as it is now; filled in when read
	What    ActType
	On      string // id of an account or a game
	Detail  string // what a reader needs to know beside; never a secret
	From    string // the address that the request came from; empty for the command line
}

// ActType names an act.
type ActType string

// The acts that are written down.
const (
	ActRename     ActType = "account_renamed"
	ActSuspend    ActType = "account_suspended"
	ActLift       ActType = "suspension_lifted"
	ActAbandon    ActType = "game_abandoned"
	ActExtend     ActType = "deadline_extended" // of a game, by a moderator
	ActVoid       ActType = "round_voided"      // likewise
	ActSubstitute ActType = "seat_substituted"  // likewise
	ActGrant      ActType = "role_granted"
	ActReuse      ActType = "refresh_token_reused" // by whoever had a spent refresh token; the session was ended
	ActRotate     ActType = "signing_key_rotated"
	ActDeleted    ActType = "account_deleted"
	ActHush       ActType = "message_removed" // somebody else's
	MaxActDetail          = 300               // bytes
)

// PlayedGame is a game as the export of one's data has it.
type PlayedGame struct {
	Game  GameSummary `json:"game"`
	Seat  int         `json:"seat"`
	Moves []OwnAction `json:"moves"` // of this account, once the game has ended
}

// OwnAction is something that somebody did in a game, as Logged.Own gives it.
type OwnAction struct {
	At   time.Time `json:"at"`
	Type string    `json:"type"`
	Did  any       `json:"did"`
}

// Own is what the log says of its actor's doing, without what the server has added that the actor never sees: its part of
// the seed.
func (l Logged) Own() (OwnAction, error) {
	in, err := l.Read()
	if open, ok := in.(Open); ok {
		open.ServerSeed = ""
		in = open
	}
	return OwnAction{At: l.At, Type: l.Type, Did: in}, err
}
