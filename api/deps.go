package api

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"tender/domain"
)

// Deps is what the handler needs from outside. All fields but Limits, Proxies, Origins, Provider, Unavailable, Meter and
// Traces are required.
type Deps struct {
	Accounts Accounts
	Sessions Sessions
	Addresses
	MailCodes
	MailTokens MailTokens
	Identities
	Provider    Provider // nil when there is none
	Keys        Keys
	Access      Access
	Webhooks    Webhooks
	Sent        Sent
	Wishes      Wishes
	Games       Games
	Absences    Absences
	Invitations Invitations
	Talk        Talk
	Listings    Listings
	Answers     Answers
	Kinds       domain.Kinds
	Counts      Counts
	Limits      Limits         // the zero value limits nothing
	Proxies     []netip.Prefix // whose word about addresses is taken; none by default
	Origins     []string       // of the browsers' scripts that may use the API, such as https://play.example.org; none by default

	Ready func(context.Context) error // whether requests can be served: nil, or why not
	// Unavailable says whether an error of what is above means that the database cannot serve for now; nil for never.
	Unavailable func(error) bool
	// Metrics gives what operators see at /metrics; nil when whoever asks is not to see it.
	Metrics func(*http.Request) ([]byte, error)
	Meter   Meter  // nil when nobody counts
	Traces  Traces // nil when nobody traces
	// CheckHookURL says whether webhooks may be sent there, and gives the one spelling of the address; a *domain.Refusal
	// says why not.
	CheckHookURL func(ctx context.Context, u string) (string, error)
	// TestHook sends a test message to a webhook and says how it went. SendAgain does so with a notice to a webhook of an
	// account; domain.NotFound, domain.NotOwed and domain.SentLately refuse it.
	TestHook     func(ctx context.Context, hook domain.Webhook) (domain.Attempt, error)
	SendAgain    func(ctx context.Context, account, hook, delivery string) (domain.Attempt, error)
	VacationDays int  // how many days of a calendar year somebody may be on vacation
	SendsMail    bool // whether mails leave the machine
	Now          func() time.Time
	Random       io.Reader // safe for use by many goroutines
	Log          *slog.Logger
	Stopping     <-chan struct{} // closed when the server is about to stop: requests that wait for a change are answered
	PublicURL    string          // where people reach the server, without a slash at the end; issuer and audience of tokens
	Version      string
}

// Meter counts requests.
type Meter interface {
	// Request counts one that was answered; route is as in the contract. waited says that it took as long as it did because
	// it waited for a change.
	Request(method, route string, status int, took time.Duration, waited bool)
}

// Traces follow requests.
type Traces interface {
	// Answer begins the span of a request, below that of a proxy that has named its own as parent, a traceparent of W3C or
	// "". attributes are keys and values by turns; so are those that end may add.
	Answer(ctx context.Context, name, parent string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string))
}

// Accounts keeps accounts. Unknown ones are refused with domain.NotFound, names in use with domain.NameTaken. That an
// address is in use is not told.
type Accounts interface {
	CreateAccount(ctx context.Context, a domain.Account) (domain.Account, error)
	Account(ctx context.Context, id string) (domain.Account, error)
	AccountByEmail(ctx context.Context, emailKey string) (domain.Account, error)
	Rename(ctx context.Context, id, name, nameKey string) (domain.Account, error)
}

// Addresses says which address is whose.
type Addresses interface {
	// ClaimAddress asks an address whether it is to be the account's; domain.InvalidToken when the session has ended.
	ClaimAddress(ctx context.Context, account, email, key, session string) (domain.Account, error)
	// VerifyAgain asks once more; domain.EmailVerified when there is nothing to ask.
	VerifyAgain(ctx context.Context, account string) error
	// VerifyAddress uses a code up, given as its domain.LinkHash, and makes its address the account's.
	VerifyAddress(ctx context.Context, hash string) (domain.Account, error)
}

// MailCodes signs people in by what they got by mail. What does not work is refused with domain.InvalidCode.
type MailCodes interface {
	// AskForSignIn sends a mail to an address if it is an account's, and takes as long if not.
	AskForSignIn(ctx context.Context, email, key string) error
	// SpendSignInLink uses a link up, given as the domain.LinkHash of its token.
	SpendSignInLink(ctx context.Context, hash string) (domain.Account, error)
	// SpendSignInCode uses the code up that somebody typed.
	SpendSignInCode(ctx context.Context, key, code string) (domain.Account, error)
}

// MailTokens knows the tokens in the links of mails. Unknown ones, and those for something else, are refused with
// domain.NotFound.
type MailTokens interface {
	MailTokenByText(ctx context.Context, text string) (domain.MailToken, error)
	// TurnMail turns mails of the sort that a token for unsubscribing stands for off, or on again.
	TurnMail(ctx context.Context, text string, on bool) (domain.NoticeType, error)
}

