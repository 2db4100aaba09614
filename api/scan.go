package api

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep a body may be nested.
const maxDepth = 32

// checkMediaType lets through application/json in UTF-8.
func checkMediaType(header string) error {
	kind, params, err := mime.ParseMediaType(header)
	charset := params["charset"]
	if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return newProblem(unsupportedMediaType, "Send the body as Content-Type: application/json.")
	}
	return nil
}

// scan reads a body as one JSON value and refuses what lenient readers take in silence: names given twice, invalid
// UTF-8, a byte order mark, deep nesting, NUL characters, anything after the value.
func scan(body []byte) error {
	if bytes.HasPrefix(body, []byte("\ufeff")) {
		return malformed("", "The body begins with a byte order mark; leave it out.")
	}
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return malformedAt(d, err)
		}
		if d.StackDepth() > maxDepth {
			return malformed("", "The body is nested too deeply.")
		}
		if token.Kind() == '"' && strings.ContainsRune(token.String(), 0) {
			return malformed(string(d.StackPointer()), "A NUL character does not belong here; leave it out.")
		}
		if d.StackDepth() == 0 {
			break
		}
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return malformed("", "There is something after the JSON value; send one value only.")
	}
	return nil
}

func malformedAt(d *jsontext.Decoder, err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return malformed(string(syntax.JSONPointer), "This field is given twice; give it once.")
	case errors.As(err, &syntax):
		return malformed(string(syntax.JSONPointer), "The body is not well-formed JSON in UTF-8 here.")
	}
	return malformed(string(d.StackPointer()), "The body is not well-formed JSON; it ends too soon.")
}

func malformed(pointer, detail string) error {
	p := newProblem(malformedJSON, detail)
	p.Errors = []fault{inBody(pointer, detail)}
	return p
}
