package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// What stands where something else belongs: in addresses and headers, and as JSON.
var (
	wrongWords = []string{"", "nosuch", "%00", "%ff", "UPPER", "..", "%2e%2e%2f", "a%20b", "%27%20OR%201=1--", "%c3%a9", "-1", "0", "1e3", "1.5",
		"9223372036854775808", "null", "true", strings.Repeat("a", 65), strings.Repeat("9", 600)}
	wrongValues = []string{`null`, `true`, `-1`, `0`, `1.5`, `1e0`, `-0`, `1e400`, `2147483648`, `9007199254740993`, `9223372036854775808`, `""`, `" "`,
		`"a\u0000b"`, "\"\xff\"", `"\ud800"`, `"\u202eb"`, `"` + strings.Repeat("x", 3000) + `"`, `[]`, `[[]]`, `[null]`, `{}`, `{"surprise":{}}`,
		strings.Repeat("[", 40) + strings.Repeat("]", 40), `'x'`, `NaN`, ``}
	wrongBodies = []string{``, `null`, `[]`, `7`, `"x"`, `{`, `{}{}`, `{"a":1,"a":2}`, "\ufeff{}", "{}\x00", strings.Repeat("[", 9000),
		`{"x":"` + strings.Repeat("a", 64<<10) + `"}`}
)

// compose draws a request to an operation. Three of four are wrong in one place.
func (f *fuzz) compose(t *rapid.T, c call) message {
	m := message{method: c.method, header: map[string]string{}}
	places := []string{"query", "method"}
	for _, p := range c.parameters {
		places = append(places, p.Value.Name)
	}
	var tree *node
	if c.RequestBody != nil {
		m.contentType = "application/json"
		tree = draw(t, "", c.RequestBody.Value.Content.Get("application/json").Schema.Value)
		places = append(append(places, "content-type", "body"), tree.places()...)
	}
	if rapid.IntRange(0, 3).Draw(t, "right") > 0 {
		m.wrong = rapid.SampledFrom(places).Draw(t, "wrong place")
	}
	f.addressOf(t, c, &m)
	if tree != nil {
		m.body = tree.json(t, m.wrong)
	}
	switch m.wrong {
	case "query":
		m.address += rapid.SampledFrom([]string{"?surprise=1", "?a=%zz", "?;", "?%00", "?limit=1&limit=1"}).Draw(t, "query")
	case "method":
		m.method = rapid.SampledFrom([]string{http.MethodPatch, http.MethodPut, http.MethodTrace, http.MethodOptions, "BREW"}).Draw(t, "method")
	case "content-type":
		m.contentType = rapid.SampledFrom([]string{"", "text/plain", "application/x-www-form-urlencoded", ";", "application/json; charset=latin1"}).Draw(t, "type")
	case "body":
		m.body = rapid.SampledFrom(wrongBodies).Draw(t, "body")
	}
	if rapid.Bool().Draw(t, "as text") {
		m.header["Accept"] = "text/plain"
	}
	return m
}

// addressOf draws the parameters of an operation.
func (f *fuzz) addressOf(t *rapid.T, c call, m *message) {
	m.address = c.path
	query := []string{}
	for _, ref := range c.parameters {
		p := ref.Value
		value := f.parameter(t, c, p)
		if p.Name == m.wrong {
			value = rapid.SampledFrom(wrongWords).Draw(t, "wrong "+p.Name)
		} else if !p.Required && rapid.Bool().Draw(t, "without "+p.Name) {
			continue
		}
		switch p.In {
		case openapi3.ParameterInPath:
			m.address = strings.Replace(m.address, "{"+p.Name+"}", value, 1)
		case openapi3.ParameterInQuery:
			query = append(query, p.Name+"="+value)
		case openapi3.ParameterInHeader:
			m.header[p.Name] = strings.ReplaceAll(value, "\x00", "")
		}
	}
	if len(query) > 0 && m.wrong != "query" {
		m.address += "?" + strings.Join(query, "&")
	}
}

// parameter draws what fits.
func (f *fuzz) parameter(t *rapid.T, c call, p *openapi3.Parameter) string {
	switch {
	case p.Name == "id" && strings.Contains(c.path, "/webhook"):
		return f.hook
	case p.Name == "id":
		return rapid.SampledFrom(f.games).Draw(t, "game")
	case p.Name == "kind":
		return "money"
	case p.Name == "wait":
		return "0" // nothing happens meanwhile
	}
	value := strings.Trim(draw(t, p.Name, p.Schema.Value).json(t, ""), `"`)
	return url.QueryEscape(value)
}

// node is a JSON value with the places in it that can be made wrong.
type node struct {
	place  string // a JSON pointer
	raw    string // of what has no parts
	fields []string
	parts  []*node
	object bool
}

