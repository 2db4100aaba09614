package main

import (
	"log/slog"
	"net/http"
	"time"
)

// How long the server waits for slow clients, and how much of a header it reads. An answer has its own time to be read, in
// the API, since it may be waited for.
const (
	headerTimeout = 5 * time.Second  // for the header of a request
	readTimeout   = 15 * time.Second // for all of a request
	idleTimeout   = 2 * time.Minute  // between requests
	maxHeader     = 16 << 10         // bytes; net/http adds 4 KiB to it
)

// httpServer serves a handler in such a way that slow clients hold nothing for long.
func httpServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
}
