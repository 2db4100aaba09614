package crash

import (
	"encoding/json"
	"os/exec"
	"reflect"
	"time"

	"tender/proof"
)

// figures are what a run is summed up in.
type figures struct {
	acknowledged, open         int // moves, and requests whose outcome is not known
	games, over                int
	phases, deadlines          int
	delivered, dropped, doubly int
}

// deed is what a player may do once, or for bids as often as it was sent.
type deed struct{ what, account, game string }

// check holds the database, the journal and what has arrived against each other. stopped is when the last server was told to
// stop: what is due later is for another one.
func check(b books, database string, j *journal, begun map[string]bool, sink *proof.Sink, stopped time.Time) (f figures) {
	b.tb.Helper()
	if said, err := exec.Command(proof.Program(b.tb), "verify", "--database", database).CombinedOutput(); err != nil {
		b.tb.Errorf("tender verify: %v\n%s", err, said)
	}
	b.whole()
	checkLog(b, j.read(), begun, &f)
	checkEvents(b, &f)
	checkNotices(b, sink, &f)
	nothingLeft(b, stopped)
	return f
}

// wish is what the journal says of a deed at a step.
type wish struct {
	moves    []any // as they were sent
	sure, by int   // it is in the log so often at least, and at the most
}

// checkLog looks for every acknowledged request in the logs, and for everything in the logs in the journal.
func checkLog(b books, requests []line, begun map[string]bool, f *figures) {
	type key struct {
		deed
		step int
	}
	wishes, receipts, opened := map[key]*wish{}, map[string]int{}, map[string]bool{}
	for _, l := range requests {
		if l.End == acknowledged && l.What == "open" {
			opened[l.Game] = true
		}
		if l.End == acknowledged && l.What != "open" && l.What != "join" {
			f.acknowledged++
		}
		if l.Receipt != "" {
			receipts[l.Receipt] = 0
		}
		if l.End == "" {
			f.open++
		}
		if l.End == refused || l.What == "open" && l.Game == "" {
			continue
		}
		k := key{deed{l.What, l.Account, l.Game}, l.Step}
		w := wishes[k]
		if w == nil {
			w = &wish{}
			wishes[k] = w
		}
		if l.End == acknowledged {
			w.sure++
		}
		if w.by++; l.What == "seal" { // a bid has no key: each that was sent may have been stored
			w.by += l.Tries - 1
		}
		w.moves = append(w.moves, decoded(l.Move))
	}
	found := map[key]int{}
	var game, actor, kind, text string
	var n int
	last := map[string]int{}
	b.each(`SELECT game_id, n, actor, type, input FROM inputs ORDER BY game_id, n`, func() {
		if last[game]++; n != last[game] {
			b.tb.Errorf("game %s: entry %d of the log is missing", game, last[game])
		}
		var in struct {
			Move    json.RawMessage
			Moves   []json.RawMessage
			Meant   struct{ Step int }
			Receipt string
		}
		if err := json.Unmarshal([]byte(text), &in); err != nil {
			b.tb.Fatal(err)
		}
		k := key{deed{kind, actor, game}, in.Meant.Step}
		switch {
		case actor == "" || begun[game] && (kind == "open" || kind == "join"):
			return
		case kind == "play":
			in.Move = in.Moves[0]
		case kind == "seal":
			if _, given := receipts[in.Receipt]; given {
				receipts[in.Receipt]++
			}
		}
		found[k]++
		if w := wishes[k]; w == nil || !contains(w.moves, decoded(in.Move)) {
			b.tb.Errorf("game %s: entry %d, %s, was asked for by nobody", game, n, kind)
		}
	}, &game, &n, &actor, &kind, &text)
	f.games = len(last)
	b.each(`SELECT count(*) FROM games WHERE status = 'over'`, func() {}, &f.over)
	for k, w := range wishes {
		if n := found[k]; n < w.sure || n > w.by {
			b.tb.Errorf("game %s, step %d: %s was acknowledged %d times, asked for %d times, and is in the log %d times", k.game, k.step, k.what, w.sure, w.by, n)
		}
	}
	for receipt, n := range receipts {
		if n != 1 {
			b.tb.Errorf("the bid of receipt %s is in the log %d times", receipt, n)
		}
	}
	for game := range opened {
		if last[game] == 0 {
			b.tb.Errorf("game %s was opened and is not there", game)
		}
	}
}

func decoded(text json.RawMessage) (v any) {
	_ = json.Unmarshal(text, &v) // nil for what has no move
	return v
}

func contains(moves []any, one any) bool {
	for _, m := range moves {
		if reflect.DeepEqual(m, one) {
			return true
		}
	}
	return false
}

// checkEvents looks for gaps, for rounds that were revealed twice and for deadlines that fired twice.
func checkEvents(b books, f *figures) {
	type round struct {
		game string
		n    int
	}
	last, revealed, passed := map[string]int{}, map[round]bool{}, map[string]int{}
	var game, kind, data string
	var n int
	b.each(`SELECT game_id, n, type, data FROM events ORDER BY game_id, n`, func() {
		if last[game]++; n != last[game] {
			b.tb.Errorf("game %s: event %d is missing", game, last[game])
		}
		switch kind {
		case "revealed":
			var said struct{ Round int }
			if err := json.Unmarshal([]byte(data), &said); err != nil {
				b.tb.Fatal(err)
			}
			if revealed[round{game, said.Round}] {
				b.tb.Errorf("game %s: round %d was revealed twice", game, said.Round)
			}
			revealed[round{game, said.Round}] = true
		case "deadline_passed":
			passed[game]++
			f.deadlines++
		}
	}, &game, &n, &kind, &data)
	f.phases = len(revealed)
	var at int64
	before := map[string]int64{}
	b.each(`SELECT game_id, at FROM inputs WHERE type = 'expire' ORDER BY game_id, n`, func() {
		// Whatever begins when a deadline has fired has a deadline of its own, at least so much later.
		if first, again := before[game]; again && at-first < pace.Milliseconds() {
			b.tb.Errorf("game %s: a deadline fired twice, %d ms apart", game, at-first)
		}
		before[game] = at
		passed[game]--
	}, &game, &at)
	for game, n := range passed {
		if n != 0 {
			b.tb.Errorf("game %s: %d more deadlines were told than fired", game, n)
		}
	}
}

// nothingLeft looks for what was due at a time and was not done. Leases count for nothing: nobody is at work any more.
func nothingLeft(b books, then time.Time) {
	for what, n := range left(b, then) {
		if n > 0 {
			b.tb.Errorf("%d %s are due and not done", n, what)
		}
	}
}

func left(b books, then time.Time) map[string]int {
	left := map[string]int{}
	var what string
	var at int64
	b.each(`SELECT 'deliveries', wanted_at FROM deliveries WHERE status = 'pending'
		UNION ALL SELECT 'letters', created_at FROM letters WHERE status = 'pending'
		UNION ALL SELECT 'games', deadline FROM games WHERE due_at > 0`, func() {
		if at <= then.UnixMilli() {
			left[what]++
		}
	}, &what, &at)
	return left
}
