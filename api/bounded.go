package api

import (
	"net/http"
	"regexp"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
)

// bounded is a parameter in the path or in a header that is a text within bounds. Requests that have no others are held
// against the contract here, at a tenth of what kin-openapi takes for it; what does not fit is left to that to explain.
type bounded struct {
	name     string
	header   bool
	required bool
	max      int // bytes; a text of so many is not too long however characters are counted
	pattern  *regexp.Regexp
}

// boundedOf is nil when some of the parameters, other than those of the query, are of another sort.
func boundedOf(lists ...openapi3.Parameters) []bounded {
	all := []bounded{}
	for _, list := range lists {
		for _, p := range list {
			p, s := p.Value, p.Value.Schema.Value
			if p.In == openapi3.ParameterInQuery && !p.Required {
				continue
			}
			one := bounded{name: p.Name, header: p.In == openapi3.ParameterInHeader, required: p.Required, max: 64}
			if !one.header && p.In != openapi3.ParameterInPath || !s.Type.Is(openapi3.TypeString) || s.Format != "" || s.MinLength > 1 ||
				len(s.Enum)+len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0 || s.Not != nil {
				return nil
			}
			if s.MaxLength != nil {
				one.max = int(*s.MaxLength) // #nosec G115 -- of our own contract
			}
			if s.Pattern != "" {
				var err error
				if one.pattern, err = regexp.Compile(s.Pattern); err != nil {
					return nil
				}
			}
			all = append(all, one)
		}
	}
	return all
}

// plainly says that a request, without a body and a query, fits. False says nothing.
func (op *operation) plainly(c *gin.Context) bool {
	if op.bounded == nil || op.takesBody || c.Request.Body != http.NoBody || c.Request.URL.RawQuery != "" || c.Request.URL.ForceQuery {
		return false
	}
	for _, p := range op.bounded {
		var value string
		if p.header {
			values := c.Request.Header.Values(p.name)
			if len(values) == 0 && !p.required {
				continue
			}
			if len(values) != 1 {
				return false
			}
			value = values[0]
		} else {
			value = c.Param(p.name)
		}
		if value == "" || len(value) > p.max || p.pattern != nil && !p.pattern.MatchString(value) {
			return false
		}
	}
	return true
}
