package pgtest

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

//go:embed server.sh
var script string

// server is a private Postgres on a Unix socket. It ends when alive is closed, by hand, with the
// test binary, or as garbage.
type server struct {
	dir   string // holds the data, the log and the socket
	alive io.Closer
	shell *exec.Cmd
}

// start starts a server from the programs in the folder bin and returns when it takes connections. As root it runs
// as another user, which Postgres insists on.
func start(bin string) (*server, error) {
	attributes := &syscall.SysProcAttr{Setpgid: true} // so that an interrupt from the keyboard leaves it time to clean up
	temp := os.TempDir()
	if os.Geteuid() == 0 {
		other, err := unprivileged()
		if err != nil {
			return nil, err
		}
		attributes.Credential = other
		temp = "/tmp" // root's TMPDIR may be closed to others
	}
	dir, err := os.MkdirTemp(temp, "tender-pg-")
	if err != nil {
		return nil, err
	}
	if c := attributes.Credential; c != nil {
		if err := os.Chown(dir, int(c.Uid), int(c.Gid)); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command("sh", "-c", script, "server.sh", dir, bin)
	cmd.Dir, cmd.SysProcAttr = dir, attributes
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	alive, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		err := cmd.Wait()
		return nil, fmt.Errorf("starting Postgres from %s: %w\n%s", bin, err, complaint.String())
	}
	return &server{dir: dir, alive: alive, shell: cmd}, nil
}

// url is that of the database that every server has.
func (s *server) url() string {
	u := url.URL{Scheme: "postgres", User: url.User("tender"), Path: "/postgres",
		RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return u.String()
}

// unprivileged is the user whom a server started by root runs as.
func unprivileged() (*syscall.Credential, error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("no user postgres or nobody to run Postgres as: %w", err)
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
