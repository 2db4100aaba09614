package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// numberName is the header that names a request in answers and in the log.
const numberName = "X-Request-Id"

// newNumber makes a random UUID (RFC 9562, version 4).
func (s *server) newNumber() string {
	var b [16]byte
	if _, err := io.ReadFull(s.Random, b[:]); err != nil {
		panic(fmt.Sprintf("random bytes: %v", err))
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	text := make([]byte, 0, 36)
	for _, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:]} {
		if len(text) > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, part)
	}
	return string(text)
}

// uuid is the one spelling of a UUID, which may come without its hyphens, as from nginx; "" when it is none. What strangers
// call their requests stands in the log: nothing that could be a token fits in here.
func uuid(s string) string {
	digits := s
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		digits = s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
	}
	if len(digits) != 32 || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return ""
	}
	digits = strings.ToLower(digits)
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}

// Number is that of the request to which a context belongs, "" for none.
func Number(ctx context.Context) string { return askingOf(ctx).number }

// Numbered adds the number of the request to every line of a log that is written with the request's context, whichever
// room writes it.
type Numbered struct{ slog.Handler }

// Handle is of slog.Handler.
func (n Numbered) Handle(ctx context.Context, r slog.Record) error {
	if number := Number(ctx); number != "" {
		r.AddAttrs(slog.String("request", number))
	}
	return n.Handler.Handle(ctx, r)
}

// WithAttrs is of slog.Handler.
func (n Numbered) WithAttrs(attrs []slog.Attr) slog.Handler {
	return Numbered{n.Handler.WithAttrs(attrs)}
}

// WithGroup is of slog.Handler.
func (n Numbered) WithGroup(name string) slog.Handler { return Numbered{n.Handler.WithGroup(name)} }
