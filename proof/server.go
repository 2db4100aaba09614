package proof

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"testing"
	"time"
)

// Server is a process of the program that serves.
type Server struct {
	URL  string
	PID  int
	Took time.Duration // from its start until it said where it serves

	process *exec.Cmd
	log     *Log
	gone    chan struct{}
	err     error // why it is gone
}

// Log is what a process says.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// serving is the line by which the program says where it listens.
var serving = regexp.MustCompile(`serves (http://\S+)`)

// Serve starts the program on a free port, with further arguments, and returns when it listens. Its limits are off unless
// the arguments say otherwise, and its files are in a folder of the test's. When the test ends it is killed.
func Serve(tb testing.TB, args ...string) *Server {
	tb.Helper()
	s, err := TryServe(tb, args...)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TryServe is Serve for a program that may not come up: then its words are in the error.
func TryServe(tb testing.TB, args ...string) (*Server, error) {
	tb.Helper()
	s := &Server{log: new(Log), gone: make(chan struct{})}
	all := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", tb.TempDir(), "--limits", "off", "--verify-mail", "off"}, args...)
	s.process = exec.Command(Program(tb), all...)
	s.process.SysProcAttr = apart()
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.process.Stderr = s.log
	began := time.Now()
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	s.PID = s.process.Process.Pid
	lines := bufio.NewScanner(out)
	for s.URL == "" && lines.Scan() {
		if found := serving.FindStringSubmatch(lines.Text()); found != nil {
			s.URL, s.Took = found[1], time.Since(began)
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		s.err = s.process.Wait()
		close(s.gone)
	}()
	tb.Cleanup(s.Kill)
	if s.URL == "" {
		<-s.gone
		return nil, fmt.Errorf("the server did not come up: %w\n%s", s.err, s.log)
	}
	return s, nil
}

// Kill ends it at once and returns when it is gone.
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	<-s.gone
}

// Stop asks it to end and returns when it has.
func (s *Server) Stop() error {
	_ = s.process.Process.Signal(os.Interrupt)
	<-s.gone
	return s.err
}

// Gone is closed when the process has ended.
func (s *Server) Gone() <-chan struct{} { return s.gone }

// Log is what it has written to its log so far.
func (s *Server) Log() string { return s.log.String() }
