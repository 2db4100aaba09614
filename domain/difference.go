package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// difference says where a JSON document first differs from the one that was wanted. Members that the wanted document
// does not have are not looked at: a record may say less than the rules know.
func difference(where string, want, got json.RawMessage) error {
	w, err := tree(want)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	g, err := tree(got)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return differ(where, w, g)
}

func tree(raw json.RawMessage) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

func differ(where string, want, got any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(w)) {
			if err := differ(where+"."+name, w[name], g[name]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			break
		}
		for i := range w {
			if err := differ(fmt.Sprintf("%s[%d]", where, i), w[i], g[i]); err != nil {
				return err
			}
		}
		return nil
	default:
		if want == got {
			return nil
		}
	}
	return fmt.Errorf("%s: recorded %s, played %s", where, encode(want), encode(got))
}
