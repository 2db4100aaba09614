package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"tender/domain"
)

// contract is openapi.yaml as requests are held against it.
type contract struct{ operations map[string]*operation }

// operation is one of the contract's.
type operation struct {
	route     *routers.Route
	query     map[string]*openapi3.Schema // by the parameter's name
	body      *openapi3.Schema            // nil when it takes none
	takesBody bool
	bounded   []bounded // its parameters in the path and in headers
	signedIn  bool      // needs an access token
	asks      bool      // looks at an access token if there is one
	keyed     bool      // takes an Idempotency-Key
	scope     domain.Scope
	role      domain.Role // that the caller must have at least; empty for any
	move      bool        // as isMove and unlimited say
	unlimited bool
	view      bool // shows a game
}

// newContract prepares a document, which it changes: bids, moves and options are only held to be objects, because the
// kind's own strict decoding judges them and explains better than a oneOf that fails.
func newContract(spec *openapi3.T) *contract {
	for _, name := range []string{"Bid", "Move"} {
		*spec.Components.Schemas[name].Value = *openapi3.NewObjectSchema()
	}
	c := &contract{operations: map[string]*operation{}}
	for path, item := range spec.Paths.Map() {
		for method, o := range item.Operations() {
			op := &operation{
				takesBody: o.RequestBody != nil, scope: scopeOf(o), role: roleOf(o), query: map[string]*openapi3.Schema{},
				move: isMove(o.OperationID), unlimited: unlimited(o.OperationID), view: o.OperationID == "getGame",
				route: &routers.Route{Spec: spec, Path: path, PathItem: item, Method: method, Operation: o},
			}
			for _, p := range o.Parameters {
				if p.Value.In == openapi3.ParameterInQuery {
					op.query[p.Value.Name] = p.Value.Schema.Value
				}
				op.keyed = op.keyed || p.Value.Name == keyHeader
			}
			op.bounded = boundedOf(item.Parameters, o.Parameters)
			if op.takesBody {
				op.body = o.RequestBody.Value.Content.Get("application/json").Schema.Value
			}
			required := spec.Security
			if o.Security != nil {
				required = *o.Security
			}
			op.asks = len(required) > 0
			op.signedIn = op.asks && !slices.ContainsFunc(required, func(r openapi3.SecurityRequirement) bool { return len(r) == 0 })
			c.operations[method+" "+ginPath(path)] = op
		}
	}
	return c
}

// ginPath writes a path template as gin does: {id} is :id.
func ginPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// operation finds the operation of a route that gin matched; there is no second router. HEAD is GET without the body.
func (c *contract) operation(method, route string) *operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return c.operations[method+" "+route]
}

// options of kin-openapi: who sent the request is known by now, and handlers apply the defaults.
var options = &openapi3filter.Options{MultiError: true, SkipSettingDefaults: true,
	AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}

// check holds a request against the contract. A path parameter that does not fit names nothing: not found.
func (c *contract) check(r *http.Request, op *operation, params map[string]string, body []byte) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return invalid(fault{Detail: "The query of the address is not well-formed."})
	}
	faults := strangeParameters(op, query)
	if len(body) > 0 {
		if err := unwrapped(op.body, body); err != nil {
			return err
		}
		faults = append(faults, notWhole(op.body, body)...)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{Request: r, PathParams: params,
		QueryParams: query, Route: op.route, Options: options})
	r.Body = io.NopCloser(bytes.NewReader(body))
	if err != nil {
		more, found := faultsOf(err)
		if !found {
			return newProblem(domain.NotFound, "There is nothing at this address; look at its spelling.")
		}
		faults = append(faults, more...)
	}
	if len(faults) == 0 {
		return nil
	}
	slices.SortStableFunc(faults, func(a, b fault) int { return strings.Compare(a.where(), b.where()) })
	faults = slices.CompactFunc(faults, func(a, b fault) bool { return a.where() == b.where() }) // of the same place the first says most
	return invalid(faults[:min(len(faults), maxFaults)]...)
}

// maxFaults is how many faults are told at once.
const maxFaults = 20

func (f fault) where() string {
	if f.Pointer != nil {
		return *f.Pointer
	}
	return f.Parameter
}

// strangeParameters finds query parameters that the operation does not have, that are given twice, or that are spelled
// otherwise than in JSON.
func strangeParameters(op *operation, query url.Values) (faults []fault) {
	for name, values := range query {
		schema, known := op.query[name]
		switch {
		case !known:
			faults = append(faults, fault{Parameter: name, Detail: "There is no such parameter here; check its spelling and case."})
		case len(values) > 1:
			faults = append(faults, fault{Parameter: name, Detail: "This is given twice; give it once."})
		case !spelled(schema, values[0]):
			faults = append(faults, fault{Parameter: name, Detail: wanted(schema)})
		}
	}
	return faults
}

// faultsOf takes apart what kin-openapi found. found is false when the path itself names nothing.
func faultsOf(err error) (faults []fault, found bool) {
	var several openapi3.MultiError
	var request *openapi3filter.RequestError
	var schema *openapi3.SchemaError
	// Outermost first: each of these may hold others.
	switch e := err.(type) {
	case openapi3.MultiError:
		several = e
	case *openapi3filter.RequestError:
		request = e
	case *openapi3.SchemaError:
		schema = e
	}
	switch {
	case several != nil:
		for _, one := range several {
			more, ok := faultsOf(one)
			if !ok {
				return nil, false
			}
			faults = append(faults, more...)
		}
		return faults, true
	case request != nil && request.Parameter != nil:
		if request.Parameter.In == openapi3.ParameterInPath {
			return nil, false
		}
		return []fault{{Parameter: request.Parameter.Name, Detail: parameterSentence(request)}}, true
	case request != nil && errors.Is(request.Err, openapi3filter.ErrInvalidRequired):
		return []fault{inBody("", "A JSON object is required as the body.")}, true
	case request != nil && request.Err != nil:
		return faultsOf(request.Err)
	case schema != nil:
		return []fault{inBody(pointerTo(append(schema.JSONPointer(), strangeField(schema)...)), sentence(schema))}, true
	}
	return []fault{inBody("", "The body does not fit.")}, true
}

// strangeField is the name of a field that a schema does not have. kin-openapi points at the object around it and has the
// name in its text only.
func strangeField(e *openapi3.SchemaError) []string {
	quoted, ok := strings.CutSuffix(strings.TrimPrefix(e.Reason, "property "), " is unsupported")
	name, err := strconv.Unquote(quoted)
	if !ok || err != nil {
		return nil
	}
	return []string{name}
}

func pointerTo(path []string) string {
	var b strings.Builder
	for _, name := range path {
		b.WriteString("/")
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return b.String()
}
