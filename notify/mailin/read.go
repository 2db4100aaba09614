package mailin

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // charsets other than UTF-8
	"github.com/emersion/go-message/mail"

	"tender/domain"
)

// MaxBytes is the size of the largest message that is read: 1 MiB.
const MaxBytes = 1 << 20

// maxHeader is how many bytes of a message its header may take.
const maxHeader = 128 << 10

// errBroken is for messages that nobody can make sense of. It says nothing of what is in them.
var errBroken = errors.New("the message cannot be read")

// Message is what is needed of a mail.
type Message struct {
	From      string // the address that it says it is from, and its domain.CheckEmail key
	FromKey   string
	ID        string // as the sender's program named it, without brackets; empty when it did not
	Hash      string // SHA-256 of the whole message in hex
	Automatic string // why no person has written this; empty for a person's mail
	Text      string // what it says, in lines that end in "\n"

	header mail.Header
}

// Read reads a message; line ends may be CRLF or LF. The error says nothing of the contents.
func Read(raw []byte) (Message, error) {
	if len(raw) > MaxBytes {
		return Message{}, errBroken
	}
	sum := sha256.Sum256(raw)
	m := Message{Hash: hex.EncodeToString(sum[:])}
	entity, unreadable := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil || unreadable != nil && !unknown(unreadable) {
		return Message{}, errBroken
	}
	var err error
	m.header = mail.Header{Header: entity.Header}
	if m.From, m.FromKey, err = from(m.header); err != nil {
		return Message{}, err
	}
	m.ID = messageID(m.header)
	m.Automatic = automatic(m.header)
	m.Text, err = textOf(entity, unreadable)
	return m, err
}

// unknown says whether an error only means that the text cannot be decoded.
func unknown(err error) bool { return message.IsUnknownCharset(err) || message.IsUnknownEncoding(err) }

// from is the one address in the one From field. Where there are several, programs differ in which they show and check.
func from(h mail.Header) (address, key string, err error) {
	if fields := h.FieldsByKey("From"); fields.Len() != 1 {
		return "", "", errBroken
	}
	list, err := h.AddressList("From")
	if err != nil || len(list) != 1 {
		return "", "", errBroken
	}
	if address, key, err = domain.CheckEmail(list[0].Address); err != nil {
		return "", "", errBroken
	}
	return address, key, nil
}

// messageID is how the sender's program named a message, fit to be named in an answer; else the hash names it.
func messageID(h mail.Header) string {
	const longest = 250
	id, err := h.MessageID()
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '>' }
	if err != nil || len(id) > longest || strings.ContainsFunc(id, odd) {
		return ""
	}
	return id
}

// automatic says what shows that a machine has sent a message: nothing is answered to those, or two machines would go on
// for ever (RFC 3834, and what older programs do).
func automatic(h mail.Header) string {
	value := func(name string) string { return strings.ToLower(strings.TrimSpace(h.Get(name))) }
	first, _, _ := strings.Cut(value("Auto-Submitted"), ";")
	if first = strings.TrimSpace(first); first != "" && first != "no" {
		return "Auto-Submitted"
	}
	switch value("Precedence") {
	case "bulk", "junk", "list", "auto_reply", "auto-reply":
		return "Precedence"
	}
	for _, name := range []string{"X-Auto-Response-Suppress", "X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Autoresponder", "X-Failed-Recipients"} {
		if v := value(name); v != "" && v != "none" && v != "no" {
			return name
		}
	}
	for _, name := range []string{"List-Id", "List-Unsubscribe", "List-Post"} {
		if h.Has(name) {
			return name
		}
	}
	if h.Has("Return-Path") && value("Return-Path") == "<>" {
		return "Return-Path"
	}
	if kind, _, _ := h.ContentType(); kind == "multipart/report" {
		return "Content-Type"
	}
	return ""
}

// machines are the names before the @ that only machines write from.
var machines = []string{"mailer-daemon", "postmaster", "no-reply", "noreply"}

// byMachine says whether an address is a machine's.
func byMachine(key string) bool {
	local, _, _ := strings.Cut(key, "@")
	for _, name := range machines {
		if local == name {
			return true
		}
	}
	return false
}
