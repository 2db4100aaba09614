package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"tender"
)

// spec is openapi.yaml, read once.
var spec = sync.OnceValue(func() *openapi3.T {
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		panic(err)
	}
	return spec
})

// fits fails the test when an answer of the server is not one that the contract describes: its status, its headers and
// every field of its body. What is no operation must be answered with a problem.
func (w *world) fits(request *http.Request, response *http.Response, body []byte) {
	w.Helper()
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if response.StatusCode >= 400 && kind != "application/problem+json" || response.StatusCode >= 500 && response.StatusCode != 503 {
		w.Errorf("%s %s: %s with %q: %.300s", request.Method, request.URL.Path, response.Status, kind, body)
		return
	}
	route := routeOf(request)
	if route == nil {
		if response.StatusCode != 404 && response.StatusCode != 405 && response.StatusCode != 429 && response.StatusCode != 204 {
			w.Errorf("%s %s is not in the contract: %s", request.Method, request.URL.Path, response.Status)
		}
		return
	}
	if kind == "application/yaml" {
		return // kin-openapi has no decoder that gives its text
	}
	err := openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, Route: route},
		Status:                 response.StatusCode, Header: response.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}})
	if err != nil {
		w.Errorf("%s %s: %s does not fit the contract: %.1000v\n%.1000s", request.Method, request.URL.Path, response.Status, err, body)
	}
}

// routeOf finds the operation of a request by comparing paths word by word; nil when there is none.
func routeOf(r *http.Request) *routers.Route {
	words := strings.Split(r.URL.EscapedPath(), "/")
	var best *routers.Route
	for path, item := range spec().Paths.Map() {
		o, template := item.GetOperation(r.Method), strings.Split(path, "/")
		if o == nil || len(template) != len(words) {
			continue
		}
		fits, fixed := true, true
		for i, word := range template {
			open := strings.HasPrefix(word, "{")
			fixed = fixed && !open
			fits = fits && (open && words[i] != "" || word == words[i])
		}
		if fits && (best == nil || fixed) {
			best = &routers.Route{Spec: spec(), Path: path, PathItem: item, Method: r.Method, Operation: o}
		}
	}
	return best
}
