package domain

import (
	"bytes"
	"errors"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// DecodeStrict reads one JSON value that a player sent into v and refuses what encoding/json takes in silence: unknown
// members, members in another case or given twice, nulls, which it reads as zero values, invalid UTF-8, anything after
// the value. Members that are absent leave v as it is. The error is a *Refusal with the given code.
func DecodeStrict(code Code, raw []byte, v any) error {
	err := json.Unmarshal(raw, v, json.RejectUnknownMembers(true))
	if err == nil {
		return refuseNulls(code, raw)
	}
	pointer, why := "", "this is not valid JSON"
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &semantic):
		pointer = string(semantic.JSONPointer)
		switch {
		case errors.Is(err, json.ErrUnknownName):
			why = "there is no field \"" + semantic.JSONPointer.LastToken() + "\" here; check its spelling and case"
		case semantic.JSONKind != 0 && semantic.GoType != nil:
			why = "a " + kindName(semantic.JSONKind) + " does not belong here" + wants(semantic.GoType)
		default:
			why = "the value does not fit"
		}
	case errors.As(err, &syntactic):
		pointer = string(syntactic.JSONPointer)
		if errors.Is(err, jsontext.ErrDuplicateName) {
			why = "the field \"" + syntactic.JSONPointer.LastToken() + "\" is given twice; give it once"
		}
	}
	where := ""
	if pointer != "" {
		where = strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".") + ": "
	}
	return Refuse(code, "%s%s.", where, why).At(pointer)
}

// wants says what belongs in place of something else.
func wants(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "; give a whole number"
	case reflect.String:
		return "; give a string"
	case reflect.Bool:
		return "; give true or false"
	case reflect.Slice:
		return "; give an array"
	case reflect.Struct, reflect.Map:
		return "; give an object"
	}
	return ""
}

// refuseNulls finds the first null in well-formed JSON.
func refuseNulls(code Code, raw []byte) error {
	tokens := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := tokens.ReadToken()
		if err != nil {
			return nil // its end: that it is well-formed has been seen
		}
		if token.Kind() == 'n' {
			pointer := string(tokens.StackPointer())
			return Refuse(code, "null does not belong here; give a value or leave it out.").At(pointer)
		}
	}
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "boolean"
	case '"':
		return "string"
	case '0':
		return "number"
	case '{':
		return "object"
	case '[':
		return "array"
	}
	return "value"
}
