package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// keyHeader names a request that is to be carried out once, however often it is sent.
const keyHeader = "Idempotency-Key"

// maxKey is the longest key, in bytes.
const maxKey = 255

// idempotencyKey reads the key of a request, "" when there is none: visible ASCII, between quotes or not.
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values(keyHeader)
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	if inner, ok := strings.CutPrefix(key, `"`); ok {
		if inner, ok = strings.CutSuffix(inner, `"`); ok {
			key = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(inner)
		}
	}
	odd := strings.IndexFunc(key, func(r rune) bool { return r <= ' ' || r > '~' })
	if len(values) > 1 || key == "" || len(key) > maxKey || odd >= 0 {
		return "", newProblem(invalidKey, "Send one header Idempotency-Key with 1 to 255 visible ASCII characters, such as a UUID.")
	}
	return key, nil
}

// asked names a request by its sender, address and key, and sums up what it asks. The body has been read before.
func asked(c *gin.Context, account, key string) (*domain.Asked, error) {
	body, err := io.ReadAll(c.Request.Body)
	if err != nil {
		return nil, err
	}
	c.Request.Body = io.NopCloser(bytes.NewReader(body))
	return &domain.Asked{Account: account, ID: hashed(account, c.Request.Method, c.Request.URL.Path, key),
		Digest: hashed(c.Request.URL.RawQuery, string(body))}, nil
}

// hashed is a hash of texts that no other texts have: none of them but the last holds a NUL.
func hashed(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// once answers a request that has a key as it was answered the first time. What it changes and its answer are stored in
// one transaction, so that there is no moment in which one is without the other. Faults of the server are not kept.
func (s *server) once(next StrictHandlerFunc, _ string) StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) {
		outer := c.Request
		q := askingOf(outer.Context()).once
		if q == nil {
			return next(c, request)
		}
		defer func() { c.Request = outer }()
		a, found, err := s.Answers.Answered(outer.Context(), *q)
		if err == nil && !found {
			a, err = s.Answers.Once(outer.Context(), *q, func(ctx context.Context) (domain.Answer, error) {
				c.Request = outer.WithContext(ctx)
				response, err := next(c, request)
				return kept(response, err, c.Writer.Header().Get(numberName))
			})
		}
		if err != nil {
			return nil, err
		}
		again := reply{status: a.Status, body: a.Body}
		for name, value := range a.Header {
			again.header = append(again.header, field{name, value})
		}
		return again, nil
	}
}

// kept is an answer, or the problem that there is instead, as it can be kept. What may be another matter the next time,
// for reasons that have nothing to do with the request, is not kept: the error is given back.
func kept(response any, err error, number string) (domain.Answer, error) {
	var rec recorder
	if err == nil {
		r, ok := response.(reply)
		if !ok {
			return domain.Answer{}, newProblem(internal, "This answer cannot be kept.")
		}
		err = r.write(&rec)
		return domain.Answer{Status: rec.status, Header: rec.kept(), Body: rec.body}, err
	}
	p, ok := problemOf(err)
	if !ok || p.Status >= http.StatusInternalServerError || p.Status == http.StatusUnauthorized || p.Status == http.StatusTooManyRequests {
		return domain.Answer{}, err
	}
	err = p.write(&rec, number)
	return domain.Answer{Status: rec.status, Header: rec.kept(), Body: rec.body, Refused: true}, err
}

// recorder takes an answer down.
type recorder struct {
	status int
	header http.Header
	body   []byte
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}
func (r *recorder) WriteHeader(status int) { r.status = status }
func (r *recorder) Write(b []byte) (int, error) {
	r.body = append(r.body, b...)
	return len(b), nil
}

func (r *recorder) kept() map[string]string {
	header := map[string]string{}
	for name := range r.Header() {
		header[name] = r.header.Get(name)
	}
	return header
}
