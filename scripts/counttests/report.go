package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is a line of go test -json, see `go doc test2json`. Test is empty in what is said of a whole package.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// tally says how many tests and subtests ended how.
type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

func (t tally) plus(u tally) tally {
	return tally{t.passed + u.passed, t.failed + u.failed, t.skipped + u.skipped}
}

// report reads events and writes what a person wants to see of them.
func report(events io.Reader, w io.Writer) (tally, error) {
	var all tally
	said := map[string]*strings.Builder{} // by package and test, until it has ended
	failed := map[string]bool{}           // packages with a failed test
	reasons := map[string]int{}           // tests skipped, by reason
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 64<<20) // a line of output may be long
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(w, lines.Text()) // go test itself had something to say
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "output":
			if said[key] == nil {
				said[key] = &strings.Builder{}
			}
			said[key].WriteString(e.Output)
		case "pass", "fail", "skip":
			output := ""
			if said[key] != nil {
				output = said[key].String()
				delete(said, key)
			}
			switch {
			case e.Action == "fail":
				fmt.Fprint(w, output)
				// A package that fails without a failing test did not build or crashed.
				if e.Test != "" || !failed[e.Package] {
					all.failed++
				}
				failed[e.Package] = true
			case e.Test == "" && e.Action == "pass":
				fmt.Fprintf(w, "ok    %s  %.1fs\n", e.Package, e.Elapsed)
			case e.Test == "":
				// A package without tests.
			case e.Action == "pass":
				all.passed++
			default:
				all.skipped++
				reasons[reason(output)]++
			}
		}
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(w, "%d skipped: %s\n", reasons[why], why)
	}
	return all, lines.Err()
}

var place = regexp.MustCompile(`(?m)^\s+\S+\.go:\d+: (.*)$`)

// reason finds what a skipped test gave as its reason.
func reason(output string) string {
	if found := place.FindStringSubmatch(output); found != nil {
		return found[1]
	}
	return "no reason given"
}
