package pgtest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

var errNotInstalled = errors.New("no Postgres here: install Debian's postgresql, or set TENDER_TEST_DATABASE_URL " +
	"to the postgres:// URL of a server where databases may be created")

// find returns the folder of the Postgres programs: the first in path that has them, or the newest version's below
// root, where Debian puts each at <version>/bin.
func find(path, root string) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		if installed(dir) {
			return dir, nil
		}
	}
	best, newest := "", 0.0
	dirs, err := filepath.Glob(filepath.Join(root, "*", "bin"))
	if err != nil {
		return "", err
	}
	for _, dir := range dirs {
		version, err := strconv.ParseFloat(filepath.Base(filepath.Dir(dir)), 64)
		if err == nil && version > newest && installed(dir) {
			best, newest = dir, version
		}
	}
	if best == "" {
		return "", errNotInstalled
	}
	return best, nil
}

func installed(dir string) bool {
	for _, program := range []string{"initdb", "pg_ctl"} {
		info, err := os.Stat(filepath.Join(dir, program))
		if err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			return false
		}
	}
	return true
}
