package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
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

// fits fails the test when an answer of the server is not one that the contract describes.
func (w *world) fits(request *http.Request, response *http.Response, body []byte) {
	w.Helper()
	if err := misfit(request, response, body); err != nil {
		w.Errorf("%s %s answers %s: %v\n%.1000s", request.Method, request.URL.Path, response.Status, err, body)
	}
}

// pages are for browsers; no client is written for them, so that they are not in the contract.
var pages = []string{"/verify", "/sign-in", "/unsubscribe", "/subscribe", "/v1/sessions/oidc", "/v1/sessions/oidc/callback"}

// misfit says in what an answer is not one that the contract describes: its status, its headers, or a field of its body.
// What is no operation must be answered with a problem.
func misfit(request *http.Request, response *http.Response, body []byte) error {
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	status := response.StatusCode
	if status >= 500 && status != http.StatusServiceUnavailable {
		return errors.New("a fault of the server")
	}
	if kind == "text/html" && slices.Contains(pages, request.URL.Path) {
		return nil
	}
	if status >= 400 && kind != "application/problem+json" {
		return fmt.Errorf("refused with %q", kind)
	}
	route := routeOf(request)
	if route == nil {
		if !slices.Contains([]int{204, 404, 405, 429}, status) {
			return errors.New("not in the contract")
		}
		return nil
	}
	if kind == "application/yaml" {
		return nil // kin-openapi would want the text quoted
	}
	return openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, Route: route},
		Status:                 status, Header: response.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}})
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
			fits = fits && (open || word == words[i]) // gin takes an empty word, too
		}
		if fits && (best == nil || fixed) {
			best = &routers.Route{Spec: spec(), Path: path, PathItem: item, Method: r.Method, Operation: o}
		}
	}
	return best
}
