package proof

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// built is the program, once for each test binary.
var built struct {
	once sync.Once
	path string
	err  error
	said []byte
}

// Program builds tender and returns the path of it. It stays until the test binary ends.
func Program(tb testing.TB) string {
	tb.Helper()
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "tender-proof-")
		if err != nil {
			built.err = err
			return
		}
		built.path = filepath.Join(dir, "tender")
		build := exec.Command("go", "build", "-o", built.path, "tender/cmd/tender")
		built.said, built.err = build.CombinedOutput()
	})
	if built.err != nil {
		tb.Fatalf("the program cannot be built: %v\n%s", built.err, built.said)
	}
	return built.path
}
