package domain

import "time"

// LetterType says what a letter is about.
type LetterType string

// The letters there are: mails about an account or an address, and answers to mails about games. Those that carry a code
// get it when they are sent; it is stored nowhere but as its hash.
const (
	VerifyAddress     LetterType = "verify_address"     // to an address that somebody says is theirs; carries a code
	SignInLink        LetterType = "sign_in_link"       // carries a code
	AlreadyRegistered LetterType = "already_registered" // to the owner of an address with which somebody signs up again
	AddressChanged    LetterType = "address_changed"    // to the address that an account had before
	SessionReused     LetterType = "session_reused"     // a refresh token was in two hands
	PasswordChanged   LetterType = "password_changed"
	TestMail          LetterType = "test_mail"        // to the account's owner, who asked whether mails arrive
	WebhookFailing    LetterType = "webhook_failing"  // for HookWarned nothing that was sent to it was received
	WebhookDisabled   LetterType = "webhook_disabled" // nothing more is sent to it
	MailAnswer        LetterType = "mail_answer"      // to a mail that came in about a game: what came of it
	InvitedLetter     LetterType = "invited"          // to somebody who is invited to a game
	ForeignReply      LetterType = "foreign_reply"    // a mail to an account's own reply address came from somebody else
)

// LetterTypes lists them.
var LetterTypes = []LetterType{VerifyAddress, SignInLink, AlreadyRegistered, AddressChanged, SessionReused, PasswordChanged,
	WebhookFailing, WebhookDisabled, TestMail, MailAnswer, ForeignReply, InvitedLetter}

// Letter is such a mail on its way. It is stored in the transaction that gives rise to it.
type Letter struct {
	ID        string // the same on every attempt
	Type      LetterType
	Account   string // empty when only the address is known: then it is found out when the letter is sent
	Address   string // where it goes; empty for the address that the account has when it is sent
	CreatedAt time.Time
	DueAt     time.Time // the next attempt
	Attempts  int       // finished so far
	Game      string    // of MailAnswer and ForeignReply
	Answers   string    // of MailAnswer: the id of the mail that it answers, without brackets; may be empty
	Body      string    // of MailAnswer: what happened; of InvitedLetter: the token of its links
}

// Post is a letter with what its text needs, as it is when it is sent.
type Post struct {
	Letter
	To   Account   // the account that it is about; Email is where the letter goes
	Code *MailCode // what its secrets will be good for; nil for a letter without any
	Hook *HookNews // for letters about a webhook, else nil
	View *View     // the game as the account sees it; nil for a letter about none

	Invitation *InvitationNote // of InvitedLetter
}

// CodeLife is how long a link or a code out of a letter is good.
const CodeLife = 15 * time.Minute

// MaxCodeTries is how many wrong codes may be tried against one that can be typed.
const MaxCodeTries = 5

// CodePurpose says what a code does.
type CodePurpose string

// The purposes there are.
const (
	ToVerify CodePurpose = "verify"
	ToSignIn CodePurpose = "sign_in"
)

// MailCode is a secret out of a letter: a link and, for signing in, a short code that can be typed. Either can be used once
// and then neither. Both prove that whoever uses them reads the mail of the address.
type MailCode struct {
	Hash      string // LinkHash of the token in the link
	ShortHash string // ShortCodeHash of what can be typed; empty when there is none
	Purpose   CodePurpose
	Account   string
	Address   string // as typed
	Key       string // CheckEmail's key of the address
	ExpiresAt time.Time
}

// Identity is a person as an OpenID Connect provider knows them.
type Identity struct {
	Issuer        string
	Subject       string // never given to another person by the issuer
	Email         string // as the provider writes it; may be empty
	EmailVerified bool   // by the provider
	Names         []string
}

// PersonName is a name that CheckName has passed, with its key.
type PersonName struct{ Shown, Key string }
