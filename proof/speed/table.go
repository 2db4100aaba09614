package speed

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// spread is a figure of several runs.
type spread []float64

func (s spread) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// show writes the median and, between brackets, the least and the most.
func (s spread) show(format string) string {
	if len(s) == 0 {
		return "-"
	}
	return fmt.Sprintf(format+" ("+format+"–"+format+")", s.median(), slices.Min(s), slices.Max(s))
}

// table is a table of figures as it is printed, and as it stands in docs/performance.md.
type table [][]string

func (t *table) row(cells ...string) { *t = append(*t, cells) }

func (t table) print(tb testing.TB) {
	tb.Helper()
	var b strings.Builder
	for i, row := range t {
		b.WriteString("\n| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			b.WriteString("\n|" + strings.Repeat("---|", len(row)))
		}
	}
	tb.Log(b.String())
}
