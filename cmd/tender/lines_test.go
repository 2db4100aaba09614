package main

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// written notes each write.
type written []string

func (w *written) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

func gathering(out *written) (*slog.Logger, *lines) {
	gathered := &lines{out: out}
	plain := slog.NewTextHandler(gathered, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.MessageKey {
			return a
		}
		return slog.Attr{}
	}})
	return slog.New(urgent{plain, gathered}), gathered
}

func TestLinesOfTheLogAreWrittenTogetherSoonAfterTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out written
		log, gathered := gathering(&out)
		seen := func() written {
			gathered.mu.Lock() // the timer writes
			defer gathered.mu.Unlock()
			return slices.Clone(out)
		}
		for i := range 2 { // the second time the timer is set again
			log.Info("one")
			<-time.After(linesDelay - time.Nanosecond)
			log.With("room", "api").WithGroup("g").Info("two")
			if synctest.Wait(); len(seen()) > i {
				t.Errorf("written too soon: %q", seen())
			}
			<-time.After(time.Nanosecond)
			if synctest.Wait(); !slices.Equal(seen()[i:], written{"msg=one\nmsg=two\n"}) {
				t.Errorf("written: %q", seen())
			}
		}
	})
}

func TestWarningsAreWrittenAtOnceAfterWhatCameBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out written
		log, _ := gathering(&out)
		log.Info("before")
		log.With("room", "api").WithGroup("g").Warn("beware")
		if !slices.Equal(out, written{"msg=before\nmsg=beware\n"}) {
			t.Errorf("written: %q", out)
		}
		log.Error("fault")
		if <-time.After(time.Second); !slices.Equal(out, written{"msg=before\nmsg=beware\n", "msg=fault\n"}) {
			t.Errorf("written: %q", out)
		}
	})
}

func TestNoLineIsLost(t *testing.T) {
	var out written
	log, gathered := gathering(&out)
	const many = 10_000
	for range many {
		log.Info("line")
	}
	if n := strings.Count(strings.Join(out, ""), "\n"); n == 0 {
		t.Error("lines gather without end")
	}
	gathered.Flush()
	if n := strings.Count(strings.Join(out, ""), "\n"); n != many {
		t.Errorf("%d lines of %d", n, many)
	}
	for _, text := range out {
		if !strings.HasSuffix(text, "\n") || len(text) > maxLines+len("msg=line\n") {
			t.Errorf("%d bytes that end with %q", len(text), text[len(text)-3:])
		}
	}
}
