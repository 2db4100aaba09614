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
	p.Mail, err = m.Key.sign(written.Bytes())
	return p, err
}
