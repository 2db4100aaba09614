package persistence_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tender/domain/kinds"
)

// TestRoomsNameNoKind holds the rooms around domain to it: a new kind must not need a change there.
func TestRoomsNameNoKind(t *testing.T) {
	for _, room := range []string{"../api", "../persistence", "../notify"} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") ||
				strings.HasSuffix(path, ".gen.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, k := range kinds.All {
				for _, name := range []string{k.Name, strings.ReplaceAll(k.Name, "-", ""), strings.ReplaceAll(k.Name, "-", "_")} {
					if strings.Contains(strings.ToLower(string(source)), name) {
						t.Errorf("%s names the kind %s", path, k.Name)
					}
				}
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Error(err)
		}
	}
}
