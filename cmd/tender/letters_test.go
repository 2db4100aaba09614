package main

import (
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func verifying(c *config) { c.VerifyMail = "on" }

// letters waits until the postman has nothing left and gives the texts of the mails to an address, by what they are
// about; those that were given before are gone.
func (w *world) letters(address string) map[string]string {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		next, err := w.Store.NextLetter(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if next.IsZero() {
			break
		}
		runtime.Gosched()
	}
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join(w.dir, "mail", "*.eml"))
	if err != nil {
		w.Fatal(err)
	}
	for _, name := range files {
		kind := strings.Split(filepath.Base(name), "-")[1]
		if text, ok := w.plainText(name, address); ok && strings.Contains(kind, "_") {
			found[kind] += text
			if err := os.Remove(name); err != nil {
				w.Fatal(err)
			}
		}
	}
	return found
}

// plainText reads the first part of a mail to an address.
func (w *world) plainText(name, address string) (string, bool) {
	w.Helper()
	f, err := os.Open(name)
	if err != nil {
		w.Fatal(err)
	}
	defer f.Close()
	m, err := mail.ReadMessage(f)
	if err != nil {
		w.Fatal(err)
	}
	if !strings.Contains(m.Header.Get("To"), "<"+address+">") {
		return "", false
	}
	_, boundary, _ := strings.Cut(m.Header.Get("Content-Type"), "boundary=")
	part, err := multipart.NewReader(m.Body, strings.Trim(boundary, `"`)).NextRawPart()
	if err != nil {
		w.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(part))
	if err != nil {
		w.Fatal(err)
	}
	return string(text), true
}

var link = regexp.MustCompile(`(http\S*)(/(?:verify|sign-in)\?token=)(\S+)`)

// linkIn gives path and token of the one link in a letter.
func (w *world) linkIn(letter string) (path, token string) {
	w.Helper()
	m := link.FindStringSubmatch(letter)
	if m == nil || m[1] != w.URL {
		w.Fatalf("no link to %s in %q", w.URL, letter)
	}
	return m[2] + m[3], m[3]
}

// press is the button of a page.
func (w *world) press(path, token string) (int, string) {
	w.Helper()
	page, _, _ := strings.Cut(path, "?")
	response, body := w.call(person{}, "POST", page, url.Values{"token": {token}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	return response.StatusCode, string(body)
}

const signUp = `{"name":%q,"email":%q,"password":"correct horse battery"}`

func (w *world) canSignIn(email string) bool {
	w.Helper()
	response, _ := w.call(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":%q,"password":"correct horse battery"}`, email))
	return response.StatusCode == http.StatusCreated
}

func TestAScannerOfMailUsesNoLinkUp(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		w.must(person{}, "POST", "/v1/accounts", fmt.Sprintf(signUp, "Ada", "ada@example.org"))
		w.must(person{}, "POST", "/v1/sessions/link", `{"email":"ada@example.org"}`) // not verified yet: the same question again
		path, token := w.linkIn(w.letters("ada@example.org")["verify_address"])
		before := w.rows()
		for _, method := range []string{"HEAD", "GET", "GET"} {
			response, body := w.call(person{}, method, path, "")
			if response.StatusCode != 200 || method == "GET" && !strings.Contains(string(body), `<form method="post" action="verify">`) {
				t.Fatalf("%s: %s %s", method, response.Status, body)
			}
			if csp := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; style-src 'sha256-") {
				t.Errorf("the policy is %s", csp)
			}
		}
		if after := w.rows(); !slices.Equal(before, after) {
			t.Errorf("looking at the page has changed\n%v\nto\n%v", before, after)
		}
		if w.canSignIn("ada@example.org") {
			t.Error("looking at the page verifies")
		}
		if status, body := w.press(path, token); status != 200 || !strings.Contains(body, "ada@example.org") {
			t.Fatalf("%d %s", status, body)
		}
		if !w.canSignIn("ada@example.org") {
			t.Error("the button does not verify")
		}
		if status, _ := w.press(path, token); status != 401 {
			t.Errorf("pressed again: %d", status)
		}
	}, verifying)
}

