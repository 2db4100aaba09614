package speed

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tender/proof"
)

var streams = flag.Int("streams", 50, "how many event streams are open")

// ofStrangers is how many streams of a game people who are not signed in may have open; the server allows a thousand.
const ofStrangers = 900

// What open event streams cost the server.
func TestStreams(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "tender.db")
	games := waiting(t, url, time.Now().Add(time.Hour), *streams/ofStrangers+1)
	s := proof.Serve(t, "--database", url, "--log-level", "error")
	before := memory(t, s.PID)
	for i := range *streams {
		w, err := dial(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer w.conn.Close()
		listen(t, w, games[i/ofStrangers])
	}
	proof.Pause(t.Context(), 2*time.Second)
	cpu := processor(t, s.PID)
	proof.Pause(t.Context(), 5*time.Second)
	busy := (processor(t, s.PID) - cpu).Seconds() / 5
	after := memory(t, s.PID)
	figures := table{{"streams", "MB before", "MB with them", "KB each", "processors busy with them"}}
	figures.row(fmt.Sprint(*streams), fmt.Sprint(before>>20), fmt.Sprint(after>>20), fmt.Sprintf("%.1f", float64(after-before)/1024/float64(*streams)), fmt.Sprintf("%.2f", busy))
	figures.print(t)
}

// listen opens a stream and waits for its first words.
func listen(t *testing.T, w *wire, game string) {
	t.Helper()
	if _, err := w.conn.Write(request(http.MethodGet, "/v1/games/"+game+"/events", "", "", "Accept", "text/event-stream")); err != nil {
		t.Fatal(err)
	}
	line, err := w.in.ReadString('\n')
	if err != nil || !strings.Contains(line, " 200 ") {
		t.Fatalf("a stream begins with %q, %v", line, err)
	}
	_ = w.conn.(*net.TCPConn).SetReadBuffer(4096)
}

// memory is what a process holds of it, in bytes.
func memory(t *testing.T, pid int) int {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell what a process holds")
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmRSS")
	return 0
}

// ticks is what Linux counts processor time in.
const ticks = time.Second / 100

// processor is how long a process has computed.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	var sum int
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return time.Duration(sum) * ticks
}
