package notify

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"tender/domain"
)

// keyFile writes a new private key of a sort to a file.
func keyFile(t testing.TB, sort string) (file string, public crypto.PublicKey) {
	t.Helper()
	var key crypto.Signer
	var err error
	switch sort {
	case "ed25519":
		_, key, err = ed25519.GenerateKey(rand.Reader)
	case "rsa":
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	case "short rsa":
		key, err = rsa.GenerateKey(rand.Reader, 1024)
	case "ecdsa":
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return fileOf(t, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})), key.Public()
}

func fileOf(t testing.TB, text []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func newKey(t testing.TB, sort string) *Key {
	t.Helper()
	file, _ := keyFile(t, sort)
	key, err := OpenKey(file, "tender", "example.org")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// record is what stands in the DNS for a key.
func record(t testing.TB, public crypto.PublicKey) string {
	t.Helper()
	if key, ok := public.(ed25519.PublicKey); ok {
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key)
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
}

// check verifies a mail as its receiver does, and gives what its signature covers.
func check(t testing.TB, mail []byte, public crypto.PublicKey) *dkim.Verification {
	t.Helper()
	found, err := dkim.VerifyWithOptions(bytes.NewReader(mail), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name != "tender._domainkey.example.org" {
			t.Errorf("the key is looked for at %s", name)
		}
		return []string{record(t, public)}, nil
	}})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d signatures, %v", len(found), err)
	}
	return found[0]
}

func TestEveryMailIsSigned(t *testing.T) {
	t.Parallel()
	for _, sort := range []string{"ed25519", "rsa"} {
		file, public := keyFile(t, sort)
		key, err := OpenKey(file, "tender", "Example.org")
		if err != nil {
			t.Fatal(err)
		}
		setup := func(s *MailSetup) { withReplies(s); s.Key = key }
		mails := map[string][]byte{}
		for _, what := range domain.NoticeTypes {
			mails[string(what)] = parcelOf(t, what, setup).Mail
		}
		view := begin(t).view(1)
		for _, what := range domain.LetterTypes {
			var out sack
			r := newMailWith(t, &out, setup).Post(t.Context(), domain.Post{Letter: domain.Letter{ID: "l1", Type: what}, To: ana, View: &view, Hook: &domain.HookNews{}, Invitation: invitation()}, secrets{token: "t", short: "s"})
			if r.Status != domain.Delivered {
				t.Fatalf("%s: %+v", what, r)
			}
			mails[string(what)] = out.mails[0]
		}
		for what, mail := range mails {
			v := check(t, mail, public)
			if v.Err != nil || v.Domain != "example.org" {
				t.Errorf("%s, %s: %s, %v", sort, what, v.Domain, v.Err)
			}
			for _, name := range []string{"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "List-Id",
				"List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted", "MIME-Version", "Content-Type"} {
				if !slices.Contains(v.HeaderKeys, name) {
					t.Errorf("%s, %s: %s is not signed", sort, what, name)
				}
			}
			signature, _, _ := strings.Cut(string(mail), "\r\nAuto-Submitted")
			if squeezed := strings.Join(strings.Fields(signature), ""); !strings.Contains(squeezed, "c=relaxed/relaxed;") || strings.Contains(squeezed, ";l=") {
				t.Errorf("%s, %s: %s", sort, what, signature)
			}
		}
	}
}

func TestASignedMailCannotBeChanged(t *testing.T) {
	t.Parallel()
	file, public := keyFile(t, "ed25519")
	key, err := OpenKey(file, "tender", "example.org")
	if err != nil {
		t.Fatal(err)
	}
	mail := string(parcelOf(t, domain.TurnStarted, func(s *MailSetup) { s.Key = key }).Mail)
	for situation, changed := range map[string]string{
		"another subject": strings.Replace(mail, "Subject: [Tender]", "Subject: [Trader]", 1),
		"a second From":   strings.Replace(mail, "\r\nFrom:", "\r\nFrom: x@evil.example\r\nFrom:", 1),
		"a From on top":   "From: x@evil.example\r\n" + mail,
		"a reply address": "Reply-To: x@evil.example\r\n" + mail,
		"another link":    strings.Replace(mail, "unsubscribe?token=", "unsubscribe?tokem=", 1),
		"more at the end": mail + "more\r\n",
	} {
		if changed == mail {
			t.Fatalf("%s: nothing is different", situation)
		}
		if check(t, []byte(changed), public).Err == nil {
			t.Errorf("%s is not noticed", situation)
		}
	}
}

func TestKeysThatDoNotSignAreAnError(t *testing.T) {
	t.Parallel()
	good, _ := keyFile(t, "ed25519")
	short, _ := keyFile(t, "short rsa")
	ec, _ := keyFile(t, "ecdsa")
	pkcs1 := fileOf(t, pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: []byte("x")}))
	for situation, c := range map[string]struct{ file, selector, host, says string }{
		"no file":       {filepath.Join(t.TempDir(), "none"), "tender", "example.org", "no such file"},
		"no PEM":        {fileOf(t, []byte("x")), "tender", "example.org", "PKCS#8"},
		"PKCS#1":        {pkcs1, "tender", "example.org", "PKCS#8"},
		"broken":        {fileOf(t, []byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")), "tender", "example.org", "cannot be read"},
		"short RSA":     {short, "tender", "example.org", "2048"},
		"ECDSA":         {ec, "tender", "example.org", "ed25519 or an RSA"},
		"bad selector":  {good, "a; b", "example.org", "selector"},
		"no selector":   {good, "", "example.org", "selector"},
		"no domain":     {good, "tender", "localhost", "domain"},
		"many a domain": {good, "tender", "a.org; d=b.org", "domain"},
	} {
		if _, err := OpenKey(c.file, c.selector, c.host); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", situation, err)
		}
	}
}
