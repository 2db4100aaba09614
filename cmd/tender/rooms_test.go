package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Imports point inwards: the rooms know the domain and not each other, the domain knows none of them.
func TestRoomsDoNotKnowEachOther(t *testing.T) {
	for room, others := range map[string][]string{
		"api":         {"persistence", "notify", "telemetry", "client", "cmd"},
		"persistence": {"api", "notify", "telemetry", "client", "cmd"},
		"notify":      {"api", "persistence", "telemetry", "client", "cmd"},
		"telemetry":   {"api", "persistence", "notify", "client", "cmd"},
		"domain":      {"api", "persistence", "notify", "telemetry", "client", "cmd"},
		"client":      {"api", "persistence", "notify", "domain", "cmd"},
	} {
		out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "tender/"+room+"/...").Output()
		if err != nil {
			t.Fatal(err)
		}
		for dep := range strings.FieldsSeq(string(out)) {
			for _, other := range others {
				if dep == "tender/"+other || strings.HasPrefix(dep, "tender/"+other+"/") {
					t.Errorf("%s depends on %s", room, dep)
				}
			}
		}
	}
}

// Every setting is a flag, an environment variable of the same name, in --help and in docs/operating.md.
func TestEverySettingIsDocumented(t *testing.T) {
	var help bytes.Buffer
	if code := run(t.Context(), []string{"serve", "--help"}, nil, &help, &help); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	operating, err := os.ReadFile(filepath.Join("..", "..", "docs", "operating.md"))
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	variable, flag := regexp.MustCompile(`TENDER_[A-Z_]+`), regexp.MustCompile(`--([a-z-]+)`)
	settings := map[string]bool{}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range variable.FindAllString(string(raw), -1) {
			settings[name] = true
		}
	}
	if len(settings) < 9 {
		t.Fatalf("only %d settings were found", len(settings))
	}
	flags := map[string]bool{}
	for _, m := range flag.FindAllStringSubmatch(help.String(), -1) {
		flags[m[1]] = true
	}
	for name := range settings {
		if !strings.Contains(help.String(), "$"+name) {
			t.Errorf("%s is not in --help", name)
		}
		if !bytes.Contains(operating, []byte("`"+name+"`")) {
			t.Errorf("%s is not in docs/operating.md", name)
		}
		if want := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "TENDER_")), "_", "-"); !flags[want] {
			t.Errorf("%s has no flag --%s", name, want)
		}
	}
}

func TestCommandLineThatIsWrongSaysSo(t *testing.T) {
	for _, args := range [][]string{{"dance"}, {"serve", "--dance"}, {"replay"}, {"serve", "--log-level=loud"}} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, nil, &out, &errs); code != 2 || !strings.Contains(errs.String(), "tender --help") {
			t.Errorf("%v: exit code %d, %q", args, code, errs.String())
		}
	}
}

func TestReplayNamesFileLineStepAndDifference(t *testing.T) {
	record := `{"format":"tender-record/1","kind":"money","edition":"2025","options":{},"players":2,"seed":"` + strings.Repeat("00", 32) +
		`","steps":[{"seat":1,"move":{"type":"bid","cards":[0]},"state":{"round":2}}]}`
	file := filepath.Join(t.TempDir(), "games.jsonl")
	if err := os.WriteFile(file, []byte("\n"+record+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"replay", file}, nil, &out, &errs); code != 1 {
		t.Fatalf("exit code %d", code)
	}
	if want := file + ":2: step 1.round: recorded 2, played 1\n"; errs.String() != want || out.Len() > 0 {
		t.Fatalf("got %q, want %q", errs.String(), want)
	}
	good := strings.Replace(record, `"round":2`, `"round":1`, 1)
	errs.Reset()
	if code := run(t.Context(), []string{"replay", "-"}, strings.NewReader(good+"\n"+good), &out, &errs); code != 0 || out.String() != "2 games, 2 steps: ok\n" {
		t.Fatalf("exit code %d, %q %q", code, out.String(), errs.String())
	}
}

func TestVerifyOfADatabaseThatIsNotThereMakesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "typo.db")
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"verify", "--database", "sqlite:" + path}, nil, &out, &errs); code != 1 || errs.Len() == 0 {
		t.Fatalf("exit code %d, %q", code, errs.String())
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Fatalf("a database was made: %v", err)
	}
	if code := run(t.Context(), []string{"migrate", "--database", "sqlite:" + path}, nil, &out, &errs); code != 0 {
		t.Fatalf("migrate: %s", errs.String())
	}
	out.Reset()
	if code := run(t.Context(), []string{"verify", "--database", "sqlite:" + path}, nil, &out, &errs); code != 0 || out.String() != "0 games: every log folds to its snapshot\n" {
		t.Fatalf("exit code %d, %q", code, out.String())
	}
}
