package egress

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ways lists how Go code makes connections of its own, by import path. The first are forbidden everywhere outside this
// package. The second are too, but for the program's files that are named: they ask addresses that the operator gave.
var (
	ways = map[string][]string{
		"net/http":   {"Get", "Head", "Post", "PostForm", "DefaultClient", "DefaultTransport"},
		"net":        {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix"},
		"crypto/tls": {"Dial", "DialWithDialer"},
		"net/smtp":   {"Dial", "SendMail"},
	}
	moreWays = map[string][]string{
		"net/http":   {"Client", "Transport", "NewRequest", "NewRequestWithContext"},
		"net":        {"Dialer"},
		"crypto/tls": {"Dialer"},
	}
	operators = []string{
		"cmd/tender/health.go",   // asks the server itself whether it is ready
		"cmd/tender/provider.go", // whom the operator lets sign people in
		"client/client.gen.go",   // what other programs use
	}
)

func TestNoOtherPackageMakesRequests(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	looked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() && (rel == "notify/egress" || rel == "persistence/pgtest" || rel == "proof"): // the last two are for tests
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		looked++
		for _, fault := range requests(t, path, rel) {
			t.Errorf("%s: requests are made by notify/egress only", fault)
		}
		return nil
	})
	if err != nil || looked == 0 {
		t.Fatalf("looked at %d files: %v", looked, err)
	}
}

func TestRequestsAreFoundUnderAnyName(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.go")
	source := `package x
import (web "net/http"; "net")
func f() { web.Get("http://x"); _ = net.Dialer{}; _ = web.StatusOK }`
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := requests(t, path, "api/x.go"); len(got) != 2 {
		t.Errorf("in a room: %v", got)
	}
	if got := requests(t, path, operators[0]); len(got) != 1 {
		t.Errorf("in a file that asks the operator's addresses: %v", got)
	}
}

// requests finds the forbidden names in a file.
func requests(t testing.TB, path, rel string) (faults []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		t.Logf("%s is not looked at: %v", rel, err)
		return nil
	}
	banned := map[string]bool{} // "http.Get", by the name that the file gives the import
	for _, spec := range file.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value)
		name := importPath[strings.LastIndex(importPath, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		for _, word := range ways[importPath] {
			banned[name+"."+word] = true
		}
		if !slices.Contains(operators, rel) {
			for _, word := range moreWays[importPath] {
				banned[name+"."+word] = true
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && banned[id.Name+"."+sel.Sel.Name] {
				faults = append(faults, files.Position(sel.Pos()).String()+" "+id.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return faults
}
