// Package mailin takes in mails: moves by e-mail, and reports of mails that did not arrive.
//
//	receive.go  an SMTP or LMTP server for reply+TOKEN and bounce+TOKEN, and nothing else
//	crowd.go    nobody takes all of its connections
//	address.go  what such an address says
//	read.go     a message becomes what is needed of it: who it says it is from, its text, whether a machine wrote it;
//	            parts.go finds the text, flowed.go and html.go make lines of it
//	lines.go    which lines of a text are the reader's own
//	sender.go   whether a mail is from whom it says it is from
//	desk.go     one mail is carried out, once; do.go is what its lines ask for
//
// Nothing in a mail is believed that need not be. What is quoted and what is a signature cannot be told for sure, in any
// language; so it does not matter: commands are the first lines that are not quoted, each must be one as a whole, and the
// first that is none ends the reading. The worst that a mail program can do to a reply is that it is not understood.
//
// No kind is named here, and no database: what is needed of them are the small interfaces in desk.go. Logs hold neither
// addresses nor anything out of a message.
package mailin
