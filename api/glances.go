package api

import (
	"sync"
	"time"
)

// glanceLife is how long a tag is remembered. What no change of a game announces, such as that a player has another name
// since another replica was told so, is seen after that.
const glanceLife = time.Second

// glances remembers the tags of views that were asked for again, so that "nothing has changed" is said without looking. A
// tag counts as long as the store's count of changes is what it was before the view was read; where the store cannot
// know of all changes, nothing is remembered.
type glances struct {
	now   func() time.Time
	mu    sync.Mutex
	known map[glance]remembered[seenTag]
}

// glance is what somebody can ask for.
type glance struct {
	game, account string // account is empty for all who are signed out
	text          bool
}

type seenTag struct {
	tag     string
	changes uint64
}

func newGlances(now func() time.Time) *glances {
	return &glances{now: now, known: map[glance]remembered[seenTag]{}}
}

// tag gives the tag of a view that has not changed since it was read; "" when that is not known.
func (g *glances) tag(of glance, changes uint64) string {
	g.mu.Lock()
	last := g.known[of]
	g.mu.Unlock()
	if changes == 0 || last.value.changes != changes || !g.now().Before(last.until) {
		return ""
	}
	return last.value.tag
}

// keep remembers the tag of a view. changes was counted before the view was read.
func (g *glances) keep(of glance, tag string, changes uint64) {
	if changes == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= maxGlances {
		clear(g.known) // cheap to look again, and bounded
	}
	g.known[of] = remembered[seenTag]{seenTag{tag, changes}, g.now().Add(glanceLife)}
}

// maxGlances is how many tags are remembered, some 10 MB.
const maxGlances = 50_000

// forget makes everybody look again.
func (g *glances) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.known)
}
