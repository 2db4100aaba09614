package persistence_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tender/persistence"
	"tender/persistence/pgtest"
)

// onBothEmpty runs a test with the URL of a database that was never migrated.
func onBothEmpty(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, "sqlite:"+filepath.Join(t.TempDir(), "data", "t.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.URL(t)) })
}

func TestMigrationsOfReplicasThatStartTogetherRunOnce(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, url string) {
		w := open(t, url, nil)
		if err := w.Ping(t.Context()); err == nil {
			t.Error("an empty database is ready")
		}
		replica := open(t, url, w.clock)
		var starts sync.WaitGroup
		for _, s := range []*world{w, replica} {
			if strings.HasPrefix(url, "sqlite:") { // one process has an SQLite file; its migrations need no lock
				must(t, s.Migrate(t.Context()))
				continue
			}
			starts.Go(func() {
				if err := s.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		starts.Wait()
		must(t, w.Ping(t.Context()))
		before := w.dump(t)
		must(t, w.Migrate(t.Context()))
		same(t, "migrated again", before, w.dump(t))
		w.verify(t, w.game(t, w.people(t, 2)...))
	})
}

func TestDatabaseOfANewerProgramIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.exec(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, "+map[bool]string{true: "1", false: "true"}[w.url[0] == 's']+")")
		if err := w.Ping(t.Context()); err == nil {
			t.Error("a newer schema is ready")
		}
		s, err := persistence.Open(context.Background(), w.url, persistence.Options{Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), "9999") {
			t.Errorf("opened %v, %v", s, err)
		}
	})
}

func TestURLsThatAreNoDatabase(t *testing.T) {
	for _, url := range []string{"", "sqlite:", "mysql://x", "postgres://u:hush@127.0.0.1:1/none?connect_timeout=1", "postgres://u:hush@[/x"} {
		s, err := persistence.Open(t.Context(), url, persistence.Options{})
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: opened %v, %v", url, s, err)
		}
	}
}

func TestFileOfTheDatabaseIsForItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "down", "t.db")
	w := open(t, "sqlite:"+path, nil)
	must(t, w.Migrate(t.Context()))
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", suffix, info, err)
		}
	}
}

func TestLogOfAGameCannotBeRewritten(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 2)...)
		db := w.raw(t)
		defer db.Close()
		for _, statement := range []string{"UPDATE inputs SET actor = 'x'", "DELETE FROM inputs"} {
			if _, err := db.ExecContext(t.Context(), statement); err == nil {
				t.Errorf("%s was carried out", statement)
			}
		}
	})
}

func TestOpeningWhatHasToExistMakesNothing(t *testing.T) {
	existing := persistence.Options{Existing: true, Log: slog.New(slog.DiscardHandler)}
	onBoth(t, func(t *testing.T, w *world) {
		s, err := persistence.Open(t.Context(), w.url, existing)
		must(t, err)
		must(t, s.Close())
	})
	onBothEmpty(t, func(t *testing.T, url string) {
		if s, err := persistence.Open(t.Context(), url, existing); err == nil {
			t.Errorf("opened %v", s)
		}
		path, isFile := strings.CutPrefix(url, "sqlite:")
		if !isFile {
			return
		}
		folder := filepath.Dir(path)
		if _, err := os.Stat(folder); err == nil {
			t.Error("the folder was made")
		}
		must(t, os.Mkdir(folder, 0o700))
		if s, err := persistence.Open(t.Context(), url, existing); err == nil {
			t.Errorf("opened %v", s)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("made %v, %v", left, err)
		}
		must(t, os.WriteFile(path, nil, 0o600))
		_, err := persistence.Open(t.Context(), url, existing)
		if err == nil || !strings.Contains(err.Error(), "tender migrate") {
			t.Errorf("an empty file: %v", err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != 0 {
			t.Errorf("the empty file was written to: %v, %v", info, err)
		}
	})
}

func TestOldSchemaIsToBeMigrated(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.exec(t, "UPDATE goose_db_version SET version_id = 0")
		_, err := persistence.Open(t.Context(), w.url, persistence.Options{Existing: true, Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), "tender migrate") {
			t.Errorf("%v", err)
		}
	})
}
