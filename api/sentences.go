package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

func parameterSentence(e *openapi3filter.RequestError) string {
	var schema *openapi3.SchemaError
	if errors.As(e.Err, &schema) {
		return sentence(schema)
	}
	if e.Parameter.Schema != nil {
		return wanted(e.Parameter.Schema.Value)
	}
	return "The value does not fit."
}

// sentence says what to do about a value that breaks a rule of its schema.
func sentence(e *openapi3.SchemaError) string {
	switch e.SchemaField {
	case "required":
		return "This is required."
	case "properties", "additionalProperties":
		return "There is no such field here; check its spelling and case."
	case "nullable":
		return "This cannot be null; leave it out or give a value."
	case "pattern":
		if !strings.HasPrefix(e.Schema.Pattern, "^[") { // not of one class of characters: a form, which its description shows
			return "This is in another form than the one wanted. " + e.Schema.Description
		}
		return "There is a character that does not belong here."
	case "uniqueItems":
		return "Give each entry once."
	}
	return wanted(e.Schema)
}

// wanted says what a schema takes.
func wanted(s *openapi3.Schema) string {
	if len(s.Enum) > 0 {
		words := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			words[i] = plain(v)
		}
		return "Give one of " + strings.Join(words, ", ") + "."
	}
	switch {
	case len(s.AllOf) == 1:
		return wanted(s.AllOf[0].Value)
	case s.Type == nil:
	case s.Type.Is(openapi3.TypeInteger):
		return "Give a whole number" + between(s) + "."
	case s.Type.Is(openapi3.TypeNumber):
		return "Give a number" + between(s) + "."
	case s.Type.Is(openapi3.TypeBoolean):
		return "Give true or false."
	case s.Type.Is(openapi3.TypeObject):
		return "Give an object."
	case s.Type.Is(openapi3.TypeString) && s.Format == "date-time":
		return `Give a time such as "2026-03-01T20:00:00Z".`
	case s.Type.Is(openapi3.TypeString):
		return "Give a text" + length(s.MinLength, s.MaxLength, "character") + "."
	case s.Type.Is(openapi3.TypeArray):
		return "Give a list" + length(s.MinItems, s.MaxItems, "entry") + "."
	}
	return "The value does not fit."
}

// between gives the bounds of a number.
func between(s *openapi3.Schema) string {
	switch {
	case s.Min != nil && s.Max != nil:
		return fmt.Sprintf(" from %s to %s", number(*s.Min), number(*s.Max))
	case s.Min != nil:
		return fmt.Sprintf(" of at least %s", number(*s.Min))
	case s.Max != nil:
		return fmt.Sprintf(" of at most %s", number(*s.Max))
	}
	return ""
}

// number writes a bound without an exponent.
func number(f float64) string {
	if f == math.Trunc(f) {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprint(f)
}

// length gives the bounds of a length.
func length(least uint64, most *uint64, unit string) string {
	units := map[string]string{"character": "characters", "entry": "entries"}[unit]
	switch {
	case most != nil && least > 0:
		return fmt.Sprintf(" of %d to %d %s", least, *most, units)
	case most != nil:
		return fmt.Sprintf(" of at most %d %s", *most, units)
	case least == 1:
		return " of at least 1 " + unit
	case least > 0:
		return fmt.Sprintf(" of at least %d %s", least, units)
	}
	return ""
}

// unreadable is the problem of a body that fits the contract and yet not the types made of it.
func unreadable(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return invalid(inBody("/"+strings.ReplaceAll(wrong.Field, ".", "/"), "The value cannot be read; write whole numbers without a fraction or an exponent."))
	}
	return invalid(inBody("", "The body cannot be read."))
}
