package api

import (
	"net/http"
	"regexp/syntax"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
)

// bounded is a parameter in the path or in a header that is a text within bounds. Requests that have no others are held
// against the contract here, at a tenth of what kin-openapi takes for it; what does not fit is left to that to explain.
type bounded struct {
	name     string
	header   bool
	required bool
	max      int      // bytes; a text of so many is not too long however characters are counted
	letters  *letters // nil for any
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
			if one.header {
				one.name = http.CanonicalHeaderKey(p.Name)
			}
			if s.MaxLength != nil {
				one.max = int(*s.MaxLength) // #nosec G115 -- of our own contract
			}
			if s.Pattern != "" {
				if one.letters = lettersOf(s.Pattern); one.letters == nil {
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
	for i := range op.bounded {
		p := &op.bounded[i]
		var value string
		if p.header {
			values := c.Request.Header[p.name]
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
		if value == "" || len(value) > p.max || p.letters != nil && !p.letters.match(value) {
			return false
		}
	}
	return true
}

// letters is a pattern such as ^[a-z0-9_-]{1,64}$: so many of these ASCII characters. Regular expressions take longer.
type letters struct {
	min, max int
	among    [128]bool
}

// lettersOf is nil for patterns of another sort.
func lettersOf(pattern string) *letters {
	all, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || all.Op != syntax.OpConcat || len(all.Sub) != 3 || all.Sub[0].Op != syntax.OpBeginText || all.Sub[2].Op != syntax.OpEndText {
		return nil
	}
	repeat := all.Sub[1]
	if repeat.Op != syntax.OpRepeat || repeat.Max < 0 || repeat.Sub[0].Op != syntax.OpCharClass {
		return nil
	}
	l := &letters{min: repeat.Min, max: repeat.Max}
	for ends := range slices.Chunk(repeat.Sub[0].Rune, 2) {
		if ends[1] >= rune(len(l.among)) {
			return nil
		}
		for r := ends[0]; r <= ends[1]; r++ {
			l.among[r] = true
		}
	}
	return l
}

func (l *letters) match(value string) bool {
	for i := range len(value) {
		if c := value[i]; c >= byte(len(l.among)) || !l.among[c] {
			return false
		}
	}
	return len(value) >= l.min && len(value) <= l.max
}
