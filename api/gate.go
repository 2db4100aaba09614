package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// maxBody is the longest body of a request, in bytes.
const maxBody = 64 << 10

// begin gives the request its number, sets the headers that every answer has, and writes the access log.
func (s *server) begin(c *gin.Context) {
	started := s.Now()
	header := c.Writer.Header()
	number := uuid(c.GetHeader(numberName))
	if number == "" {
		number = s.newNumber()
	}
	header[numberName] = []string{number}
	for _, line := range s.secure {
		header[line.name] = line.values
	}
	s.noticeProxy(c.Request)
	a := &asking{Context: c.Request.Context(), number: number, client: clientAddress(c.Request, s.Proxies)}
	c.Request = c.Request.WithContext(a)
	route := c.FullPath()
	if route == "" {
		route = "none"
	}
	end := s.trace(c, route)
	c.Next()
	s.countRefusedMove(c, a)
	end()
	ended := s.Now()
	s.logRequest(c, route, ended, ended.Sub(started))
	if s.Meter != nil {
		s.Meter.Request(methodName(c.Request.Method), route, c.Writer.Status(), ended.Sub(started), waits(c))
	}
}

// catch turns a panic into a problem that says nothing of it, and logs its type and where it was.
func (s *server) catch(c *gin.Context) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			s.refuse(c, fmt.Errorf("panic of type %T at%s", v, callers()))
		}
	}()
	c.Next()
}

// callers lists the functions under way. A panic's value and the arguments of functions may be somebody's cards: neither
// is in it.
func callers() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var b strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&b, "\n\t%s:%d", f.Function, f.Line)
	}
	return b.String()
}

// gone is the status that the log has for a request whose client did not wait for the answer.
const gone = 499

// refuse answers with a problem. What is no refusal is the server's fault: it is logged, and the answer only names it.
func (s *server) refuse(c *gin.Context, err error) {
	c.Abort()
	if errors.Is(err, context.Canceled) && c.Request.Context().Err() != nil {
		c.Status(gone) // nobody is there to be answered any more
		return
	}
	number := c.Writer.Header().Get(numberName)
	p, ok := s.problemOf(err)
	if !ok {
		s.Log.LogAttrs(c, levelOf(p.Status), "fault", slog.String("error", err.Error()))
	}
	if c.Writer.Written() {
		return
	}
	if err := p.write(c.Writer, number); err != nil {
		s.notSent(c, err)
	}
}

// unsent deals with an answer that could not be written. When some of it was, its client went away or did not read: that
// is no fault of the server's.
func (s *server) unsent(c *gin.Context, err error) {
	if !c.Writer.Written() {
		s.refuse(c, err)
		return
	}
	s.notSent(c, err)
}

func (s *server) notSent(c *gin.Context, err error) {
	s.Log.LogAttrs(c, slog.LevelInfo, "not sent", slog.String("error", err.Error()))
}

// admit lets a request through to its handler, or refuses it: by number, by size, by sender, by form, in this order. A
// move is counted by nobody until it is refused.
func (s *server) admit(c *gin.Context) {
	if u := c.Request.URL; u.RawPath != "" && strings.Contains(strings.ToLower(u.EscapedPath()), "%2f") {
		s.refuse(c, nothingHere()) // gin takes it for a slash between words of the path
		return
	}
	op := s.contract.operation(c.Request.Method, c.FullPath())
	if op == nil || !op.move && !op.unlimited {
		if err := s.limitAddress(c); err != nil {
			s.refuse(c, err)
			return
		}
	}
	if op == nil {
		return // no such address or method: what follows says so
	}
	if op.takesBody && c.Request.ContentLength > maxBody {
		s.refuse(c, tooLarge())
		return
	}
	a, key := askingOf(c.Request.Context()), ""
	var err error
	a.caller, err = s.authenticate(c.Request, op)
	if err == nil && op.keyed {
		key, err = idempotencyKey(c.Request.Header)
	}
	if err == nil {
		err = s.limitCaller(c, op, a)
	} else if op.move {
		if limited := s.limitAddress(c); limited != nil { // whose move it was is not known
			err = limited
		}
	}
	if err == nil {
		err = s.permit(a.caller, op, c.Param("id"))
	}
	if err == nil {
		a.accept = c.Request.Header["Accept"]
		plain := op.plainly(c)
		if plain && op.view && s.tellUnchanged(c, a) {
			return
		}
		if !plain {
			err = s.checkForm(c, op)
		}
	}
	if err == nil && key != "" {
		a.once, err = asked(c, a.caller.account, key)
	}
	if err != nil {
		s.refuse(c, err)
	}
}

// checkForm reads the body once, at most maxBody bytes of it, and holds the request against the contract.
func (s *server) checkForm(c *gin.Context, op *operation) error {
	body, err := io.ReadAll(io.LimitReader(c.Request.Body, maxBody+1))
	switch {
	case err != nil:
		return newProblem(malformedJSON, "The body broke off; send it again.")
	case len(body) > 0 && !op.takesBody:
		return invalid(inBody("", "This request takes no body; send none."))
	case len(body) > maxBody:
		return tooLarge()
	}
	if len(body) > 0 {
		if err := checkMediaType(c.Request.Header); err != nil {
			return err
		}
		if err := scan(body); err != nil {
			return err
		}
	}
	params := make(map[string]string, len(c.Params))
	for _, p := range c.Params {
		params[p.Key] = p.Value
	}
	return s.contract.check(c.Request, op, params, body)
}

func nothingHere() *problem {
	return newProblem(domain.NotFound, "There is nothing at this address; GET /openapi.yaml lists what there is.")
}

func tooLarge() *problem {
	return newProblem(bodyTooLarge, fmt.Sprintf("The body may have at most %d bytes; send less.", maxBody))
}
