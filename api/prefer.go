package api

import (
	"net/http"
	"strings"
)

// minimal says whether the sender does not care to see what has become of it: Prefer: return=minimal (RFC 7240).
func minimal(prefer *string) bool {
	for one := range strings.SplitSeq(given(prefer), ",") {
		preference, _, _ := strings.Cut(one, ";")
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.EqualFold(strings.Trim(value, "\" \t"), "minimal") // the first one counts
		}
	}
	return false
}

// applied says in an answer that it is a minimal one.
func (r reply) applied() reply { return r.with("Preference-Applied", "return=minimal") }

// nothingMore is the minimal answer to what needs none.
func nothingMore() reply { return reply{status: http.StatusNoContent}.applied() }
