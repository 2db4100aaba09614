package speed

import (
	"path/filepath"
	"testing"
	"time"

	"tender/proof"
)

// From the start of the program to its first answer, with SQLite, and what it holds of memory then.
func TestStart(t *testing.T) {
	var fresh, again, idle spread
	for range *runs {
		url := "sqlite:" + filepath.Join(t.TempDir(), "tender.db")
		for _, took := range []*spread{&fresh, &again} {
			began := time.Now()
			s := proof.Serve(t, "--database", url)
			w, err := dial(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			if status, err := w.send(request("GET", "/v1/games", "", "")); status != 200 || err != nil {
				t.Fatalf("answered with %d, %v", status, err)
			}
			*took = append(*took, time.Since(began).Seconds())
			proof.Pause(t.Context(), 200*time.Millisecond)
			idle = append(idle, float64(memory(t, s.PID))/(1<<20))
			_ = w.conn.Close()
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		}
	}
	figures := table{{"first answer s, new database", "s, with one", "idle MB"}}
	figures.row(fresh.show("%.2f"), again.show("%.2f"), idle.show("%.0f"))
	figures.print(t)
}
