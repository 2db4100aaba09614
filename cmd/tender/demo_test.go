package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tender/domain/kinds"
)

func TestDemoPlaysAWholeGameOfEveryKind(t *testing.T) {
	for _, kind := range kinds.All {
		edition := kind.Editions[0]
		for _, players := range []int{edition.MinSeats, edition.MaxSeats} {
			t.Run(fmt.Sprintf("%s/%d", kind.Name, players), func(t *testing.T) {
				var out, errs bytes.Buffer
				code := run(t.Context(), []string{"demo", "--kind", kind.Name, "--players", fmt.Sprint(players), "--seed", "7"}, nil, &out, &errs)
				if code != 0 {
					t.Fatalf("exit code %d: %s", code, errs.String())
				}
				for _, want := range []string{"over after round", "replay to the same scores", "mails were written"} {
					if !strings.Contains(out.String(), want) {
						t.Errorf("no %q in what the demo draws", want)
					}
				}
			})
		}
	}
}

func TestDemoThatCannotBePlayedSaysWhy(t *testing.T) {
	for want, args := range map[string][]string{
		"--players must be": {"demo", "--players", "9"},
		"is for 2 to 5":     {"demo", "--players", "1"},
		"There is no kind":  {"demo", "--kind", "chess"},
		"has no edition":    {"demo", "--edition", "1850"},
	} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, nil, &out, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit code %d, %q", args, code, errs.String())
		}
	}
}