func TestALinkExpires(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		w.must(person{}, "POST", "/v1/accounts", fmt.Sprintf(signUp, "Ada", "ada@example.org"))
		_, token := w.linkIn(w.letters("ada@example.org")["verify_address"])
		w.now.Add((15 * time.Minute).Milliseconds())
		response, body := w.call(person{}, "POST", "/v1/email/verification", fmt.Sprintf(`{"code":%q}`, token))
		if response.StatusCode != 401 || !strings.Contains(string(body), "invalid_code") {
			t.Errorf("%s %s", response.Status, body)
		}
	}, verifying)
}

// The whole way of somebody who has only a mailbox: sign up, sign in by link, then by code.
func TestSignInByMailOnly(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		w.must(person{}, "POST", "/v1/accounts", `{"name":"Ada","email":"ada@example.org"}`)
		path, token := w.linkIn(w.letters("ada@example.org")["sign_in_link"])
		status, body := w.press(path, token)
		access := regexp.MustCompile(`<code>(ey[^<]+)</code>`).FindStringSubmatch(body)
		if status != 200 || access == nil {
			t.Fatalf("%d %s", status, body)
		}
		me := w.must(person{token: access[1]}, "GET", "/v1/me", "")
		if me["email_verified"] != true || me["name"] != "Ada" {
			t.Errorf("%v", me)
		}
		w.must(person{}, "POST", "/v1/sessions/link", `{"email":"ADA@example.org"}`)
		code := regexp.MustCompile(`[A-Z2-9]{5}-[A-Z2-9]{5}`).FindString(w.letters("ada@example.org")["sign_in_link"])
		session := w.must(person{}, "POST", "/v1/sessions/code", fmt.Sprintf(`{"email":"ada@example.org","code":%q}`, strings.ToLower(code)))
		w.must(person{token: session["access_token"].(string)}, "GET", "/v1/me", "")
		if response, _ := w.call(person{}, "POST", "/v1/sessions/code", fmt.Sprintf(`{"email":"ada@example.org","code":%q}`, code)); response.StatusCode != 401 {
			t.Errorf("the code again: %s", response.Status)
		}
		for _, secret := range []string{token, code, access[1], "ada@", "ADA@"} {
			if strings.Contains(w.logs.String(), secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	}, verifying)
}

// Every answer is compared between an address that has an account and one that has none: also those that come after.
func TestNoAnswerTellsWhetherAnAddressHasAnAccount(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		w.must(person{}, "POST", "/v1/accounts", fmt.Sprintf(signUp, "Owner", "has@example.org"))
		_, token := w.linkIn(w.letters("has@example.org")["verify_address"])
		w.must(person{}, "POST", "/v1/email/verification", fmt.Sprintf(`{"code":%q}`, token))
		ask := func(address, name, method, path, body string) string {
			body = strings.NewReplacer("ADDRESS", address, "NAME", name).Replace(body)
			response, raw := w.call(person{}, method, path, body)
			header := response.Header.Clone()
			for _, own := range []string{"X-Request-Id", "Date"} {
				header.Del(own)
			}
			said := regexp.MustCompile(`"id":"\w+"|urn:uuid:[-\w]+`).ReplaceAllString(string(raw), "ID")
			return fmt.Sprint(response.StatusCode, header, strings.NewReplacer(address, "ADDRESS", name, "NAME").Replace(said))
		}
		for i, r := range [][2]string{
			{"POST /v1/accounts", `{"name":"NAME","email":"ADDRESS","password":"correct horse battery"}`},
			{"POST /v1/sessions", `{"email":"ADDRESS","password":"correct horse battery two"}`},
			{"POST /v1/accounts", `{"name":"NAME","email":"other@example.org","password":"correct horse battery"}`}, // the name is taken
			{"POST /v1/accounts", `{"name":"NAME two","email":"ADDRESS"}`},
			{"POST /v1/sessions/link", `{"email":"ADDRESS"}`},
			{"POST /v1/sessions/link", `{"email":"ADDRESS"}`},
			{"POST /v1/sessions/link", `{"email":"ADDRESS"}`},
			{"POST /v1/sessions/code", `{"email":"ADDRESS","code":"ABCDE-FGHJK"}`},
		} {
			method, path, _ := strings.Cut(r[0], " ")
			has, none := ask("has@example.org", "Dora", method, path, r[1]), ask("hat@example.org", "Dara", method, path, r[1])
			if has != none {
				t.Errorf("request %d, %s:\n%s\n%s", i, r[0], has, none)
			}
		}
		if got := w.letters("has@example.org"); got["already_registered"] == "" || strings.Contains(got["already_registered"], "Dora") {
			t.Errorf("the owner got %v", got)
		}
	}, verifying)
}

