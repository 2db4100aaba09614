package notify

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"regexp"

	"github.com/emersion/go-msgauth/dkim"

	"tender/domain"
)

// Key signs mails with DKIM (RFC 6376), so that receivers know whose they are. The nil Key signs none.
type Key struct{ options dkim.SignOptions }

// minRSA is how many bits an RSA key must have (RFC 8301 says 1024; that has been too few for long).
const minRSA = 2048

// signedFields are the header fields that a signature covers. One more than a mail has of a field says that there are no
// more: so it is for From and Subject, and for those that a mail does not have.
var signedFields = []string{"From", "From", "To", "Subject", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To",
	"List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted", "MIME-Version", "Content-Type"}

var selectorForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)

// OpenKey reads a private key, ed25519 or RSA, from a PEM file in PKCS#8 form. Its public key is to be found by DNS at
// selector._domainkey.host.
func OpenKey(file, selector, host string) (*Key, error) {
	if !selectorForm.MatchString(selector) {
		return nil, errors.New("DKIM: the selector must be small letters, digits and hyphens, as in a DNS name")
	}
	address, _, err := domain.CheckEmail("dkim@" + host)
	if err != nil {
		return nil, errors.New("DKIM: the domain must be the name of a mail domain, such as example.org")
	}
	text, err := os.ReadFile(file) // #nosec G304 -- the operator names the file
	if err != nil {
		return nil, fmt.Errorf("DKIM key: %w", err)
	}
	key, err := readKey(text)
	if err != nil {
		return nil, fmt.Errorf("DKIM key in %s: %w", file, err)
	}
	return &Key{dkim.SignOptions{Domain: address[len("dkim@"):], Selector: selector, Signer: key, Hash: crypto.SHA256, HeaderKeys: signedFields,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed}}, nil
}

func readKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, errors.New("it must be a private key in PKCS#8 form, which begins with -----BEGIN PRIVATE KEY-----")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("the private key in it cannot be read")
	}
	switch key := key.(type) {
	case ed25519.PrivateKey:
		return key, nil
	case *rsa.PrivateKey:
		if key.N.BitLen() < minRSA {
			return nil, fmt.Errorf("an RSA key must have at least %d bits", minRSA)
		}
		return key, nil
	}
	return nil, errors.New("it must be an ed25519 or an RSA key")
}

// sign puts a signature in front of a mail.
func (k *Key) sign(mail []byte) ([]byte, error) {
	if k == nil {
		return mail, nil
	}
	var signed bytes.Buffer
	if err := dkim.Sign(&signed, bytes.NewReader(mail), &k.options); err != nil {
		return nil, fmt.Errorf("DKIM: %w", err)
	}
	return signed.Bytes(), nil
}
