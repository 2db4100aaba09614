package api

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// attributes say of a request what the access log may hold: no address, path, query, header or body.
func attributes(c *gin.Context, route string, took time.Duration) []slog.Attr {
	return []slog.Attr{
		slog.String("method", methodName(c.Request.Method)),
		slog.String("route", route),
		slog.Int("status", c.Writer.Status()),
		slog.Duration("took", took),
	}
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
