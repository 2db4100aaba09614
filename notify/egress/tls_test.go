package egress

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// certificate signs itself for loopback, changed as given.
func certificate(t testing.TB, change func(*x509.Certificate)) (tls.Certificate, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "receiver"}, NotBefore: time.Unix(0, 0),
		NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	if change != nil {
		change(made)
	}
	der, err := x509.CreateCertificate(rand.Reader, made, made, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, parsed
}

// Each receiver is trusted but for what is wrong with it.
func TestReceiversWhoseTLSIsNotGoodEnough(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		certificate func(*x509.Certificate)
		newest      uint16
		reason      string // empty when nothing is wrong
	}{
		"nothing wrong": {nil, tls.VersionTLS12, ""},
		"expired":       {func(c *x509.Certificate) { c.NotAfter = time.Unix(1000, 0) }, 0, "certificate"},
		"another name":  {func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"example.org"} }, 0, "certificate"},
		"TLS 1.1":       {nil, tls.VersionTLS11, "TLS"},
		"TLS 1.0":       {nil, tls.VersionTLS10, "TLS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			served, trusted := certificate(t, c.certificate)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.TLS = &tls.Config{Certificates: []tls.Certificate{served}, MinVersion: tls.VersionTLS10, MaxVersion: c.newest}
			server.StartTLS()
			t.Cleanup(server.Close)
			client, _ := local(t, WholeTime, nil)
			roots := x509.NewCertPool()
			roots.AddCert(trusted)
			client.http.Transport.(*http.Transport).TLSClientConfig.RootCAs = roots
			a, err := client.Post(context.Background(), server.URL, http.Header{}, nil)
			if c.reason == "" {
				if err != nil || a.Code != http.StatusOK {
					t.Errorf("%+v, %v", a, err)
				}
				return
			}
			if err == nil || !strings.Contains(Reason(err), c.reason) {
				t.Errorf("%+v, %v (%s)", a, err, Reason(err))
			}
		})
	}
}

func TestReceiverThatDripsIsCutOff(t *testing.T) {
	t.Parallel()
	client, server := local(t, 200*time.Millisecond, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		for drip := time.NewTicker(5 * time.Millisecond); ; <-drip.C { // a byte of the header at a time, for ever
			if _, err := conn.Write([]byte("H")); err != nil {
				return
			}
		}
	})
	if a, err := client.Post(context.Background(), server.URL, http.Header{}, nil); err == nil || Reason(err) != "no answer in time" {
		t.Errorf("%+v, %v", a, err)
	}
}