// places lists the node and all its parts. The whole is "/", so that it is not taken for "nothing is wrong".
func (n *node) places() []string {
	all := []string{n.at()}
	for _, p := range n.parts {
		all = append(all, p.places()...)
	}
	return all
}

func (n *node) at() string {
	if n.place == "" {
		return "/"
	}
	return n.place
}

// json writes the value, with something wrong at a place.
func (n *node) json(t *rapid.T, wrong string) string {
	if n.at() == wrong && (!n.object || rapid.Bool().Draw(t, "another value")) {
		return rapid.SampledFrom(wrongValues).Draw(t, "wrong value")
	}
	if n.parts == nil && !n.object {
		return n.raw
	}
	var members []string
	for i, p := range n.parts {
		member := p.json(t, wrong)
		if n.object {
			member = fmt.Sprintf("%q:%s", n.fields[i], member)
		}
		members = append(members, member)
	}
	if !n.object {
		return "[" + strings.Join(members, ",") + "]"
	}
	if n.at() == wrong {
		members = spoilMembers(t, members)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// spoilMembers leaves out, doubles or renames a member of an object, or adds one that does not belong there.
func spoilMembers(t *rapid.T, members []string) []string {
	if len(members) == 0 {
		return []string{`"surprise":1`}
	}
	i := rapid.IntRange(0, len(members)-1).Draw(t, "member")
	switch rapid.IntRange(0, 3).Draw(t, "how") {
	case 0:
		return append(members[:i:i], members[i+1:]...)
	case 1:
		return append(members, members[i])
	case 2:
		members[i] = strings.ToUpper(members[i][:2]) + members[i][2:]
		return members
	default:
		return append(members, `"surprise":{"a":1}`)
	}
}

// draw makes a value that fits a schema, or nearly: what a schema cannot say is guessed from the field's name.
func draw(t *rapid.T, place string, s *openapi3.Schema) *node {
	n := &node{place: place}
	name := place[strings.LastIndex(place, "/")+1:]
	switch {
	case name == "bid" && rapid.Bool().Draw(t, "a bid that everybody can make"):
		n.raw = `{"cards":[0]}`
	case len(s.AllOf) > 0:
		return draw(t, place, s.AllOf[0].Value)
	case len(s.OneOf)+len(s.AnyOf) > 0:
		return draw(t, place, rapid.SampledFrom(slices.Concat(s.OneOf, s.AnyOf)).Draw(t, "one of "+name).Value)
	case len(s.Enum) > 0:
		raw, err := json.Marshal(rapid.SampledFrom(s.Enum).Draw(t, name))
		if err != nil {
			t.Fatal(err)
		}
		n.raw = string(raw)
	case s.Type.Is("object"):
		n.drawMembers(t, s)
	case s.Type.Is("array"):
		n.parts = []*node{}
		for i := range rapid.IntRange(int(s.MinItems), int(s.MinItems)+2).Draw(t, "length of "+name) {
			n.parts = append(n.parts, draw(t, fmt.Sprint(place, "/", i), s.Items.Value))
		}
	case s.Type.Is("integer"), s.Type.Is("number"):
		low := 0
		if s.Min != nil {
			low = int(*s.Min)
		}
		n.raw = fmt.Sprint(rapid.IntRange(low, low+5).Draw(t, name))
	case s.Type.Is("boolean"):
		n.raw = fmt.Sprint(rapid.Bool().Draw(t, name))
	default:
		n.raw = fmt.Sprintf("%q", drawText(t, name))
	}
	return n
}

func (n *node) drawMembers(t *rapid.T, s *openapi3.Schema) {
	n.object = true
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) { // the same order each time, so that rapid can repeat it
		if slices.Contains(s.Required, name) || rapid.Bool().Draw(t, "with "+name) {
			n.fields = append(n.fields, name)
			n.parts = append(n.parts, draw(t, n.place+"/"+name, s.Properties[name].Value))
		}
	}
}

// drawText makes a text that fits a field of some name.
func drawText(t *rapid.T, name string) string {
	number := rapid.IntRange(1, 40).Draw(t, "number of "+name)
	switch name {
	case "email":
		return fmt.Sprintf("player%d@example.org", number)
	case "password":
		return "correct horse battery"
	case "name":
		return fmt.Sprintf("Fuzz %c%c", 'a'+number%26, 'a'+number/26)
	case "url":
		return fmt.Sprintf("https://192.0.2.%d/hook", number)
	case "kind":
		return "money"
	case "edition":
		return rapid.SampledFrom([]string{"2025", "classic"}).Draw(t, name)
	case "type":
		return rapid.SampledFrom([]string{"bid", "keep", "swap"}).Draw(t, name)
	}
	return fmt.Sprintf("text %d", number)
}
