package mailin

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

// names answers questions for names from a table; of those in fails it cannot say anything now.
type names struct {
	txt   map[string]string
	fails string
}

func (n names) LookupTXT(_ context.Context, name string) ([]string, error) {
	name = strings.TrimSuffix(name, ".")
	if n.fails != "" && strings.Contains(name, n.fails) {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	if text, ok := n.txt[name]; ok {
		return []string{text}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}
func (names) LookupMX(context.Context, string) ([]*net.MX, error) { return nil, nil }
func (names) LookupIPAddr(context.Context, string) ([]net.IPAddr, error) {
	return nil, nil
}
func (names) LookupAddr(context.Context, string) ([]string, error) { return nil, nil }

const plainMail = "From: Bob <bob@example.org>\r\nTo: tender@play.example.org\r\nSubject: Re: a game\r\n\r\nkeep\r\n"

// signer is a key and the record that publishes it.
func signer(t *testing.T) (ed25519.PrivateKey, string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return private, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)
}

func signed(t *testing.T, key ed25519.PrivateKey, host, mail string) string {
	t.Helper()
	var b bytes.Buffer
	err := dkim.Sign(&b, strings.NewReader(mail), &dkim.SignOptions{Domain: host, Selector: "s", Signer: key, HeaderKeys: []string{"From", "Subject"}})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSendersAreBelievedByWhatTheirMailsBring(t *testing.T) {
	t.Parallel()
	key, record := signer(t)
	other, _ := signer(t)
	good := signed(t, key, "example.org", plainMail)
	limited := strings.Replace(good, "v=1;", "v=1; l=0;", 1)
	keys := map[string]string{"s._domainkey.example.org": record, "s._domainkey.mail.example.org": record, "s._domainkey.evil.example": record}
	with := func(more ...string) names {
		n := names{txt: map[string]string{}}
		for name, text := range keys {
			n.txt[name] = text
		}
		for i := 0; i+1 < len(more); i += 2 {
			n.txt[more[i]] = more[i+1]
		}
		return n
	}
	outside := Envelope{From: "bob@example.org", IP: net.ParseIP("192.0.2.1"), Helo: "mail.example.org"}
	const (
		yes   = "genuine"
		no    = "foreign"
		later = "later"
	)
	for situation, c := range map[string]struct {
		mail          string
		envelope      Envelope
		names         names
		token, strict string // what is to come out of it with either policy
		authserv      string
	}{
		"nothing":                               {mail: plainMail, names: with(), token: yes, strict: no},
		"signed":                                {mail: good, names: with(), token: yes, strict: yes},
		"signed, LF only":                       {mail: strings.ReplaceAll(good, "\r\n", "\n"), names: with(), token: yes, strict: yes},
		"signed by a part of the domain":        {mail: signed(t, key, "mail.example.org", plainMail), names: with(), token: yes, strict: yes},
		"signed by another domain":              {mail: signed(t, key, "evil.example", plainMail), names: with(), token: yes, strict: no},
		"signed with another key":               {mail: signed(t, other, "example.org", plainMail), names: with(), token: no, strict: no},
		"signed, then changed":                  {mail: strings.Replace(good, "keep", "swap I", 1), names: with(), token: no, strict: no},
		"signed in part only":                   {mail: limited, names: with(), token: no, strict: no},
		"signed with a key that is gone":        {mail: good, names: names{}, token: no, strict: no},
		"signed, names cannot be looked up":     {mail: good, names: names{fails: "example.org"}, token: later, strict: later},
		"signed twice, once broken on the way":  {mail: signed(t, key, "example.org", signed(t, other, "mail.example.org", plainMail)), names: with(), token: yes, strict: yes},
		"from a server of the domain":           {mail: plainMail, envelope: outside, names: with("example.org", "v=spf1 ip4:192.0.2.0/24 -all"), token: yes, strict: yes},
		"from a server that is none of it":      {mail: plainMail, envelope: outside, names: with("example.org", "v=spf1 -all"), token: no, strict: no},
		"from one that probably is none":        {mail: plainMail, envelope: outside, names: with("example.org", "v=spf1 ~all"), token: no, strict: no},
		"from such a server, but signed":        {mail: good, envelope: outside, names: with("example.org", "v=spf1 -all"), token: yes, strict: yes},
		"servers cannot be looked up":           {mail: plainMail, envelope: outside, names: names{fails: "example.org"}, token: later, strict: later},
		"the domain says nothing":               {mail: plainMail, envelope: outside, names: with(), token: yes, strict: no},
		"the envelope is of another domain":     {mail: plainMail, envelope: Envelope{From: "x@evil.example", IP: outside.IP}, names: with("evil.example", "v=spf1 +all"), token: yes, strict: no},
		"and the domain demands signatures":     {mail: plainMail, envelope: Envelope{From: "x@evil.example", IP: outside.IP}, names: with("evil.example", "v=spf1 +all", "_dmarc.example.org", "v=DMARC1; p=reject"), token: no, strict: no},
		"the demand cannot be looked up":        {mail: plainMail, envelope: Envelope{IP: outside.IP}, names: names{fails: "_dmarc"}, token: later, strict: no},
		"our own server says that it is signed": {mail: "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n" + plainMail, names: with(), authserv: "mx.example.net", token: yes, strict: yes},
		"it says that it is not":                {mail: "Authentication-Results: MX.example.net; dkim=fail header.d=example.org; spf=pass smtp.mailfrom=x@evil.example\r\n" + plainMail, names: with(), authserv: "mx.example.net", token: no, strict: no},
		"it says that the domain disowns it":    {mail: "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org\r\n" + plainMail, names: with(), authserv: "mx.example.net", token: no, strict: no},
		"it speaks of another domain":           {mail: "Authentication-Results: mx.example.net; dkim=pass header.d=evil.example\r\n" + plainMail, names: with(), authserv: "mx.example.net", token: yes, strict: no},
		"somebody else says so":                 {mail: "Authentication-Results: mx.evil.example; dkim=pass header.d=example.org\r\n" + plainMail, names: with(), authserv: "mx.example.net", token: yes, strict: no},
		"nobody is to be believed":              {mail: "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n" + plainMail, names: with(), token: yes, strict: no},
		"it comes past our own server":          {mail: "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n" + plainMail, envelope: outside, names: with("example.org", "v=spf1 -all"), authserv: "mx.example.net", token: no, strict: no},
	} {
		m, err := Read([]byte(c.mail))
		if err != nil {
			t.Errorf("%s: %v", situation, err)
			continue
		}
		for policy, want := range map[Policy]string{ByToken: c.token, Strictly: c.strict} {
			s := Senders{Policy: policy, Authserv: c.authserv, Resolver: c.names}
			genuine, err := s.Genuine(t.Context(), []byte(c.mail), m, c.envelope)
			got := map[bool]string{true: yes, false: no}[genuine]
			if err != nil {
				got = later
			}
			if got != want {
				t.Errorf("%s, %s: %s, want %s (%v)", situation, policy, got, want, err)
			}
		}
	}
}

func TestNamesOfOneOwnerAreAligned(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"example.org", "Example.ORG."}: true, {"mail.example.org", "example.org"}: true, {"a.example.co.uk", "b.example.co.uk"}: true,
		{"example.org", "example.com"}: false, {"a.co.uk", "b.co.uk"}: false, {"co.uk", "a.co.uk"}: false, {"", ""}: false, {"org", "example.org"}: false,
		{"a.github.io", "b.github.io"}: false, {"notexample.org", "example.org"}: false,
	} {
		if got := aligned(pair[0], pair[1]); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}
