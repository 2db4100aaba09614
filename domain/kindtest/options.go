package kindtest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tender/domain"
)

// optionsAreAsDescribed holds what is shown of options against what the rules do with them.
func optionsAreAsDescribed(t *testing.T, kind *domain.Kind) {
	for _, e := range kind.Editions {
		raw, err := kind.Options(e.Name, e.MaxSeats, nil)
		if err != nil {
			t.Fatalf("%s: the defaults are refused: %v", e.Name, err)
		}
		var got map[string]any
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		for _, o := range e.Options {
			if want := plain(t, o.Default); !reflect.DeepEqual(got[o.Name], want) {
				t.Errorf("%s: option %s is %v by default, said to be %v", e.Name, o.Name, got[o.Name], want)
			}
			for _, bad := range outside(o) {
				given := fmt.Sprintf("{%q: %s}", o.Name, bad)
				if _, err := kind.Options(e.Name, e.MaxSeats, json.RawMessage(given)); err == nil {
					t.Errorf("%s: options %s were taken", e.Name, given)
				} else if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidOption {
					t.Errorf("%s: options %s: %v", e.Name, given, err)
				}
			}
			delete(got, o.Name)
		}
		for name := range got {
			t.Errorf("%s: option %s is not described", e.Name, name)
		}
	}
}

// plain is a value as JSON reads it back.
func plain(t *testing.T, v any) (out any) {
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// outside gives values that an option must refuse.
func outside(o domain.Option) []string {
	bad := []string{`{"surprise":1}`, `"\u0000"`}
	switch o.Type {
	case "integer":
		if o.Min != nil {
			bad = append(bad, fmt.Sprint(*o.Min-1))
		}
		if o.Max != nil {
			bad = append(bad, fmt.Sprint(*o.Max+1))
		}
		return append(bad, `1.5`, `1e30`, `true`)
	case "boolean":
		return append(bad, `1`, `"true"`)
	case "string":
		return append(bad, `"surprise"`, `7`)
	case "array":
		return append(bad, `["surprise"]`, `[7]`)
	}
	return bad
}

// Variants are the options, as JSON, with which an edition is worth testing: the defaults, and every yes and no the
// other way round.
func Variants(edition domain.Edition) []string {
	var turned []string
	for _, o := range edition.Options {
		if yes, ok := o.Default.(bool); ok {
			turned = append(turned, fmt.Sprintf("%q:%t", o.Name, !yes))
		}
	}
	if len(turned) == 0 {
		return []string{"{}"}
	}
	return []string{"{}", "{" + strings.Join(turned, ",") + "}"}
}
