package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tender/domain"
)

// do runs a command and gives what it says.
func do(t *testing.T, want int, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if code := run(t.Context(), args, nil, &said, &said); code != want {
		t.Fatalf("%v: exit code %d: %s", args, code, said.String())
	}
	return said.String()
}

// While games are played a backup is made. It is restored elsewhere, every game in it folds, and goes on.
func TestABackupMadeUnderLoadIsWholeAndItsGamesGoOn(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"))
	players := w.people(2)
	games := []string{w.game("money", "2025", "{}", players), w.game("mow-money", "", "{}", players)}
	var playing sync.WaitGroup
	stop := make(chan struct{})
	playing.Go(func() {
		for {
			for _, game := range games {
				select {
				case <-stop:
					return
				default:
					w.step(game, players)
				}
			}
		}
	})
	var files []string
	for i := range 3 {
		file := filepath.Join(dir, fmt.Sprintf("backup%d.db", i))
		do(t, 0, "backup", "--database", w.database, file)
		files = append(files, file)
	}
	close(stop)
	playing.Wait()
	if said := do(t, 1, "backup", "--database", w.database, files[0]); !strings.Contains(said, "is there already") {
		t.Errorf("a backup over another: %s", said)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v %v", info, err)
	}

	elsewhere := t.TempDir()
	database := "sqlite:" + filepath.Join(elsewhere, "sub", "tender.db")
	do(t, 0, "restore", "--database", database, files[2])
	if said := do(t, 0, "verify", "--database", database); said != "2 games: every log folds to its snapshot\n" {
		t.Errorf("%s", said)
	}
	later := newWorld(t, elsewhere, database)
	for i := range players { // tokens are for one URL
		session := later.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"player%d@example.org","password":"correct horse battery"}`, i+1))
		players[i].token = session["access_token"].(string)
	}
	for _, game := range games {
		before := later.look(game)
		for n := 0; n < 6 && later.step(game, players); n++ {
		}
		if after := later.look(game); before.Status == domain.Active && after.Told == before.Told && len(after.Sealed) == len(before.Sealed) {
			t.Errorf("game %s does not go on", game)
		}
		if err := later.Store.Verify(t.Context(), game); err != nil {
			t.Error(err)
		}
	}
}

func TestARestoreReplacesNothingByItself(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"))
	players := w.people(2)
	w.game("money", "2025", "{}", players)
	backup, other := filepath.Join(dir, "backup.db"), "sqlite:"+filepath.Join(dir, "other.db")
	do(t, 0, "backup", "--database", w.database, backup)

	if said := do(t, 1, "restore", "--database", w.database, backup); !strings.Contains(said, "--force") {
		t.Errorf("over a database: %s", said)
	}
	if said := do(t, 1, "restore", "--force", "--database", w.database, backup); !strings.Contains(said, "stop the server first") {
		t.Errorf("under a server: %s", said)
	}
	w.must(players[0], "GET", "/v1/me", "") // which goes on

	do(t, 0, "migrate", "--database", other)
	do(t, 0, "restore", "--force", "--database", other, backup)
	if said := do(t, 0, "verify", "--database", other); !strings.HasPrefix(said, "1 games") {
		t.Errorf("%s", said)
	}
	broken := filepath.Join(dir, "broken.db")
	whole, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"half": whole[:len(whole)/2], "none": nil, "text": []byte("this is no database, however long it may be. " + strings.Repeat("no ", 999))} {
		if err := os.WriteFile(broken, content, 0o600); err != nil {
			t.Fatal(err)
		}
		do(t, 1, "restore", "--force", "--database", other, broken)
		if said := do(t, 0, "verify", "--database", other); !strings.HasPrefix(said, "1 games") {
			t.Errorf("after a restore of %s: %s", name, said)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "other.db.restoring")); !os.IsNotExist(err) {
		t.Errorf("something is left: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "other.db"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, 0, "restore", "--force", "--database", other, backup) // what a restore is for
	do(t, 1, "backup", "--database", "postgres://127.0.0.1:9/x", filepath.Join(dir, "pg"))
}
