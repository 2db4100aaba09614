package speed

import (
	"bufio"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tender/proof"
)

// Views of which nothing has changed, against a gin handler that only answers 304.
func TestView(t *testing.T) {
	c := proof.Postgres(t)
	s := proof.Serve(t, "--database", c.URL())
	bare := serveBare(t)
	seats := tables(t, people(t, s.URL, 4), 40)
	var known, nothing [][]byte
	for _, seat := range seats {
		known = append(known, knownView(t, s.URL, seat))
		nothing = append(nothing, request("GET", "/v1/games/"+seat.game, seat.token, "", "If-None-Match", `"0123456789012345678901"`))
	}
	figures := table{{"connections", "304 of views/s", "p99 ms", "304 of bare gin/s", "ratio"}}
	for _, connections := range []int{8, 32} {
		var ours, theirs, p99, ratio spread
		for i := range *runs {
			a := must(t)(load(s.URL, connections, *span, known, http.StatusNotModified, uint64(i)))
			b := must(t)(load(bare, connections, *span, nothing, http.StatusNotModified, uint64(i)))
			ours, theirs, p99 = append(ours, a.rate), append(theirs, b.rate), append(p99, a.quantile(0.99).Seconds()*1000)
			ratio = append(ratio, a.rate/b.rate)
		}
		figures.row(fmt.Sprint(connections), ours.show("%.0f"), p99.show("%.1f"), theirs.show("%.0f"), ratio.show("%.2f"))
	}
	figures.print(t)
}

// knownView is a request for a view by whoever knows it already.
func knownView(t *testing.T, base string, s seat) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", base+"/v1/games/"+s.game, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return request("GET", "/v1/games/"+s.game, s.token, "", "If-None-Match", answer.Header.Get("ETag"))
}

// serveBare starts the bare gin in a process of its own.
func serveBare(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "bare")
	if said, err := exec.Command("go", "build", "-o", program, "tender/proof/speed/bare").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	process := exec.CommandContext(t.Context(), program)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "serves ")
	if err != nil || !found {
		t.Fatalf("the bare server says %q, %v", line, err)
	}
	return address
}
