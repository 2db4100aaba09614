// Command gosec is gosec for `go vet -vettool`, which looks only at what has changed. It leaves tests out. It is a module of
// its own, around the library: the whole program brings along the clients of language models.
package main

import (
	"strings"

	"github.com/securego/gosec/v2/goanalysis"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	gosec := *goanalysis.Analyzer
	gosec.Run = func(pass *analysis.Pass) (any, error) {
		report := pass.Report
		pass.Report = func(d analysis.Diagnostic) {
			if !strings.HasSuffix(pass.Fset.Position(d.Pos).Filename, "_test.go") {
				report(d)
			}
		}
		return goanalysis.Analyzer.Run(pass)
	}
	unitchecker.Main(&gosec)
}
