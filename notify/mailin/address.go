package mailin

import (
	"bytes"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"tender/notify"
)

// Address is an address that mail is taken at.
type Address struct {
	Bounce bool   // for what mail servers send back, not for people
	Token  string // as domain.ReadMailToken spells it
}

// ReadAddress reads an address that notify.Box makes, with or without angle brackets. ok is false for all others.
func ReadAddress(address, host string) (a Address, ok bool) {
	box, token, ok := notify.ReadAddress(strings.Trim(address, "<>"), host)
	return Address{Bounce: box == notify.BounceBox, Token: token}, ok
}

// named are the fields in which a mail server or a person says where a mail goes.
var named = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc"}

// maxNamed is how many addresses of ours a message may name: more than one is no reply.
const maxNamed = 5

// Named gives the addresses of ours that the header of a message names, each once. Whom the message is from does not
// matter: reports of mail servers are often from nobody.
func Named(raw []byte, host string) (all []Address) {
	entity, _ := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil {
		return nil
	}
	seen := map[Address]bool{}
	for _, name := range named {
		for fields := entity.Header.FieldsByKey(name); fields.Next() && len(all) < maxNamed; {
			list, err := mail.ParseAddressList(fields.Value())
			if err != nil {
				list = []*mail.Address{{Address: strings.TrimSpace(fields.Value())}}
			}
			for _, entry := range list {
				if a, ok := ReadAddress(entry.Address, host); ok && !seen[a] && len(all) < maxNamed {
					seen[a] = true
					all = append(all, a)
				}
			}
		}
	}
	return all
}
