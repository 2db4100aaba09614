package domain

// MailIn names a mail that came in, so that it counts once however often it is delivered.
type MailIn struct {
	ID      string // made of the token, the sender and the mail's own id, as a hash
	Account string // whom the token stands for
	Game    string
	Answers string // the mail's own id without brackets, for an answer to name it; may be empty
}

// MailOutcome says what became of a mail that came in.
type MailOutcome string

// What can become of it.
const (
	MailMoved   MailOutcome = "moved"   // it was carried out
	MailShown   MailOutcome = "shown"   // it asked for nothing but help or the state of the game
	MailRefused MailOutcome = "refused" // it held a command that could not be carried out
	MailHelped  MailOutcome = "helped"  // it held no command
	MailForeign MailOutcome = "foreign" // it was not from the address of whom the token stands for
	MailIgnored MailOutcome = "ignored" // one of the latter four; nothing is answered, since enough was within the hour
	MailClosed  MailOutcome = "closed"  // its person is suspended, has left, or has no proved address
)

// MailDone is what carrying a mail out came to.
type MailDone struct {
	Outcome MailOutcome
	Said    string // what happened, for the answer
}
