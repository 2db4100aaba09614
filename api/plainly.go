package api

import (
	"context"

	"go.yaml.in/yaml/v3"
)

// plainly writes an answer for people at a terminal that has no drawing of its own: what would be JSON as YAML, a line
// for each thing.
func plainly(ctx context.Context, r reply) reply {
	if r.contentType != "application/json" || !wantsText(ctx) {
		return r
	}
	var document yaml.Node
	if yaml.Unmarshal(r.body, &document) != nil { // JSON is YAML
		return r
	}
	unfold(&document)
	text, err := yaml.Marshal(&document)
	if err != nil {
		return r
	}
	plain := asText(string(text))
	plain.status, plain.header = r.status, r.header
	return plain.with("Vary", "Accept")
}

// unfold takes the brackets and quotation marks away that JSON is written with, where YAML does without.
func unfold(n *yaml.Node) {
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode || n.Tag == "!!str" {
		n.Style = 0
	}
	for _, inner := range n.Content {
		unfold(inner)
	}
}
