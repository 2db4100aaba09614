package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const (
	linesDelay = 100 * time.Millisecond // how long a line of the log may wait for others
	maxLines   = 32 << 10               // how many bytes of lines may wait
)

// lines gathers lines of the log, so that many are written at once.
type lines struct {
	out     io.Writer
	mu      sync.Mutex
	waiting []byte
	timer   *time.Timer // writes them; nil before the first line
}

// Write is of io.Writer. It cannot fail: a log that nobody can write is no reason to stop serving.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.wake()
	}
	if l.waiting = append(l.waiting, line...); len(l.waiting) >= maxLines {
		l.write()
	}
	return len(line), nil
}

func (l *lines) wake() {
	if l.timer == nil {
		l.timer = time.AfterFunc(linesDelay, l.Flush)
		return
	}
	l.timer.Reset(linesDelay)
}

// Flush writes what waits.
func (l *lines) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write()
}

func (l *lines) write() {
	if len(l.waiting) == 0 {
		return
	}
	_, _ = l.out.Write(l.waiting)
	l.waiting = l.waiting[:0]
}

// urgent is a log whose lines wait, unless they warn of something: then that is written at once, after what came before.
type urgent struct {
	slog.Handler
	lines *lines
}

// Handle is of slog.Handler.
func (u urgent) Handle(ctx context.Context, r slog.Record) error {
	err := u.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		u.lines.Flush()
	}
	return err
}

// WithAttrs is of slog.Handler.
func (u urgent) WithAttrs(attrs []slog.Attr) slog.Handler {
	return urgent{u.Handler.WithAttrs(attrs), u.lines}
}

// WithGroup is of slog.Handler.
func (u urgent) WithGroup(name string) slog.Handler {
	return urgent{u.Handler.WithGroup(name), u.lines}
}
