package api

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// whole is how JSON spells a whole number, without a fraction or an exponent.
var whole = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

// spelled says whether a query parameter is spelled as JSON spells its type. Other types than these are free text.
func spelled(s *openapi3.Schema, value string) bool {
	switch {
	case s.Type.Is(openapi3.TypeBoolean):
		return value == "true" || value == "false"
	case s.Type.Is(openapi3.TypeInteger):
		return whole.MatchString(value)
	}
	return true
}

// notWhole finds numbers such as 60.0 and 6e1 where whole ones are wanted: validators take them for whole, decoders do
// not, and do not say where they are.
func notWhole(s *openapi3.Schema, body []byte) (faults []fault) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil {
		return nil // what is wrong with it others say better
	}
	var look func(s *openapi3.Schema, value any, path []string)
	look = func(s *openapi3.Schema, value any, path []string) {
		switch v := value.(type) {
		case json.Number:
			if s.Type.Is(openapi3.TypeInteger) && !whole.MatchString(v.String()) {
				faults = append(faults, inBody(pointerTo(path), "Give a whole number, without a fraction or an exponent."))
			}
		case map[string]any:
			for name, member := range v {
				next := s.Properties[name]
				if next == nil {
					next = s.AdditionalProperties.Schema
				}
				if next != nil {
					look(next.Value, member, append(slices.Clone(path), name))
				}
			}
		case []any:
			for i, member := range v {
				if s.Items != nil {
					look(s.Items.Value, member, append(slices.Clone(path), strconv.Itoa(i)))
				}
			}
		}
	}
	look(s, value, nil)
	return faults
}

// unwrapped is the problem of a move that was sent bare, where an object around it is wanted.
func unwrapped(s *openapi3.Schema, body []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil {
		return nil
	}
	wrap := ""
	for _, name := range []string{"bid", "move"} {
		if s.Properties[name] != nil {
			wrap = name
		}
	}
	if wrap == "" {
		return nil
	}
	strange := false
	for name := range fields {
		switch name {
		case "bid", "move", "moves":
			return nil // wrapped, if not as it should be
		}
		strange = strange || s.Properties[name] == nil
	}
	if !strange {
		return nil
	}
	p := invalid(inBody("", `Wrap the move: {"`+wrap+`": {…}}.`))
	p.Detail = p.Errors[0].Detail
	return p
}
