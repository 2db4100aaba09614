package main

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	for _, c := range []struct {
		situation, events string
		want              tally
		printed           string
	}{
		{"a test and its subtest pass in silence", `
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"chatter\n"}
{"Action":"pass","Package":"p","Test":"TestA/sub"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"ok  \tp\t1.5s\n"}
{"Action":"pass","Package":"p","Elapsed":1.5}`, tally{passed: 2}, "ok    p  1.5s\n"},

		{"a failing test is heard, its neighbour is not", `
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:3: got 1, want 2\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"chatter\n"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"FAIL\tp\n"}
{"Action":"fail","Package":"p"}`, tally{passed: 1, failed: 1}, "    a_test.go:3: got 1, want 2\nFAIL\tp\n"},

		{"a package that does not build counts as a failure", `
{"Action":"build-output","ImportPath":"p","Output":"./a.go:1:1: syntax error\n"}
{"Action":"build-fail","ImportPath":"p"}
{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
{"Action":"fail","Package":"p","FailedBuild":"p"}`,
			tally{failed: 1}, "./a.go:1:1: syntax error\nFAIL\tp [build failed]\n"},

		{"a reason for skipping is told once", `
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:9: no server here\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:7: no server here\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p"}`, tally{skipped: 2}, "ok    p  0.0s\n2 skipped: no server here\n"},

		{"a package without tests is passed over", `
{"Action":"output","Package":"p","Output":"?   \tp\t[no test files]\n"}
{"Action":"skip","Package":"p"}`, tally{}, ""},

		{"what is not JSON is passed on", "go: no such module\n", tally{}, "go: no such module\n"},
	} {
		t.Run(c.situation, func(t *testing.T) {
			var printed strings.Builder
			got, err := report(strings.NewReader(strings.TrimPrefix(c.events, "\n")), &printed)
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("counted %v, want %v", got, c.want)
			}
			if printed.String() != c.printed {
				t.Errorf("printed\n%s\nwant\n%s", printed.String(), c.printed)
			}
		})
	}
}
