package domain_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestDrawingOfLongNamesAndTitlesFitsThePage(t *testing.T) {
	in := opening()
	in.Title = strings.Repeat("word ", 11) + "word"
	in.Seats = 6
	table := open(t, in)
	names := map[string]string{"ann": strings.Repeat("Ann", 10)}
	for _, who := range []string{"bob", "cid", "dan", "eve", "fay"} {
		names[who] = strings.Repeat("é", 29) + who[:1]
		must(t, table, domain.Join{}, who, noon)
	}
	must(t, table, bid("3", false), "bob", noon)
	for _, viewer := range []string{"ann", "bob", ""} {
		text := kindtest.Toy.Text(table.View(viewer, names), time.UTC)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > domain.TextWidth || strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
				t.Errorf("%d columns, or blanks at the end: %q", n, line)
			}
		}
	}
}
