package crash

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tender/proof"
)

// disk is a small one of the test's own, in memory.
type disk struct {
	*testing.T
	dir string
}

// smallDisk mounts one, or skips the test where that is not allowed: it takes root and, in a container, the right to mount.
func smallDisk(t *testing.T, megabytes int) disk {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "tender-disk-") // root's TMPDIR may be closed to Postgres
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0755", megabytes)); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return disk{t, dir}
}

func (d disk) ballast() string { return filepath.Join(d.dir, "ballast") }

// fill leaves so many bytes free.
func (d disk) fill(free int64) {
	d.Helper()
	f, err := os.Create(d.ballast())
	if err != nil {
		d.Fatal(err)
	}
	defer f.Close()
	n, err := io.Copy(f, rand.Reader)
	if !errors.Is(err, syscall.ENOSPC) {
		d.Fatalf("the disk is not full after %d bytes: %v", n, err)
	}
	if err := f.Truncate(max(0, n-free)); err != nil {
		d.Fatal(err)
	}
}

// empty gives the room back.
func (d disk) empty() {
	d.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.Fatal(err)
	}
}

func TestNothingIsLostWhenTheDiskIsFull(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		d := smallDisk(t, 64)
		fillDisk(t, d, "sqlite:"+filepath.Join(d.dir, "tender.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		d := smallDisk(t, 96)
		postgres := proof.Postgres(t)
		fillDisk(t, d, moved(t, postgres, d))
	})
}

// moved puts the database of a cluster onto a disk. Its write-ahead log stays where it is: without room for that, Postgres
// goes down by itself, which is no other case than that it is killed.
func moved(t *testing.T, postgres *proof.Cluster, d disk) (url string) {
	t.Helper()
	space := filepath.Join(d.dir, "space")
	if err := os.Mkdir(space, 0o700); err != nil {
		t.Fatal(err)
	}
	if owner, err := user.Lookup("postgres"); err == nil {
		uid, _ := strconv.Atoi(owner.Uid)
		gid, _ := strconv.Atoi(owner.Gid)
		if err := os.Chown(space, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	for _, change := range []string{"CREATE TABLESPACE small LOCATION '" + space + "'", "ALTER DATABASE tender SET TABLESPACE small"} {
		if err := postgres.Exec(t.Context(), "postgres", change); err != nil {
			t.Fatal(err)
		}
	}
	return postgres.URL()
}

// fillDisk fills the disk again and again while people play, until some were told so, and gives them room again. It may take
// long until somebody is, or never happen: databases write over what they need no more before they ask for more room.
func fillDisk(t *testing.T, d disk, database string) {
	r := prepare(t, database)
	r.play()
	times, noticed, slowest := max(1, *rounds/2), 0, time.Duration(0)
	for range times {
		r.aWhile()
		told := r.driver.unready() + 10
		d.fill(r.luck.Int64N(256 << 10))
		if proof.Soon(10*time.Second, func() bool { return r.driver.unready() >= told }) {
			noticed++
		}
		moves := r.driver.moves.Load()
		d.empty()
		freed := time.Now()
		if !proof.Soon(20*time.Second, func() bool { return r.driver.moves.Load() > moves }) {
			t.Fatalf("there is room again and no move is taken\n%s", r.server.Log())
		}
		slowest = max(slowest, time.Since(freed))
	}
	r.finish()
	if noticed == 0 {
		t.Error("nobody was told that the disk is full: this shows nothing")
	}
	t.Logf("filled %d times, which was noticed %d times; the first move was taken at most %s after there was room", times, noticed, slowest.Round(time.Millisecond))
}
