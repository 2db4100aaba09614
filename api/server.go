package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"

	"tender"
	"tender/domain"
)

// server answers the operations of the contract; each has a method of its name.
type server struct {
	Deps
	contract  *contract
	tokens    *tokens
	passwords *passwords
	personals *recent[domain.PersonalToken] // by hash
	standings *recent[domain.Account]       // by id
	waiting   *waiting
	sketches  *sketches
	glances   *glances
	limits    *limits
	secure    []headerLine // of every answer

	proxyNoticed sync.Once
}

var _ StrictServerInterface = (*server)(nil)

// New makes the handler of the whole API. It panics when the contract that is built in cannot be read.
func New(d Deps) http.Handler {
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err))
	}
	s := &server{Deps: d, contract: newContract(spec), tokens: newTokens(d), passwords: newPasswords(),
		personals: newRecent[domain.PersonalToken](d.Now), standings: newRecent[domain.Account](d.Now),
		waiting: newWaiting(), sketches: newSketches(), glances: newGlances(d.Now), limits: newLimits(d), secure: secureHeader(d.PublicURL)}

	gin.SetMode(gin.ReleaseMode) // nothing on standard output
	engine := gin.New()
	engine.ContextWithFallback = true // handlers see the request's deadline and cancellation
	engine.HandleMethodNotAllowed = true
	engine.RedirectTrailingSlash = false
	engine.ForwardedByClientIP = false // clientAddress says who is believed
	engine.Use(s.begin, s.catch, s.cors, s.admit)
	engine.NoRoute(func(c *gin.Context) { s.refuse(c, nothingHere()) })
	engine.NoMethod(func(c *gin.Context) {
		s.refuse(c, newProblem(methodNotAllowed, "This address does not know that method; use "+anyOf(c.Writer.Header().Get("Allow"))+"."))
	})
	handlers := NewStrictHandlerWithOptions(s, []StrictMiddlewareFunc{keep, s.once}, StrictGinServerOptions{
		RequestErrorHandlerFunc:  func(c *gin.Context, err error) { s.refuse(c, unreadable(err)) },
		HandlerErrorFunc:         s.refuse,
		ResponseErrorHandlerFunc: s.unsent,
	})
	RegisterHandlersWithOptions(engine, handlers, GinServerOptions{
		ErrorHandler: func(c *gin.Context, err error, _ int) {
			s.refuse(c, invalid(fault{Detail: "A parameter cannot be read."}))
		},
	})
	s.servePages(engine)
	// What can be got can be asked for its headers alone; net/http leaves out the body.
	for _, route := range engine.Routes() {
		if route.Method == http.MethodGet {
			engine.HEAD(route.Path, route.HandlerFunc)
		}
	}
	return engine
}

// anyOf writes the methods of an Allow header as people do: "GET, PUT or DELETE".
func anyOf(methods string) string {
	i := strings.LastIndex(methods, ", ")
	if i < 0 {
		return methods
	}
	return methods[:i] + " or " + methods[i+2:]
}

// keep gives a handler a context that stays as it is. gin uses its own again for the next request, while a database
// driver may still be looking whether the request that it served has been given up.
func keep(next StrictHandlerFunc, _ string) StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) {
		own := c.Copy()
		response, err := next(own, request)
		if r, ok := response.(reply); ok && err == nil && (c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead) {
			return plainly(own, r), nil
		}
		return response, err
	}
}

// caller is who sent a request: with an access token of a session or, when session is empty, with a personal access token.
type caller struct {
	account, session string
	role             domain.Role
	scopes           []domain.Scope // of the personal access token, as are the next two
	game             string
	hash             string
}
