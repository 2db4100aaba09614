// Package notify tells people what happens in their games: by e-mail and by webhook.
//
//	channels.go  which channels a notice goes over, and how each is served
//	compose.go   a notice, a view and the news since the last mail become a message in plain text; ask.go is its call to
//	             move
//	payload.go   the same as data, for webhooks
//	email.go     a message becomes an e-mail that threads; page.go is its HTML, related.go puts the picture of the table
//	             with it, which package picture draws. Who carries it: smtp.go, or files.go
//	             where no mail server is configured
//	webhook.go   a payload is signed and posted, through package egress
//	digest.go    what is kept for the hour of somebody's digest is gathered and goes in one mail, which digestmail.go writes
//	breaker.go   keeps mails back, at nobody's cost, while the mail service is down
//	letter.go    mails about accounts and addresses; postman.go carries them, with secrets made when they are sent
//	reply.go     answers to mails that came in; package mailin takes those in
//	worker.go    carries what is due, again and again until it is there or given up; flight.go is what is under way,
//	             lanes.go keeps the slow from delaying others, retry.go says when again
//
// Everything that is said comes from the view of the one person it is said to, made when it is sent, and from the events
// as that person's seat was told of them: a notice cannot tell what its reader may not see, and what it shows cannot be
// out of date. No kind is named here; kinds speak through domain.Kind.
//
// The package knows no database and no HTTP server. What it needs of them are the small interfaces in store.go. Logs
// hold ids and statuses, never addresses, URLs, cards or tokens.
package notify
