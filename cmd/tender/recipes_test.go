package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// need skips a test for which a tool is missing. Where everything is checked nothing may be.
func need(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", tool)
		}
		t.Skipf("%s is not installed", tool)
	}
}

// blocks are the pieces of shell in a page, in their order.
func blocks(t *testing.T, page string) (all []string) {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(raw), "```")
	if len(parts)%2 == 0 {
		t.Fatalf("%s: a block does not end; none after it would be run", page)
	}
	for i, block := range parts {
		if code, ok := strings.CutPrefix(block, "sh\n"); ok && i%2 == 1 {
			all = append(all, code)
		}
	}
	return all
}

// program builds tender into a folder.
func program(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(folder, "tender"), ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// Each recipe is run as it stands, but for the addresses and what day it is.
func TestEveryRecipeWorks(t *testing.T) {
	need(t, "bash", "curl", "jq")
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"), func(c *config) { c.WebhookAllow, c.VacationDays = "127.0.0.0/8", 42 })
	players := w.people(2)
	for over := w.game("money", "2025", "{}", players); w.step(over, players); {
	}
	hook := httptest.NewServer(nil)
	defer hook.Close()
	recipes := blocks(t, filepath.Join("..", "..", "docs", "recipes.md"))
	script := "set -eu -o pipefail\n"
	for _, recipe := range recipes {
		script += recipe + "echo; echo '--- done'\n"
	}
	script = strings.NewReplacer("http://127.0.0.1:8080", w.URL, "http://127.0.0.1:9000", hook.URL, "-d '+5 days'", "-d 2030-03-06").Replace(script)
	command := exec.CommandContext(t.Context(), "bash")
	command.Env = append(os.Environ(), "PATH="+program(t)+":"+os.Getenv("PATH"))
	command.Stdin = strings.NewReader(script)
	raw, err := command.CombinedOutput()
	out := string(raw)
	if done := strings.Count(out, "--- done"); err != nil || done != len(recipes) || done < 15 {
		t.Fatalf("%d of %d recipes: %v\n%s", done, len(recipes), err, out)
	}
	for _, want := range []string{"signed in as Ada", "Recipes: 1 of 2", "active\n", "bid until 20", "ready: false", "waiting for seats [1,2]", "still 304",
		"now swap, round 1", "revealed\n", "true: tender-bid/1", "Ada bid what her receipt says", "1 games,", ": ok\n", "whsec_", hook.URL + "/tender",
		"unknown_serial: ", "limit: "} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q in\n%s", want, out)
		}
	}
}

// Bash completes what the command line knows.
func TestBashCompletesCommandsFlagsAndValues(t *testing.T) {
	need(t, "bash")
	var script, errs bytes.Buffer
	if code := run(t.Context(), []string{"completion", "bash"}, nil, &script, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for typed, want := range map[string]string{
		"tender se":                                "serve",
		"tender re":                                "replay restore",
		"tender serve --log-f":                     "--log-format",
		"tender serve --log-level ":                "debug info warn error",
		"tender serve --log-level = w":             "warn",
		"tender serve --log-level =":               "debug info warn error",
		"tender serve --log-level debug --trusted": "--trusted-proxies",
		"tender migrate --trusted":                 "", // is no flag of that one
		"tender replay ":                           "--help",
		"tender replay games":                      "", // a file
		"tender serve --data serve --limits o":     "on off",
		"tender completion b":                      "bash",
		"tender unknown ":                          "serve migrate replay verify backup restore admin keys mail-in health demo version completion --help",
	} {
		words := strings.Split(typed, " ")
		for i, word := range words {
			words[i] = "'" + word + "'"
		}
		ask := "\nCOMP_WORDS=(" + strings.Join(words, " ") + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tender; echo \"${COMPREPLY[*]}\"\n"
		command := exec.CommandContext(t.Context(), "bash", "--norc")
		command.Stdin = strings.NewReader("set -u\n" + script.String() + ask + "complete -p tender\n")
		out, err := command.CombinedOutput()
		if got, registered, _ := strings.Cut(string(out), "\n"); err != nil || got != want || !strings.Contains(registered, "-F _tender tender") {
			t.Errorf("%q completes to %q, not %q; %v %s", typed, got, want, err, registered)
		}
	}
}
