package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// The browser keeps what it was sent away with in a cookie that is signed, for so long.
const (
	tripCookie = "tender_oidc"
	tripLife   = 10 * time.Minute
)

// trip is a browser's way to the provider and back.
type trip struct {
	State    string    `json:"state"`    // comes back in the address: the answer is to this browser's own question
	Nonce    string    `json:"nonce"`    // comes back in what the provider signs
	Verifier string    `json:"verifier"` // PKCE: whoever catches the code on its way has no use for it
	Until    time.Time `json:"until"`
}

// toProvider sends a browser to the provider.
func (s *server) toProvider(c *gin.Context) {
	ctx := c.Request.Context()
	t := trip{Until: s.Now().Add(tripLife)}
	for _, secret := range []*string{&t.State, &t.Nonce, &t.Verifier} {
		var err error
		if *secret, err = opaque(s.Random); err != nil {
			s.refusePage(c, err)
			return
		}
	}
	to, err := s.Provider.SignInURL(ctx, t.State, t.Nonce, t.Verifier)
	if err != nil {
		s.refusePage(c, s.providerFault(ctx, err))
		return
	}
	cookie, err := s.seal(ctx, t)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.setTrip(c, cookie, int(tripLife.Seconds()))
	c.Redirect(http.StatusFound, to)
}

// fromProvider signs somebody in whom the provider has sent back.
func (s *server) fromProvider(c *gin.Context) {
	ctx := c.Request.Context()
	cookie, _ := c.Cookie(tripCookie)
	s.setTrip(c, "", -1) // one answer to one question
	t, ok := s.unseal(ctx, cookie)
	query := c.Request.URL.Query()
	switch {
	case !ok || !s.Now().Before(t.Until):
		s.refusePage(c, domain.Refuse(domain.ProviderRefused, "This took too long or was begun in another browser; begin again."))
		return
	case len(query["state"]) != 1 || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(t.State)) != 1:
		s.refusePage(c, domain.Refuse(domain.ProviderRefused, "This answer does not belong to the question of this browser; begin again."))
		return
	case query.Get("error") != "" || query.Get("code") == "":
		s.refusePage(c, domain.Refuse(domain.ProviderRefused, "The provider has not signed you in; begin again, or sign in another way."))
		return
	}
	who, err := s.Provider.Identify(ctx, query.Get("code"), t.Nonce, t.Verifier)
	if err != nil {
		s.refusePage(c, s.providerFault(ctx, err))
		return
	}
	email, key, err := domain.CheckEmail(who.Email)
	if err != nil {
		email, key = "", "" // like none
	}
	who.Email = email
	names, err := s.namesFor(who)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	account, err := s.AccountOfIdentity(ctx, who, key, names)
	if err != nil {
		s.refusePage(c, err)
		return
	}
	s.signedIn(c, account)
}

// providerFault says of what the provider did wrong only that it did; the operator's log has it.
func (s *server) providerFault(ctx context.Context, err error) error {
	s.Log.LogAttrs(ctx, slog.LevelWarn, "provider", slog.String("error", err.Error()))
	return domain.Refuse(domain.ProviderRefused, "The provider's answer cannot be used; begin again, and tell the operator if it stays so.")
}

// namesFor lists names for a new account: what the person is called at the provider, with a number if that is taken, and
// at last one that nobody has. Full names and addresses are not for everybody to see.
func (s *server) namesFor(who domain.Identity) (names []domain.PersonName, err error) {
	for _, called := range who.Names {
		called = plainName(called)
		for n := 1; n <= 9; n++ {
			name := called
			if n > 1 {
				name = fmt.Sprintf("%s %d", called, n)
			}
			if shown, key, err := domain.CheckName(name); err == nil {
				names = append(names, domain.PersonName{Shown: shown, Key: key})
			}
		}
	}
	chance, err := domain.NewShortCode(s.Random)
	if err != nil {
		return nil, err
	}
	shown, key, err := domain.CheckName("Player " + chance)
	return append(names, domain.PersonName{Shown: shown, Key: key}), err
}

// plainName leaves of a name what may stand in one, with room for a number.
func plainName(name string) string {
	if strings.Contains(name, "@") {
		return "" // an address
	}
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune(" ._-/:\t", r) }) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	letters := []rune(b.String())
	return strings.TrimSpace(string(letters[:min(len(letters), domain.MaxName-2)]))
}

func (s *server) setTrip(c *gin.Context, value string, seconds int) {
	// #nosec G124 -- secure where the server is reached by HTTPS
	http.SetCookie(c.Writer, &http.Cookie{Name: tripCookie, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true,
		Secure: strings.HasPrefix(s.PublicURL, "https://"), SameSite: http.SameSiteLaxMode})
}

// seal writes a trip down so that nobody can make one up.
func (s *server) seal(ctx context.Context, t trip) (string, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	mark, err := s.mark(ctx, text)
	return base64.RawURLEncoding.EncodeToString(text) + "." + base64.RawURLEncoding.EncodeToString(mark), err
}

func (s *server) unseal(ctx context.Context, cookie string) (t trip, ok bool) {
	first, second, _ := strings.Cut(cookie, ".")
	text, err := base64.RawURLEncoding.DecodeString(first)
	if err != nil {
		return t, false
	}
	given, err := base64.RawURLEncoding.DecodeString(second)
	if err != nil {
		return t, false
	}
	mark, err := s.mark(ctx, text)
	if err != nil || !hmac.Equal(mark, given) {
		return t, false
	}
	return t, json.Unmarshal(text, &t) == nil && t.State != ""
}

// mark is a trip's signature. Its key comes of the newest key for access tokens, so that all replicas have it; what was
// under way when that changes begins again.
func (s *server) mark(ctx context.Context, text []byte) ([]byte, error) {
	_, key, err := s.tokens.keys.signing(ctx)
	if err != nil {
		return nil, err
	}
	own := hmac.New(sha256.New, key.Seed())
	own.Write([]byte("tender oidc cookie"))
	m := hmac.New(sha256.New, own.Sum(nil))
	m.Write(text)
	return m.Sum(nil), nil
}

func isForm(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == "application/x-www-form-urlencoded"
}
