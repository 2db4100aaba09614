package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tender"
)

// generator makes JavaScript of the contract.
const generator = "swagger-typescript-api@13.13.0"

// Third parties can build clients: one in JavaScript, generated from the contract, plays a round.
func TestAJavaScriptClientOfTheContractPlaysARound(t *testing.T) {
	need(t, "node", "npx")
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"))
	play, err := os.ReadFile(filepath.Join("testdata", "round.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"openapi.yaml": tender.Contract, "round.mjs": play} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) []byte {
		t.Helper()
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "NPM_CONFIG_UPDATE_NOTIFIER=false", "NPM_CONFIG_FUND=false")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return out
	}
	run("npx", "--yes", generator, "generate", "-p", "openapi.yaml", "-o", ".", "-n", "tender", "--js")
	if err := os.Rename(filepath.Join(dir, "tender.js"), filepath.Join(dir, "tender.mjs")); err != nil {
		t.Fatal(err)
	}
	var played struct {
		Round   int
		Refusal string
		Events  []string
	}
	out := run("node", "round.mjs", w.URL)
	if err := json.Unmarshal(out, &played); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if played.Round != 2 || played.Refusal != "not_host" || !slices.Contains(played.Events, "round_started") {
		t.Errorf("%+v", played)
	}
}
