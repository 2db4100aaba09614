package persistence

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tender/domain"
)

func TestADatabaseWithoutRoomIsUnavailableAndGoesOnWhenThereIsSome(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "tender.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := s.db.Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
		t.Fatal(err)
	}
	allow := func(n int) {
		t.Helper()
		if err := s.db.Raw(fmt.Sprintf("PRAGMA max_page_count = %d", n)).Scan(&n).Error; err != nil {
			t.Fatal(err)
		}
	}
	add := func(name string) error {
		long := strings.Repeat("x", 20_000)
		_, err := s.CreateAccount(ctx, domain.Account{Name: name, NameKey: name, Email: name, EmailKey: name, PasswordHash: long})
		return err
	}
	allow(pages)
	if err := add("ada"); !Unavailable(err) {
		t.Errorf("no room: %v", err)
	}
	allow(pages + 100)
	if err := add("ada"); err != nil {
		t.Errorf("there is room: %v", err)
	}
	if err := add("ada"); err == nil || Unavailable(err) {
		t.Errorf("a name that is taken: %v", err)
	}
}

func TestAPostgresThatIsNotThereIsUnavailable(t *testing.T) {
	_, err := Open(t.Context(), "postgres://tender@127.0.0.1:1/tender", Options{})
	if !Unavailable(err) {
		t.Errorf("%v", err)
	}
}

func TestWhatPostgresSaysWhenItCannotServe(t *testing.T) {
	for code, want := range map[string]bool{"53100": true, "53300": true, "57P01": true, "57P03": true, "58030": true, "25006": true, "08006": true,
		"23505": false, "40P01": false, "42P01": false, "57014": false, "XX000": false, "": false} {
		if got := Unavailable(fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code})); got != want {
			t.Errorf("%q: %t", code, got)
		}
	}
	for _, err := range []error{nil, errors.New("other"), context.Canceled, domain.Refuse(domain.NotFound, "x")} {
		if Unavailable(err) {
			t.Errorf("%v", err)
		}
	}
}

func TestAfterALongOutageDeadlinesAreSecondsLateAtTheMost(t *testing.T) {
	for failures := range 1000 {
		if pause := pauseAfter(failures); pause < 250*time.Millisecond || pause > 5*time.Second {
			t.Fatalf("after %d failures the next attempt comes %s later", failures, pause)
		}
	}
}