// Identities says whose account a person is that a provider has signed in; a new one gets the first free name.
type Identities interface {
	AccountOfIdentity(ctx context.Context, who domain.Identity, key string, names []domain.PersonName) (domain.Account, error)
}

// Provider signs people in elsewhere: OpenID Connect.
type Provider interface {
	// SignInURL is where a browser is sent. The provider gives state back, puts nonce into what it signs, and asks for
	// verifier before it does (PKCE).
	SignInURL(ctx context.Context, state, nonce, verifier string) (string, error)
	// Identify trades what a browser came back with for who it is. Everything that does not fit is an error.
	Identify(ctx context.Context, code, nonce, verifier string) (domain.Identity, error)
}

// Sessions keeps refresh tokens. Spending an unknown one is refused with domain.InvalidToken; spending one twice ends
// its session and is refused with domain.TokenReused, with kept saying whose it was. When it is but sent again within
// domain.RefreshGrace, kept is what was stored as the next token the first time. from is the client's address.
type Sessions interface {
	// AddRefreshToken begins a session, unless the account has left, is suspended or has another hash than the one shown.
	AddRefreshToken(ctx context.Context, t domain.RefreshToken, shown string) error
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

// Webhooks keeps webhooks. What asks for a secret is refused with domain.InvalidToken when the session, or the token of
// that hash, has ended.
type Webhooks interface {
	AddWebhook(ctx context.Context, w domain.Webhook, session, token string) (domain.Webhook, error)
	// RotateSecret gives w.Secret to the webhook of that id and account; the one before signs on for overlap. It is refused
	// with domain.TooManySecrets, or with domain.InvalidSecret for one that was replaced before.
	RotateSecret(ctx context.Context, w domain.Webhook, overlap time.Duration, session, token string) (domain.Webhook, error)
	ChangeWebhook(ctx context.Context, account, id string, c domain.HookChange) (domain.Webhook, error)
	Webhooks(ctx context.Context, account string) ([]domain.Webhook, error)
	// WebhookByID finds one, whoever's it is.
	WebhookByID(ctx context.Context, id string) (domain.Webhook, error)
	RemoveWebhook(ctx context.Context, account, id string) error
}

// Wishes keeps what people want to be told.
type Wishes interface {
	// Preferences gives what an account has said of all its games and of one, which may be "".
	Preferences(ctx context.Context, account, game string) (all, one domain.Preferences, err error)
	// AllPreferences gives all that it has said, by game, of all its games at "".
	AllPreferences(ctx context.Context, account string) (map[string]domain.Preferences, error)
	// SetPreferences replaces what it has said of all its games, for which game is "", or of one.
	SetPreferences(ctx context.Context, account, game string, p domain.Preferences) error
	// ForgetPreferences takes back what it has said of one game.
	ForgetPreferences(ctx context.Context, account, game string) error
}

// Absences knows who is away, and how dependably people take their turns.
type Absences interface {
	// Vacations gives an account's vacations, those that are over too, in order.
	Vacations(ctx context.Context, account string) ([]domain.Vacation, error)
	// PlanVacations puts plans in the place of those that have not ended, as domain.PlanVacations says, and tells its games.
	PlanVacations(ctx context.Context, account string, plans []domain.Vacation, allowance time.Duration) ([]domain.Vacation, error)
	Reliability(ctx context.Context, account string) (domain.Reliability, error)
}

// Games is the one way to change a game, and the ways to look at one.
type Games interface {
	OpenGame(ctx context.Context, in domain.Open, by domain.Actor) (id string, out domain.Outcome, err error)
	// Rematch opens the rematch of a game, and invites its people, or finds the one that there is: opened says which.
	Rematch(ctx context.Context, game string, by domain.Actor) (id string, opened bool, err error)
	Decide(ctx context.Context, game string, in domain.Input, by domain.Actor) (domain.Outcome, error)
	// Move is Decide, and gives the view of whoever made the move as it is then.
	Move(ctx context.Context, game string, in domain.Input, by domain.Actor) (domain.Outcome, domain.View, error)
	View(ctx context.Context, game, account string) (domain.View, error)
	// Watch gives a channel that fires after the game's view has changed for somebody.
	Watch(game string) (changed <-chan struct{}, stop func())
	// Changes gives a number that is another after every change that the account can see in the game's view, or 0 when
	// that is not known.
	Changes(game, account string) uint64
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
	Record(ctx context.Context, game, account string) (*domain.Record, error)
	// Explain says why a game does not move, as far as the account may know; moderates says that it may know what those at
	// the table do.
	Explain(ctx context.Context, game, account string, moderates bool) (domain.Explanation, error)
	// Series shows an account what has come of a series.
	Series(ctx context.Context, id, account string) (domain.SeriesView, error)
	AccountEvents(ctx context.Context, account string, after int64, limit int) ([]domain.AccountEvent, error)
	LastAccountEvent(ctx context.Context, account string) (place int64, err error)
}
