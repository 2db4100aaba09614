package pgtest

import (
	"os"
	"path/filepath"
	"testing"
)

// program writes a shell script that anybody may run.
func program(t *testing.T, dir, name, script string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestPostgresIsLookedForInThePathThenAmongDebiansVersions(t *testing.T) {
	top := t.TempDir()
	install := func(dir string, programs ...string) string {
		full := filepath.Join(top, dir)
		for _, name := range programs {
			program(t, full, name, "exit 0")
		}
		return full
	}
	inPath := install("usr/local/bin", "initdb", "pg_ctl")
	client := install("usr/bin", "psql", "pg_ctl")
	install("several/9.6/bin", "initdb", "pg_ctl")
	install("several/15/bin", "initdb", "pg_ctl")
	newest := install("several/17/bin", "initdb", "pg_ctl")
	install("several/18/bin", "psql")

	for _, c := range []struct {
		situation, path, root, want string
	}{
		{"in the path", client + ":" + inPath, filepath.Join(top, "several"), inPath},
		{"only Debian's", client, filepath.Join(top, "several"), newest},
		{"only client programs", client, filepath.Join(top, "none"), ""},
		{"empty path", "", filepath.Join(top, "none"), ""},
	} {
		t.Run(c.situation, func(t *testing.T) {
			got, err := find(c.path, c.root)
			if got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			if (err == errNotInstalled) != (c.want == "") {
				t.Errorf("error %v", err)
			}
		})
	}
}
