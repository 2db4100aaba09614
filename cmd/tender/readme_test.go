package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The README's session is run as it stands, but for the address.
func TestReadmeSessionPlaysARound(t *testing.T) {
	for _, tool := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"))
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, session, found := strings.Cut(string(readme), "with curl\n")
	if !found {
		t.Fatal("the README has no session")
	}
	script := "set -eu -o pipefail\n"
	for i, block := range strings.Split(session, "```") {
		if code, ok := strings.CutPrefix(block, "sh\n"); ok && i%2 == 1 {
			script += code
		}
	}
	script = strings.Replace(script, "http://127.0.0.1:8080", w.URL, 1)
	command := exec.CommandContext(t.Context(), "bash")
	command.Stdin = strings.NewReader(script)
	raw, err := command.CombinedOutput()
	out := string(raw)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{`"receipt":{"id"`, "Bids, in the order in which they move", `"did":"swap"`, `"did":"keep"`, `"type":"round_started","data":{"round":2`} {
		if !strings.Contains(out, want) {
			t.Errorf("the session shows no %s", want)
		}
	}
	for _, unwanted := range []string{`"status":4`, `"status":5`, "problem"} {
		if strings.Contains(out, unwanted) {
			t.Errorf("something was refused: %s", out)
			break
		}
	}
}