func TestLinksLeadToThePublicURLWhateverTheRequestSays(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		client := http.Client{Timeout: time.Minute}
		for i, header := range []string{"Host", "X-Forwarded-Host", "Forwarded", "X-Original-Host", "Origin", "Referer"} {
			address := fmt.Sprintf("p%d@example.org", i)
			r, err := http.NewRequestWithContext(t.Context(), "POST", w.URL+"/v1/accounts", strings.NewReader(fmt.Sprintf(signUp, fmt.Sprint("Person ", i), address)))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set(header, map[bool]string{true: "host=evil.example", false: "evil.example"}[header == "Forwarded"])
			if header == "Host" {
				r.Host = "evil.example"
			}
			response, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			letter := w.letters(address)["verify_address"]
			w.linkIn(letter)
			if strings.Contains(letter, "evil") {
				t.Errorf("%s: %s", header, letter)
			}
		}
	}, verifying)
}

func TestAnAddressIsChangedByWhoReadsTheNewOne(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		ada := w.person()
		changing := w.must(ada, "PUT", "/v1/me/email", `{"email":"new@example.org"}`)
		if changing["email"] != "player1@example.org" || changing["new_email"] != "new@example.org" {
			t.Fatalf("%v", changing)
		}
		w.must(ada, "POST", "/v1/me/email/verification", "")
		_, token := w.linkIn(w.letters("new@example.org")["verify_address"])
		w.must(person{}, "POST", "/v1/email/verification", fmt.Sprintf(`{"code":%q}`, token))
		if w.canSignIn("player1@example.org") || !w.canSignIn("new@example.org") {
			t.Error("the address has not changed")
		}
		if w.letters("player1@example.org")["address_changed"] == "" {
			t.Error("the old address was not told")
		}
		w.must(ada, "PUT", "/v1/me/email", `{"email":"third@example.org"}`)
		w.must(ada, "POST", "/v1/me/email/verification", "")
		w.must(ada, "POST", "/v1/me/email/verification", "")
		response, body := w.call(ada, "POST", "/v1/me/email/verification", "")
		if response.StatusCode != 429 || response.Header.Get("Retry-After") == "" {
			t.Errorf("the fourth mail: %s %s", response.Status, body)
		}
	})
}

// rows is what is stored of accounts.
func (w *world) rows() (all []string) {
	w.Helper()
	db := w.raw()
	defer db.Close()
	for _, table := range []string{"accounts", "claims", "codes", "sessions", "refresh_tokens", "letters"} {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM " + table).Scan(&n); err != nil {
			w.Fatal(err)
		}
		all = append(all, fmt.Sprint(table, " ", n))
	}
	var tries int
	if err := db.QueryRow("SELECT COALESCE(SUM(tries), 0) FROM codes").Scan(&tries); err != nil {
		w.Fatal(err)
	}
	return append(all, fmt.Sprint("tries ", tries))
}
