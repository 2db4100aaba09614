package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// pipe is a listener for connections within a test's bubble.
type pipe struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}
func (p pipe) Close() error   { close(p.done); return nil }
func (p pipe) Addr() net.Addr { return &net.IPAddr{} }

// Clients that dawdle are cut off in time, and the server holds nothing of them afterwards.
func TestSlowClientsHoldNothing(t *testing.T) {
	const head = "POST / HTTP/1.1\r\nHost: tender\r\n"
	for name, c := range map[string]struct {
		sends string        // at once
		drips string        // then one byte of it a second, for ever
		after time.Duration // when the server hangs up
	}{
		"says nothing":               {"", "", headerTimeout},
		"sends its header drop-wise": {head, "X: " + strings.Repeat("y", 1000), headerTimeout},
		"sends its body drop-wise":   {head + "Content-Length: 60000\r\n\r\n", strings.Repeat("y", 1000), readTimeout},
		"sends no body":              {head + "Content-Length: 60000\r\n\r\n", "", readTimeout},
		"keeps its connection":       {head + "\r\n", "", idleTimeout},
		"has an endless header":      {head + "X: " + strings.Repeat("y", maxHeader+8<<10), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := pipe{make(chan net.Conn), make(chan struct{})}
				var handled, connected atomic.Int64
				s := httpServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					handled.Add(1)
					defer handled.Add(-1)
					_, _ = io.ReadAll(r.Body)
				}), slog.New(slog.DiscardHandler))
				served := make(chan error)
				go func() { served <- s.Serve(l) }()
				for range 50 {
					client, server := net.Pipe()
					l.conns <- server
					connected.Add(1)
					go func() {
						_, _ = io.Copy(io.Discard, client) // until the server hangs up
						connected.Add(-1)
					}()
					go drip(client, c.sends, c.drips)
				}
				if c.after > 0 {
					<-time.After(c.after - time.Second)
					synctest.Wait()
					if n := connected.Load(); n != 50 {
						t.Errorf("%d of 50 are left a second before their time", n)
					}
				}
				<-time.After(2 * time.Second)
				synctest.Wait()
				if handled.Load() != 0 || connected.Load() != 0 {
					t.Errorf("%d handlers are still at it, %d connections are open", handled.Load(), connected.Load())
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				if err := <-served; !errors.Is(err, http.ErrServerClosed) {
					t.Error(err)
				}
			})
		})
	}
}

// drip sends as slowly as it can until the other side hangs up.
func drip(client net.Conn, at string, drops string) {
	if _, err := io.WriteString(client, at); err != nil {
		return
	}
	for i := range drops {
		if _, err := fmt.Fprint(client, drops[i:i+1]); err != nil {
			return
		}
		<-time.After(time.Second)
	}
}
