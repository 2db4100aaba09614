package notify

import (
	"bytes"
	"context"

	gomail "github.com/wneessen/go-mail"
)

// Parcel is a finished mail: what stands on the envelope, and what is in it.
type Parcel struct {
	Name string // tells it from all others; fit for a file's name
	From string // where it comes back to
	To   string
	Mail []byte // RFC 5322, signed where mails are
}

// Carrier takes a finished mail away. It may get the same one twice, under the same name.
type Carrier interface {
	Carry(ctx context.Context, p Parcel) Reply
}

// carry finishes a mail, once: it is signed as it is sent.
func (m *Mail) carry(ctx context.Context, name string, letter *gomail.Msg) Reply {
	p, err := m.finish(name, letter)
	if err != nil {
		return unwritten(err)
	}
	return m.Out.Carry(ctx, p)
}

// go-mail has no word but 8bit for a part that it is to leave as it is. All that we write is 7bit: a mail server that
// believes otherwise rewrites a mail for others that take no 8bit, and that breaks its signature.
const (
	as8Bit = "Content-Transfer-Encoding: 8bit\r\nContent-Type: multipart/related"
	as7Bit = "Content-Transfer-Encoding: 7bit\r\nContent-Type: multipart/related"
)

func (m *Mail) finish(name string, letter *gomail.Msg) (Parcel, error) {
	p := Parcel{Name: name}
	var written bytes.Buffer
	if _, err := letter.WriteTo(&written); err != nil {
		return p, err
	}
	p.From = letter.GetFrom()[0].Address
	if back := letter.GetAddrHeader(gomail.HeaderEnvelopeFrom); len(back) > 0 {
		p.From = back[0].Address
	}
	p.To = letter.GetTo()[0].Address
	var err error
	p.Mail, err = m.Key.sign(bytes.Replace(written.Bytes(), []byte(as8Bit), []byte(as7Bit), 1))
	return p, err
}
