package api

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"tender/domain"
)

// register knows one account. Who signs up with its address again gets one that nobody can use.
type register struct{ owner domain.Account }

func (r *register) CreateAccount(_ context.Context, a domain.Account) (domain.Account, error) {
	a.ID = "new"
	return a, nil
}

func (r *register) Account(context.Context, string) (domain.Account, error) { return r.owner, nil }

func (r *register) AccountByEmail(_ context.Context, key string) (domain.Account, error) {
	if key != r.owner.EmailKey {
		return domain.Account{}, domain.Refuse(domain.NotFound, "There is no such account.")
	}
	return r.owner, nil
}

func (r *register) Rename(context.Context, string, string, string) (domain.Account, error) {
	return r.owner, nil
}

// What a request costs is what hashing costs: so many hashes are computed whether or not there is an account, and
// whether or not it has a password.
func TestAsManyHashesWhetherOrNotAnAddressHasAnAccount(t *testing.T) {
	s := &server{passwords: newPasswords(), limits: newLimits(Deps{Now: time.Now})}
	hash, err := s.passwords.hash(t.Context(), "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	password := "correct horse battery"
	for situation, c := range map[string]struct {
		owner domain.Account
		email string
	}{
		"an account":                    {domain.Account{EmailKey: "ada@example.org", PasswordHash: hash}, "ada@example.org"},
		"an account without a password": {domain.Account{EmailKey: "ada@example.org"}, "ada@example.org"},
		"no account":                    {domain.Account{}, "nobody@example.org"},
		"no address":                    {domain.Account{}, "nobody"},
	} {
		s.Deps = Deps{Accounts: &register{c.owner}, Now: time.Now, Random: rand.Reader}
		before := s.passwords.runs.Load()
		_, err := s.CreateSession(t.Context(), CreateSessionRequestObject{Body: &CreateSessionJSONRequestBody{Email: c.email, Password: "wrong horse battery"}})
		if p, ok := problemOf(err); !ok || p.Code != wrongCredentials {
			t.Errorf("%s: %v", situation, err)
		}
		if n := s.passwords.runs.Load() - before; n != 1 {
			t.Errorf("%s: signing in takes %d hashes", situation, n)
		}
		before = s.passwords.runs.Load()
		if c.email == "nobody" {
			continue
		}
		if _, err := s.CreateAccount(t.Context(), CreateAccountRequestObject{Body: &NewAccount{Name: "Ada", Email: c.email, Password: &password}}); err != nil {
			t.Errorf("%s: %v", situation, err)
		}
		if n := s.passwords.runs.Load() - before; n != 1 {
			t.Errorf("%s: signing up takes %d hashes", situation, n)
		}
	}
}
