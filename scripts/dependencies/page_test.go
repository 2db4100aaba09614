// Package dependencies holds go.mod and docs/dependencies.md together.
package dependencies

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// required gives the modules that a go.mod asks for itself, and those of its tools.
func required(t *testing.T, file string) (all []string) {
	t.Helper()
	raw, err := exec.Command("go", "mod", "edit", "-json", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Tool []struct{ Path string }
	}
	if err := json.Unmarshal(raw, &mod); err != nil {
		t.Fatal(err)
	}
	for _, r := range mod.Require {
		ofTool := slices.ContainsFunc(mod.Tool, func(tool struct{ Path string }) bool { return strings.HasPrefix(tool.Path, r.Path+"/") })
		if !r.Indirect || ofTool {
			all = append(all, r.Path)
		}
	}
	return all
}

// remark is what stands behind a module in brackets.
var remark = regexp.MustCompile(` \([^)]*\)`)

// Every direct dependency and every tool is on the page, with what it is for, why this one and its licence, and nothing else is.
func TestThePageListsTheDependenciesThatThereAre(t *testing.T) {
	root := filepath.Join("..", "..")
	want := append(required(t, filepath.Join(root, "go.mod")), required(t, filepath.Join(root, "scripts", "gosec", "go.mod"))...)
	page, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(page), "\n## ")
	var listed []string
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "|") || cells[0] == "module" || strings.HasPrefix(cells[0], "---") || strings.Contains(cells[0], "(npm") {
			continue
		}
		if len(cells) != 4 || slices.Contains(cells, "") {
			t.Errorf("not what for, why this one and licence: %s", line)
		}
		listed = append(listed, strings.Split(remark.ReplaceAllString(cells[0], ""), ", ")...)
	}
	for _, module := range want {
		if !slices.Contains(listed, module) {
			t.Errorf("%s is not on the page", module)
		}
	}
	for _, module := range listed {
		if !slices.Contains(want, module) {
			t.Errorf("%s is on the page and in no go.mod", module)
		}
	}
}
