package api

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tender/domain"
)

// The rhythm of a stream. The heartbeat and the question whether the caller may still listen have their own clocks,
// which nothing that happens in a game moves: a viewer cannot read anything from them.
const (
	heartbeat   = 15 * time.Second
	askAgain    = 4 * time.Second // less than the five seconds after which nobody may be listening who should not
	retryAfter  = 2 * time.Second // how long a client is asked to wait before it connects again
	streamBatch = 100             // messages that are read at once
)

const eventStream = "text/event-stream"

// message is one of a stream. Without an id it is not counted: whoever reconnects is not told of it again.
type message struct {
	id, name string
	data     []byte
}

// source is what a stream tells.
type source interface {
	// next gives what there is to tell since the last call, oldest first; none when there is nothing now. done says that
	// there never will be anything more.
	next(ctx context.Context) (told []message, done bool, err error)
	// id names the place from which the stream goes on.
	id() string
	watch() (changed <-chan struct{}, stop func())
	// subject is the game that is listened to, "" when it is all of an account's.
	subject() string
}

// stream is an answer that goes on. It ends when all is told, with its client, with the server, and when its caller's
// session or token ends.
type stream struct {
	server *server
	c      *gin.Context // as the handler got it, with the request
	source source
}

// streamed answers a request for a stream; a HEAD gets its headers only.
func (s *server) streamed(ctx context.Context, from source) (stream, error) {
	c, ok := ctx.(*gin.Context)
	if !ok {
		return stream{}, fmt.Errorf("a stream needs the request, not a %T", ctx)
	}
	return stream{s, c, from}, nil
}

func (t stream) VisitListEventsResponse(w http.ResponseWriter) error { return t.write(w) }
func (t stream) VisitListNewsResponse(w http.ResponseWriter) error   { return t.write(w) }

func (t stream) write(w http.ResponseWriter) error {
	ctx := t.c.Request.Context()
	leave, err := t.server.waiting.enter(t.source.subject(), callerOf(ctx).account)
	if err != nil {
		return err // nothing has been written: it is answered
	}
	defer leave()
	header := w.Header()
	header.Set("Content-Type", eventStream)
	header.Add("Vary", vary)
	header.Set("X-Accel-Buffering", "no") // nginx would collect what is meant to arrive at once
	if t.c.Request.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	// Before the first look: what changes after it must not be missed.
	changed, stop := t.source.watch()
	defer stop()
	beat, ask := time.NewTicker(heartbeat), time.NewTicker(askAgain)
	defer beat.Stop()
	defer ask.Stop()
	if err := send(w, fmt.Appendf(nil, "id: %s\nretry: %d\n\n", t.source.id(), retryAfter.Milliseconds())); err != nil {
		return err
	}
	now := make(chan struct{}) // always ready
	close(now)
	for more := true; ; {
		if more {
			told, done, err := t.source.next(ctx)
			if err != nil {
				return t.broken(ctx, err)
			}
			if err := send(w, written(told)); err != nil || done {
				return err
			}
			more = len(told) > 0
		}
		ready := changed
		if more {
			ready = now
		}
		select {
		case <-t.server.Stopping:
			return nil
		case <-ctx.Done():
			return nil
		case <-ask.C:
			if t.server.mayStillListen(t.c) != nil {
				return nil
			}
			continue
		case <-beat.C:
			if err := send(w, []byte(":\n\n")); err != nil {
				return err
			}
			continue
		case <-ready:
			more = true
		}
	}
}

// written puts messages into the form of a stream. JSON has no line breaks.
func written(told []message) []byte {
	var b bytes.Buffer
	for _, m := range told {
		if m.id != "" {
			fmt.Fprintf(&b, "id: %s\n", m.id)
		}
		if m.name != "" {
			fmt.Fprintf(&b, "event: %s\n", m.name)
		}
		fmt.Fprintf(&b, "data: %s\n\n", bytes.TrimSuffix(m.data, []byte("\n")))
	}
	return b.Bytes()
}

// send writes at once, and gives a client sendTime to read it.
func send(w http.ResponseWriter, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	control := http.NewResponseController(w)
	// What takes no deadline is a connection that is closed, which Write will say, or none at all.
	_ = control.SetWriteDeadline(time.Now().Add(sendTime))
	if _, err := w.Write(text); err != nil {
		return err
	}
	return control.Flush()
}

// broken ends a stream that cannot go on: its client connects again and finds out whether it can be served.
func (t stream) broken(ctx context.Context, err error) error {
	if _, gone := domain.AsRefusal(err); ctx.Err() == nil && !gone { // a game may be there for its caller no more
		t.server.Log.LogAttrs(ctx, slog.LevelError, "stream broken", slog.String("error", err.Error()))
	}
	return nil
}

// mayStillListen asks, past everything that is remembered, whether whoever opened a stream may have it still: the access
// token has not expired, its session has not ended, the personal token has not been removed, and nobody is suspended.
func (s *server) mayStillListen(c *gin.Context) error {
	who := callerOf(c.Request.Context())
	s.tokens.forget(who.session)
	s.personals.drop(who.hash)
	s.standings.drop(who.account)
	_, err := s.authenticate(c.Request, s.contract.operation(c.Request.Method, c.FullPath()))
	return err
}

// wantsStream says whether the request names text/event-stream among what it accepts.
func wantsStream(ctx context.Context) bool {
	for one := range strings.SplitSeq(strings.Join(askingOf(ctx).accept, ","), ",") {
		kind, weight, _ := strings.Cut(one, ";")
		if strings.EqualFold(strings.TrimSpace(kind), eventStream) && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}
