package api

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"time"

	"tender/domain"
)

// Deps is what the handler needs from outside. All fields but Limits, Proxies, Origins and Owner are required.
type Deps struct {
	Accounts Accounts
	Sessions Sessions
	Keys     Keys
	Access   Access
	Webhooks Webhooks
	Games    Games
	Listings Listings
	Answers  Answers
	Kinds    domain.Kinds
	Counts   Counts
	Limits   Limits         // the zero value limits nothing
	Proxies  []netip.Prefix // whose word about addresses is taken; none by default
	Origins  []string       // of the browsers' scripts that may use the API, such as https://play.example.org; none by default

	Ready        func(context.Context) error               // whether requests can be served: the database answers and is current
	CheckHookURL func(ctx context.Context, u string) error // whether webhooks may be sent there; a *domain.Refusal says why not
	Now          func() time.Time
	Random       io.Reader // safe for use by many goroutines
	Log          *slog.Logger
	Stopping     <-chan struct{} // closed when the server is about to stop: requests that wait for a change are answered
	PublicURL    string          // where people reach the server, without a slash at the end; issuer and audience of tokens
	Version      string
	Owner        Teller // tells owners of accounts what concerns their safety; nil where nobody does
}

// Accounts keeps accounts. Unknown ones are refused with domain.NotFound, names and addresses in use with
// domain.NameTaken and domain.EmailTaken.
type Accounts interface {
	CreateAccount(ctx context.Context, a domain.Account) (domain.Account, error)
	Account(ctx context.Context, id string) (domain.Account, error)
	AccountByEmail(ctx context.Context, emailKey string) (domain.Account, error)
	Rename(ctx context.Context, id, name, nameKey string) (domain.Account, error)
}

// Sessions keeps refresh tokens. Spending an unknown one is refused with domain.InvalidToken; spending one twice ends
// its session and is refused with domain.TokenReused, with kept saying whose it was. When it is but sent again within
// domain.RefreshGrace, kept is what was stored as the next token the first time. from is the client's address.
type Sessions interface {
	AddRefreshToken(ctx context.Context, t domain.RefreshToken) error
	SpendRefreshToken(ctx context.Context, hash string, next domain.RefreshToken, from string) (kept domain.RefreshToken, err error)
	EndSession(ctx context.Context, account, session string) error
	SessionAlive(ctx context.Context, session string) (bool, error)
}

// Keys keeps the keys that sign access tokens.
type Keys interface {
	// FirstSigningKey stores the key that newKey returns, unless there is one already, and gives the one that is there.
	FirstSigningKey(ctx context.Context, newKey func() domain.SigningKey) (domain.SigningKey, error)
	// SigningKeys gives all of them, newest first.
	SigningKeys(ctx context.Context) ([]domain.SigningKey, error)
	// RemoveSigningKey removes one that is not the newest.
	RemoveSigningKey(ctx context.Context, id string) error
}

// Webhooks keeps webhooks.
type Webhooks interface {
	AddWebhook(ctx context.Context, w domain.Webhook) (domain.Webhook, error)
	Webhooks(ctx context.Context, account string) ([]domain.Webhook, error)
	RemoveWebhook(ctx context.Context, account, id string) error
}

// Games is the one way to change a game, and the ways to look at one.
type Games interface {
	OpenGame(ctx context.Context, in domain.Open, by domain.Actor) (id string, out domain.Outcome, err error)
	Decide(ctx context.Context, game string, in domain.Input, by domain.Actor) (domain.Outcome, error)
	View(ctx context.Context, game, account string) (domain.View, error)
	// Watch gives a channel that fires after the game's view has changed for somebody.
	Watch(game string) (changed <-chan struct{}, stop func())
	// WatchAccount is Watch for events in all games of an account.
	WatchAccount(account string) (changed <-chan struct{}, stop func())
	// Hold keeps everybody else from changing a game while do, with the context that it is given, looks and decides.
	// Nothing has changed when do returns an error.
	Hold(ctx context.Context, game string, do func(context.Context) error) error
}

// Answers keeps what requests with an idempotency key were answered, in the transaction that carries them out. Another
// request under a key that was used is refused with domain.KeyReused.
type Answers interface {
	Answered(ctx context.Context, q domain.Asked) (a domain.Answer, found bool, err error)
	// Once carries a request out by do, with the context that do is given, unless it was answered before.
	Once(ctx context.Context, q domain.Asked, do func(context.Context) (domain.Answer, error)) (domain.Answer, error)
}

// Listings reads what lies beyond one view.
type Listings interface {
	Games(ctx context.Context, f domain.GameFilter) (games []domain.GameSummary, next string, err error)
	Turns(ctx context.Context, account string) ([]domain.Turn, error)
	Events(ctx context.Context, game, account string, after, limit int) ([]domain.EventView, error)
	Record(ctx context.Context, game string) (*domain.Record, error)
	AccountEvents(ctx context.Context, account string, after int64, limit int) ([]domain.AccountEvent, error)
	LastAccountEvent(ctx context.Context, account string) (place int64, err error)
}
