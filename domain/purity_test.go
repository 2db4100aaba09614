package domain_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The domain may compute and nothing else. What it may import is listed; what it may not call, of what it may import, too.
var mayImport = []string{"bytes", "cmp", "crypto/hmac", "crypto/sha256", "encoding/binary", "encoding/base32", "encoding/base64", "encoding/hex", "encoding/json", "errors",
	"fmt", "hash", "io", "maps", "math", "math/bits", "math/rand/v2", "reflect", "slices", "strconv", "strings", "time", "unicode",
	"unicode/utf8", "github.com/go-json-experiment/json", "github.com/go-json-experiment/json/jsontext", "go.mau.fi/util/confusable",
	"golang.org/x/net/idna", "golang.org/x/text/unicode/norm", "golang.org/x/text/cases"}

var mayNotCall = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Local"},
	"rand": {"Int", "IntN", "Int32", "Int32N", "Int64", "Int64N", "Uint", "UintN", "Uint32", "Uint32N", "Uint64", "Uint64N", "N", "Float32",
		"Float64", "NormFloat64", "ExpFloat64", "Perm", "Shuffle"}, // of the package, not of a given source
	"fmt": {"Print", "Println", "Printf", "Scan", "Scanln", "Scanf"},
}

func TestDomainIsPure(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "kindtest") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name := strings.Trim(spec.Path.Value, `"`)
			if spec.Name != nil && spec.Name.Name != "strict" {
				t.Errorf("%s imports %s under another name", path, name)
			}
			if !slices.Contains(mayImport, name) && !strings.HasPrefix(name, "tender/domain") {
				t.Errorf("%s imports %s", path, name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", set.Position(n.Pos()))
			case *ast.FuncDecl:
				if n.Name.Name == "init" && n.Recv == nil {
					t.Errorf("%s has an init function", set.Position(n.Pos()))
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && slices.Contains(mayNotCall[x.Name], n.Sel.Name) && imports(file, x.Name) {
					t.Errorf("%s uses %s.%s", set.Position(n.Pos()), x.Name, n.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// imports says whether a name is that of an imported package in this file.
func imports(file *ast.File, name string) bool {
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		if path == name || strings.HasSuffix(path, "/"+name) || strings.HasSuffix(path, "/"+name+"/v2") {
			return true
		}
	}
	return false
}
