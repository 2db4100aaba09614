package persistence

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tender/domain"
)

// gameOrder is an order of the list of games. The id decides among games with the same key, so that every game has one
// place and pages neither skip nor repeat any.
type gameOrder struct {
	by    string                // columns to order by
	after string                // whether a game comes after @key and @id
	key   func(r gameRow) int64 // Unix milliseconds
}

// deadlineKey puts games without a deadline last. The indexes games_by_deadline… are on this very expression.
// What comes after says @key twice because SQLite seeks an expression only when it is compared alone.
const (
	deadlineKey   = "(CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END)"
	afterDeadline = deadlineKey + " >= @key AND (" + deadlineKey + ", id) > (@key, @id)"
)

func orderOf(s domain.GameSort) gameOrder {
	switch s {
	case domain.Oldest:
		return gameOrder{"opened_at, id", "(opened_at, id) > (@key, @id)", func(r gameRow) int64 { return r.OpenedAt }}
	case domain.NextDeadline:
		return gameOrder{deadlineKey + ", id", afterDeadline, func(r gameRow) int64 {
			if r.Deadline == 0 {
				return math.MaxInt64
			}
			return r.Deadline
		}}
	}
	return gameOrder{"opened_at DESC, id DESC", "(opened_at, id) < (@key, @id)", func(r gameRow) int64 { return r.OpenedAt }}
}

// gamesCursor names the place after a game in a list with these filters and this order.
func gamesCursor(f domain.GameFilter, key int64, id string) string {
	return listTag(f) + "." + base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", key, id))
}

// readGamesCursor refuses the cursor of another list: there it would name a place that nobody has read up to.
func readGamesCursor(f domain.GameFilter) (key int64, id string, err error) {
	place, ok := strings.CutPrefix(f.After, listTag(f)+".")
	if !ok {
		return 0, "", noSuchPage()
	}
	return readCursor(place)
}

// listTag tells lists with other filters or another order apart. It guards against mistakes, not against forgery: a
// forged cursor shows nothing that its list does not.
func listTag(f domain.GameFilter) string {
	if f.Sort == "" {
		f.Sort = domain.Newest
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q %d %d %d %q %q", f.Sort, f.Kind, f.Status, f.Player,
		f.Edition, f.Free, f.Slowest, f.Fastest, yesNo(f.HasBots), f.JoinableBy))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
}

func yesNo(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

func readCursor(cursor string) (key int64, id string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	first, id, ok := strings.Cut(string(raw), " ")
	if err == nil && ok {
		key, err = strconv.ParseInt(first, 10, 64)
	}
	if err != nil || !ok || text(id) != id {
		return 0, "", noSuchPage()
	}
	return key, id, nil
}

func noSuchPage() error {
	return domain.Refuse(domain.InvalidCursor, "There is no such page; use the cursor of the page before as it was given, for the same list.").At("/after")
}
