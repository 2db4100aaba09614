package persistence

import (
	"path/filepath"
	"testing"
)

func TestSQLiteThatCanCorruptItsLogIsRefused(t *testing.T) {
	for version, good := range map[string]bool{"3.41.2": false, "3.51.2": false, "3.51.3": true, "3.51.10": true, "3.52.0": true, "4.0.0": true, "odd": false} {
		if err := checkSQLite(version); (err == nil) != good {
			t.Errorf("%s: %v", version, err)
		}
	}
}

func TestEveryConnectionToTheFileIsSetUpToBeSafe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	s, err := Open(t.Context(), "sqlite:"+path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000"} {
		var got string
		if err := s.db.Raw("PRAGMA " + pragma).Scan(&got).Error; err != nil || got != want {
			t.Errorf("%s is %q, %v", pragma, got, err)
		}
	}
	var only int
	if err := s.read.Raw("PRAGMA query_only").Scan(&only).Error; err != nil || only != 1 {
		t.Errorf("query_only of a reader is %d, %v", only, err)
	}
	writer, err := s.db.DB()
	if err != nil || writer.Stats().MaxOpenConnections != 1 {
		t.Errorf("%d connections for writing, %v", writer.Stats().MaxOpenConnections, err)
	}
	tx := s.db.Begin()
	defer tx.Rollback()
	other, err := openFile(t.Context(), path, "_txlock=immediate", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if second, err := other.Begin(); err == nil {
		second.Rollback()
		t.Error("two transactions for writing began: they are not immediate")
	}
}
