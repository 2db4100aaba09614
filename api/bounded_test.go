package api

import (
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tender"
)

// Patterns of the contract are matched without regular expressions. Both must say the same.
func TestLettersFitAsTheirPatternSays(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		t.Fatal(err)
	}
	patterns := map[string]bool{`^[^a]{1,3}$`: false, `^[a-ž]{1,3}$`: false, `^[a-z]+$`: false, `[a-z]{1,3}`: false, `^(?i)[a-z]{2,3}$`: false}
	for _, item := range spec.Paths.Map() {
		lists := []openapi3.Parameters{item.Parameters}
		for _, o := range item.Operations() {
			lists = append(lists, o.Parameters)
		}
		for _, list := range lists {
			for _, p := range list {
				if s := p.Value.Schema.Value; p.Value.In == openapi3.ParameterInPath && s.Pattern != "" {
					patterns[s.Pattern] = true
				}
			}
		}
	}
	found := 0
	for pattern, ours := range patterns {
		l, says := lettersOf(pattern), regexp.MustCompile(pattern)
		if l == nil {
			if ours {
				t.Errorf("%s takes long", pattern)
			}
			continue
		}
		found++
		for c := range rune(0x180) {
			for _, text := range []string{string(c), "a" + string(c), strings.Repeat(string(c), 40), strings.Repeat(string(c), 64), strings.Repeat(string(c), 65), string([]byte{byte(c)}), ""} {
				if l.match(text) != says.MatchString(text) {
					t.Errorf("%s and %q: %v", pattern, text, l.match(text))
				}
			}
		}
	}
	if found < 2 {
		t.Errorf("%d patterns", found)
	}
}
