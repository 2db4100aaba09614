package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net/mail"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/notify"
)

// dkimKey writes a new key to a file.
func dkimKey(t *testing.T) string {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// mailTo waits until nothing is to be sent now, and gives the header of the mail about something to an address.
func (w *world) mailTo(address string, about domain.NoticeType) mail.Header {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		next, err := w.Store.NextDelivery(ctx)
		if err != nil {
			w.Fatal(err)
		}
		const lease = 10 * time.Minute // what is due later, such as a reminder, is not under way
		if next.IsZero() || next.After(w.clock().Add(lease)) {
			break
		}
		runtime.Gosched()
	}
	files, err := filepath.Glob(filepath.Join(w.dir, "mail", "*-"+string(about)+"-*.eml"))
	if err != nil {
		w.Fatal(err)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			w.Fatal(err)
		}
		m, err := mail.ReadMessage(file)
		if err := file.Close(); err != nil {
			w.Fatal(err)
		}
		if err == nil && strings.Contains(m.Header.Get("To"), "<"+address+">") {
			return m.Header
		}
	}
	w.Fatalf("no mail about %s to %s in %v", about, address, files)
	return nil
}

func TestAMailCanBeAnsweredCheckedAndStopped(t *testing.T) {
	key := dkimKey(t)
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		h := w.mailTo("player1@example.org", domain.GameStarted)
		if signature := h.Get("DKIM-Signature"); !strings.Contains(signature, "d=example.org") || !strings.Contains(signature, "s=tender") {
			t.Errorf("signed: %q", signature)
		}
		reply, err := mail.ParseAddress(h.Get("Reply-To"))
		if err != nil {
			t.Fatalf("Reply-To %q: %v", h.Get("Reply-To"), err)
		}
		_, token, ok := notify.ReadAddress(reply.Address, "mail.example.org")
		found, err := w.Store.MailTokenByText(t.Context(), token)
		if !ok || err != nil || found.Account != players[0].id || found.Game != game || found.Step != 1 || found.Purpose != domain.ToReply {
			t.Errorf("%s is for %+v, %v", reply.Address, found, err)
		}

		link := strings.Trim(h.Get("List-Unsubscribe"), "<>")
		path, here := strings.CutPrefix(link, w.URL)
		if !here {
			t.Fatalf("%s leads away", link)
		}
		for range 2 {
			response, body := w.call(person{}, "POST", path, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded")
			if response.StatusCode != 200 {
				t.Errorf("%s: %s", response.Status, body)
			}
		}
		db := w.raw()
		defer db.Close()
		var who, off string
		if err := db.QueryRow("SELECT account_id, preferences FROM preferences").Scan(&who, &off); err != nil ||
			who != players[0].id || off != `{"events":{"game_started":{"email":"off"}}}` {
			t.Errorf("preferences of %s are %s, %v", who, off, err)
		}
		for _, secret := range []string{token, link[len(link)-26:]} {
			if strings.Contains(w.logs.String(), secret) {
				t.Errorf("the log holds %s", secret)
			}
		}
	}, func(c *config) { c.MailDomain, c.DKIMKey, c.DKIMSelector = "mail.example.org", key, "tender" })
}

func TestWrongSettingsOfMailAreSaidAtTheStart(t *testing.T) {
	key := dkimKey(t)
	for says, change := range map[string]func(*config){
		"no such file": func(c *config) { c.DKIMKey, c.DKIMSelector = filepath.Join(t.TempDir(), "none.pem"), "tender" },
		"selector":     func(c *config) { c.DKIMKey, c.DKIMSelector = key, "no selector" },
		"domain must":  func(c *config) { c.DKIMKey, c.DKIMSelector, c.MailFrom = key, "tender", "tender@localhost" },
		"--dkim-key":   func(c *config) { c.DKIMDomain = "example.org" },
		"mail domain":  func(c *config) { c.MailDomain = "a b" },
	} {
		dir := t.TempDir()
		c := config{storage: storage{"sqlite:" + filepath.Join(dir, "tender.db")}, Addr: "127.0.0.1:0", Data: dir, MailFrom: "tender@example.org"}
		change(&c)
		s, err := start(t.Context(), c, surroundings{now: time.Now, random: rand.Reader, log: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Errorf("%s: it starts: %v", says, s.Close())
			continue
		}
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}
