package api

import (
	"context"
	"time"

	"tender/domain"
)

// Access keeps what gives access to accounts and what is done to them. Unknown things are refused with domain.NotFound.
// A session that is given must still last in the transaction, or it is refused with domain.InvalidToken. What takes an act writes it into the audit log in the same transaction.
type Access interface {
	SignOuts
	PersonalTokens
	Passwords
	Moderation
	Leaving
}

// SignOuts lists and ends sessions.
type SignOuts interface {
	SessionsOf(ctx context.Context, account string) ([]domain.Session, error)
	RemoveSession(ctx context.Context, account, id string) error
	EndSessions(ctx context.Context, account string) error
}

// PersonalTokens keeps personal access tokens by their hashes.
type PersonalTokens interface {
	AddPersonalToken(ctx context.Context, t domain.PersonalToken, session string) (domain.PersonalToken, error)
	PersonalTokens(ctx context.Context, account string) ([]domain.PersonalToken, error)
	PersonalToken(ctx context.Context, hash string) (domain.PersonalToken, error)
	UsePersonalToken(ctx context.Context, id string, at time.Time) error
	RemovePersonalToken(ctx context.Context, account, id string) error
}

// Passwords changes hashes. Both calls change nothing when the hash is not from any more: ChangePassword then refuses
// with domain.NotFound, Rehash says nothing.
type Passwords interface {
	ChangePassword(ctx context.Context, account, from, to, session string) error // ends all sessions and tokens
	Rehash(ctx context.Context, account, from, to string) error
}

// Moderation acts on others.
type Moderation interface {
	AccountByName(ctx context.Context, nameKey string) (domain.Account, error)
	RenameBy(ctx context.Context, id, name, nameKey string, act domain.Act) (domain.Account, error)
	Suspend(ctx context.Context, id string, act domain.Act) (domain.Account, error)
	Lift(ctx context.Context, id string, act domain.Act) (domain.Account, error)
	CallOff(ctx context.Context, game string, act domain.Act) error
	// Moderate gives a game an input in a moderator's name.
	Moderate(ctx context.Context, game string, in domain.Input, act domain.Act) error
	Acts(ctx context.Context, after string, limit int) (acts []domain.Act, next string, err error)
}

// Leaving is for people who go and want to take along what is theirs.
type Leaving interface {
	PlayedGames(ctx context.Context, account string) ([]domain.PlayedGame, error)
	DeleteAccount(ctx context.Context, id string, act domain.Act) error
}
