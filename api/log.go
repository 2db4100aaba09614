package api

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// logRequest writes the line of the access log for a request that has ended. It holds no address, path, query, header or
// body.
func (s *server) logRequest(c *gin.Context, route string, ended time.Time, took time.Duration) {
	ctx, level := c.Request.Context(), levelOf(c.Writer.Status())
	if !s.Log.Enabled(ctx, level) {
		return
	}
	line := slog.NewRecord(ended, level, "request", 0) // 0: nobody asks which line of the program it was
	line.AddAttrs(slog.String("method", methodName(c.Request.Method)), slog.String("route", route),
		slog.Int("status", c.Writer.Status()), slog.Duration("took", took))
	_ = s.Log.Handler().Handle(ctx, line) // as slog.Logger does
}

// methodName keeps words of a stranger's choice out of the log.
func methodName(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}
