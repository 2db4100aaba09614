package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The program itself is told to stop: first /readyz says no while requests are still answered, then it ends as one that did
// what it was told. Told a second time it ends at once.
func TestSigtermDrains(t *testing.T) {
	binary := filepath.Join(program(t), "tender")
	began := func(delay string) (url string, server *exec.Cmd) {
		server = exec.CommandContext(t.Context(), binary, "serve", "--addr", "127.0.0.1:0", "--database", "sqlite:"+filepath.Join(t.TempDir(), "t.db"),
			"--data", t.TempDir(), "--log-level", "error", "--drain-delay", delay)
		server.Stderr = t.Output()
		out, err := server.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		_, url, _ = strings.Cut(line, " serves ")
		url, _, _ = strings.Cut(url, " ")
		return url, server
	}
	status := func(url string) int {
		request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0
		}
		defer response.Body.Close()
		_, _ = io.Copy(io.Discard, response.Body)
		return response.StatusCode
	}

	url, server := began("3s")
	if got := status(url + "/readyz"); got != http.StatusOK {
		t.Fatalf("/readyz says %d", got)
	}
	_ = server.Process.Signal(syscall.SIGTERM)
	for refused := false; !refused; {
		got := status(url + "/readyz")
		if got == 0 {
			t.Fatal("no answer instead of 503")
		}
		refused = got == http.StatusServiceUnavailable
	}
	if status(url+"/v1/kinds") != http.StatusOK {
		t.Error("nothing is answered while /readyz says no")
	}
	if err := server.Wait(); err != nil {
		t.Errorf("stopped with %v", err)
	}

	url, server = began("1h")
	_ = server.Process.Signal(syscall.SIGTERM)
	for status(url+"/readyz") != http.StatusServiceUnavailable {
	}
	_ = server.Process.Signal(syscall.SIGTERM)
	_ = server.Wait()
	if ended, ok := server.ProcessState.Sys().(syscall.WaitStatus); !ok || ended.Signal() != syscall.SIGTERM {
		t.Errorf("the second signal: %v", server.ProcessState)
	}
}
