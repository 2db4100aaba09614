package mailin

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/authres"
	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

// Policy says what a mail must bring beside the token in its address and the right sender.
type Policy string

// The policies there are.
const (
	ByToken  Policy = "token"  // nothing; but what it brings must be right, and what its domain says it brings must be there
	Strictly Policy = "strict" // a signature (DKIM) or a mail server (SPF) that stands for its sender
)

// How much is asked about one mail.
const (
	maxSignatures = 10
	lookupTime    = 20 * time.Second
)

// Envelope is what the mail server that brings a mail says of it.
type Envelope struct {
	From string // where it goes back to, empty for nowhere or where that is not known
	Null bool   // it goes back to nowhere: no person has sent it
	IP   net.IP // the mail server, where it is not our own; nil where that cannot be told
	Helo string // how it introduced itself
}

// Senders says whether mails are from whom they say they are from.
type Senders struct {
	Policy   Policy
	Authserv string          // what the mail server in front calls itself in Authentication-Results; empty: they are not read
	Resolver spf.DNSResolver // net.DefaultResolver if nil
}

// tally is what was found for and against a mail.
type tally struct{ passed, failed, unsure bool }

// Genuine says whether a message may be from its sender. An error means that it could not be found out now.
func (s Senders) Genuine(ctx context.Context, raw []byte, m Message, e Envelope) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	if s.Resolver == nil {
		s.Resolver = net.DefaultResolver
	}
	_, host, _ := strings.Cut(m.FromKey, "@")
	var t tally
	if s.signatures(ctx, &t, raw, m, host); t.passed {
		return true, nil
	}
	if e.IP != nil {
		s.server(ctx, &t, e, host)
	} else if s.Authserv != "" {
		s.told(&t, m, host)
	}
	switch {
	case t.passed:
		return true, nil
	case t.unsure:
		return false, errLookup
	case t.failed || s.Policy == Strictly:
		return false, nil
	case e.IP != nil:
		demanded, err := s.demanded(ctx, host)
		return !demanded, err
	}
	return true, nil
}

// signatures looks at the DKIM signatures of the sender's own domain. One that is right is enough: others may have been
// broken on the way. Signatures of a part of the text only are never right (the library refuses l=).
func (s Senders) signatures(ctx context.Context, t *tally, raw []byte, m Message, host string) {
	if m.header.FieldsByKey("DKIM-Signature").Len() == 0 {
		return
	}
	lookup := func(name string) ([]string, error) { return s.Resolver.LookupTXT(ctx, name) }
	checked, err := dkim.VerifyWithOptions(bytes.NewReader(withCRLF(raw)), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: maxSignatures})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		t.failed = true
		return
	}
	for _, v := range checked {
		if v == nil || !aligned(v.Domain, host) {
			continue
		}
		t.add(v.Err == nil, v.Err != nil && !dkim.IsTempFail(v.Err), dkim.IsTempFail(v.Err))
	}
}

func (t *tally) add(passed, failed, unsure bool) {
	t.passed, t.failed, t.unsure = t.passed || passed, t.failed || failed, t.unsure || unsure
}

// withCRLF gives a message the line ends with which it was signed: pipes bring it with LF.
func withCRLF(raw []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// server looks whether the mail server may send for the sender's domain, where the mail goes back to that (SPF).
func (s Senders) server(ctx context.Context, t *tally, e Envelope, host string) {
	_, back, found := strings.Cut(e.From, "@")
	if !found || !aligned(back, host) {
		return
	}
	result, _ := spf.CheckHostWithSender(e.IP, e.Helo, e.From, spf.WithContext(ctx), spf.WithResolver(s.Resolver))
	t.add(result == spf.Pass, result == spf.Fail || result == spf.SoftFail, result == spf.TempError)
}

// told reads what the mail server in front has found out. It is for that server to take away what others have written
// under its name.
func (s Senders) told(t *tally, m Message, host string) {
	for fields := m.header.FieldsByKey("Authentication-Results"); fields.Next(); {
		by, results, err := authres.Parse(fields.Value())
		if by, _, _ = strings.Cut(by, " "); err != nil || !strings.EqualFold(by, s.Authserv) {
			continue
		}
		for _, result := range results {
			value, of := authres.ResultValue(""), ""
			switch r := result.(type) {
			case *authres.DKIMResult:
				if value, of = r.Value, r.Domain; of == "" {
					_, of, _ = strings.Cut(r.Identifier, "@")
				}
			case *authres.SPFResult:
				value, of = r.Value, r.From[strings.LastIndex(r.From, "@")+1:]
			case *authres.DMARCResult:
				value, of = r.Value, r.From[strings.LastIndex(r.From, "@")+1:]
			}
			if aligned(of, host) {
				t.add(value == authres.ResultPass, value == authres.ResultFail || value == authres.ResultHardFail || value == authres.ResultSoftFail, value == authres.ResultTempError)
			}
		}
	}
}

// demanded says whether the sender's domain says that its mails can always be known by signature or server (DMARC).
func (s Senders) demanded(ctx context.Context, host string) (bool, error) {
	lookup := func(name string) ([]string, error) { return s.Resolver.LookupTXT(ctx, name) }
	above, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		above = host
	}
	for i, name := range []string{host, above} {
		record, err := dmarc.LookupWithOptions(name, &dmarc.LookupOptions{LookupTXT: lookup})
		switch {
		case dmarc.IsTempFail(err) || ctx.Err() != nil:
			return false, errLookup
		case err != nil:
			continue
		}
		policy := record.Policy
		if i > 0 && record.SubdomainPolicy != "" {
			policy = record.SubdomainPolicy
		}
		return policy == dmarc.PolicyReject || policy == dmarc.PolicyQuarantine, nil
	}
	return false, nil
}

var errLookup = errors.New("who has sent a mail cannot be found out now: names cannot be looked up")

// aligned says whether two names are of one owner: they are the same but for what stands before the name that was
// registered.
func aligned(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, ".")), strings.ToLower(strings.TrimSuffix(b, "."))
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	ownerA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	ownerB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && ownerA == ownerB
}
