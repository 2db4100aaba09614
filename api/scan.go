package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep a body may be nested.
const maxDepth = 32

// checkMediaType lets through application/json in UTF-8, as it is.
func checkMediaType(header http.Header) error {
	if len(header.Values("Content-Encoding")) > 0 {
		return newProblem(unsupportedMediaType, "Send the body as it is, without Content-Encoding.")
	}
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
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
			return malformedAt(body, d, err)
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
	at := int(d.InputOffset())
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		at += len(body[at:]) - len(bytes.TrimLeft(body[at:], " \t\r\n"))
		return malformed("", fmt.Sprintf("There is something after the JSON value, %s; send one value only.", place(body, at))+quoting(body, at))
	}
	return nil
}

func malformedAt(body []byte, d *jsontext.Decoder, err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return malformed(string(syntax.JSONPointer), "This field is given twice; give it once.")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return malformed(string(d.StackPointer()), fmt.Sprintf("The body is not well-formed JSON: it ends too soon, %s.", place(body, len(body)))+quoting(body, 0))
	case errors.As(err, &syntax):
		at := min(int(syntax.ByteOffset), len(body))
		return malformed(string(syntax.JSONPointer), fmt.Sprintf("The body is not well-formed JSON: %s, %s.", what(syntax.Err), place(body, at))+quoting(body, at))
	}
	return malformed(string(d.StackPointer()), "The body is not well-formed JSON.")
}

// place says where in a body something is; both count from 1, and the second in bytes.
func place(body []byte, at int) string {
	before := body[:at]
	return fmt.Sprintf("line %d, byte %d", bytes.Count(before, []byte("\n"))+1, at-bytes.LastIndexByte(before, '\n'))
}

// what is an error of the JSON library in its own words, without more of the body than one character.
func what(err error) string {
	switch text := err.Error(); {
	case strings.HasPrefix(text, "invalid character"):
		return text
	case strings.HasPrefix(text, "invalid escape sequence"):
		return "invalid escape sequence in a string"
	case strings.HasPrefix(text, "invalid surrogate pair"):
		return "invalid surrogate pair in a string"
	case errors.Is(err, jsontext.ErrNonStringName):
		return `the name of a field must be a string in double quotes`
	case strings.HasPrefix(text, "invalid UTF-8"):
		return "invalid UTF-8"
	case strings.HasPrefix(text, "missing value"), strings.HasPrefix(text, "exceeded max depth"):
		return text
	}
	return "something does not belong here"
}

// quoting is a hint for bodies that a shell has, or has not, unquoted.
func quoting(body []byte, at int) string {
	if bytes.HasPrefix(body, []byte("'")) || at < len(body) && body[at] == '\'' {
		return ` JSON has double quotes; in a shell, put single quotes around the whole body, and on Windows \" for each quote in it.`
	}
	return ""
}

func malformed(pointer, detail string) error {
	p := newProblem(malformedJSON, detail)
	p.Errors = []fault{inBody(pointer, detail)}
	return p
}
