package domain

import (
	"encoding/base32"
	"strings"
	"time"
)

// MailPurpose says what a token in a mail's addresses or links is for.
type MailPurpose string

// The purposes there are.
const (
	ToReply       MailPurpose = "reply"       // before the @ where replies and bounces go: of an account, a game and a step
	ToBounce      MailPurpose = "bounce"      // where a letter or a digest comes back to, which nobody replies to: of an account and that letter
	ToUnsubscribe MailPurpose = "unsubscribe" // in the link that turns a sort of mail off: of an account and a notice type
)

// MailToken stands for somebody in an address or a link of a mail. Whoever has its text can do what its purpose allows
// and nothing more, so that it is shown to nobody else.
type MailToken struct {
	Text      string
	Purpose   MailPurpose
	Account   string
	Game      string     // the letter's id for ToBounce, empty for ToUnsubscribe
	Step      int        // the table's when the notice arose, 0 but for ToReply
	Notice    NoticeType // empty but for ToUnsubscribe
	CreatedAt time.Time
}

// mailLetters are Crockford's base32 in lower case: mail servers may change the case of what stands before an @, and
// people read such letters to each other.
const mailLetters = "0123456789abcdefghjkmnpqrstvwxyz"

var mailEncoding = base32.NewEncoding(mailLetters).WithPadding(base32.NoPadding)

// mailTokenLength is what 128 bits need.
const mailTokenLength = 26

// NewMailToken writes 128 random bits as a token's text.
func NewMailToken(random [16]byte) string { return mailEncoding.EncodeToString(random[:]) }

// ReadMailToken gives the spelling of a token that NewMailToken makes: case does not count, and letters that are taken for
// digits are those. ok is false for what can be no token.
func ReadMailToken(text string) (spelled string, ok bool) {
	spelled = strings.NewReplacer("o", "0", "i", "1", "l", "1").Replace(strings.ToLower(text))
	if len(text) != mailTokenLength || len(spelled) != mailTokenLength || strings.Trim(spelled, mailLetters) != "" {
		return "", false // the lengths differ where a letter outside of ASCII has a small one in it
	}
	return spelled, true
}
