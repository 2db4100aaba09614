package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

// trace follows a request from here to end.
func (s *server) trace(c *gin.Context, route string) (end func()) {
	if s.Traces == nil {
		return func() {}
	}
	parent := ""
	if trusted(parseAddress(c.Request.RemoteAddr), s.Proxies) { // strangers do not say where their requests belong
		parent = c.GetHeader("Traceparent")
	}
	ctx, finish := s.Traces.Answer(c.Request.Context(), methodName(c.Request.Method)+" "+route, parent,
		"http.request.method", methodName(c.Request.Method), "http.route", route, "tender.request", c.Writer.Header().Get(numberName))
	c.Request = c.Request.WithContext(ctx)
	return func() {
		status := c.Writer.Status()
		finish(status >= http.StatusInternalServerError, "http.response.status_code", strconv.Itoa(status))
	}
}

// waits says whether a request was one that waits for a change, or a stream: how long it took says nothing.
func waits(c *gin.Context) bool {
	return c.Request.URL.RawQuery != "" && c.Query("wait") != "" || strings.HasPrefix(c.Writer.Header().Get("Content-Type"), eventStream)
}

func (s *server) GetMetrics(ctx context.Context, _ GetMetricsRequestObject) (GetMetricsResponseObject, error) {
	c, ok := ctx.(*gin.Context)
	if !ok {
		return nil, nothingHere()
	}
	text, err := s.Metrics(c.Request)
	if err != nil {
		return nil, err
	}
	if text == nil {
		return nil, nothingHere()
	}
	return reply{status: http.StatusOK, contentType: "text/plain; version=0.0.4; charset=utf-8", body: text}, nil
}
