package domain

import "time"

// Account is a person who signed up.
type Account struct {
	ID           string
	Name         string // as shown to others, unique by NameKey
	NameKey      string // CheckName's key: equal for names that look the same
	Email        string // as typed, unique by EmailKey
	EmailKey     string // CheckEmail's key: equal for spellings of one mailbox
	PasswordHash string // argon2id in PHC form; empty when there is none: the person signs in by mail or through a provider
	CreatedAt    time.Time
	Role         Role
	SuspendedAt  time.Time // zero unless a moderator has suspended the account
	Former       int       // the number of a person who has deleted the account; 0 while it lives

	EmailVerifiedAt time.Time // when the address was proved to be the person's; zero when it is taken at its word
	NewEmail        string    // an address that is to be verified yet; nothing else is sent to it

	MailSuspendedAt  time.Time // when mail came back from the address; nothing but questions whether it works is sent there since. Zero if none did
	MailSuspendedWhy string    // with which status (RFC 3463), such as 5.1.1

	Zone *time.Location // in which times are written to them; nil where it was not asked for, which is UTC
}

// ZoneOrUTC is the zone in which times are written to somebody.
func (a Account) ZoneOrUTC() *time.Location {
	if a.Zone == nil {
		return time.UTC
	}
	return a.Zone
}

// RefreshToken is a link in a chain of sign-in tokens: each may be spent once, for the next.
type RefreshToken struct {
	Hash      string // SHA-256 of the token in hex; the token itself is not kept
	Session   string // the sign-in that this chain came from
	Account   string
	IssuedAt  time.Time
	ExpiresAt time.Time
	SpentAt   time.Time // zero while it has not been used
	Salt      string    // with the token before makes this one, so that it can be given again without being kept
}

// SigningKey signs access tokens.
type SigningKey struct {
	ID        string // the token header's kid
	Seed      []byte // of the ed25519 private key, 32 bytes
	CreatedAt time.Time
}
