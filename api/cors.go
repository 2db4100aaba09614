package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// What scripts of other origins may send and read.
const (
	corsMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer"
	corsExposed = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"
	corsMaxAge  = "600" // seconds that a browser may remember it
)

// cors lets scripts in browsers use the API, if they come from one of the origins that the operator has named. There is no
// wildcard, and no cookie to be sent along: who asks is said by the access token alone.
func (s *server) cors(c *gin.Context) {
	if len(s.Origins) == 0 {
		return
	}
	header := c.Writer.Header()
	header.Add("Vary", "Origin")
	origin := c.GetHeader("Origin")
	if !slices.Contains(s.Origins, origin) {
		return
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", corsExposed)
	if c.Request.Method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != "" {
		header.Set("Access-Control-Allow-Methods", corsMethods)
		header.Set("Access-Control-Allow-Headers", corsHeaders)
		header.Set("Access-Control-Max-Age", corsMaxAge)
		c.AbortWithStatus(http.StatusNoContent)
	}
}

// headerLine is a line of a header, by its canonical name.
type headerLine struct {
	name   string
	values []string // shared by all answers: whoever adds to it gets another
}

// ofContent are the lines that say what may be made of an answer's content. Where there is none they say nothing, and
// those who ask again and again need not be sent them.
var ofContent = []string{"X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Security-Policy"}

func leaveOut(header http.Header) {
	for _, name := range ofContent {
		delete(header, name)
	}
}

// secureHeader is what keeps a browser from making anything of an answer but what the API's client asked for.
func secureHeader(publicURL string) []headerLine {
	line := func(name, value string) headerLine { return headerLine{name, []string{value}} }
	lines := []headerLine{
		line("X-Content-Type-Options", "nosniff"),
		line("X-Frame-Options", "DENY"),
		line("Referrer-Policy", "no-referrer"),
		line("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
		line("Cross-Origin-Resource-Policy", "same-origin"), // says nothing of what cors allows
		line("Cache-Control", "no-store"),                   // views and tokens are private; what may be kept says so itself
	}
	if strings.HasPrefix(publicURL, "https://") {
		lines = append(lines, line("Strict-Transport-Security", "max-age=31536000"))
	}
	return lines
}
