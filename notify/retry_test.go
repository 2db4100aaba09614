package notify

import (
	"testing"
	"time"
)

func TestTenAttemptsInThreeDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		jitter float64
		whole  time.Duration
	}{
		{0, 60*time.Hour + 28*time.Minute + 4*time.Second},
		{0.5, 75*time.Hour + 35*time.Minute + 5*time.Second},
		{1, 90*time.Hour + 42*time.Minute + 6*time.Second},
	} {
		whole, begun := time.Duration(0), 1
		for ; ; begun++ {
			pause, last := wait(begun, 0, c.jitter)
			if last {
				break
			}
			whole += pause
		}
		if begun != 10 || (whole-c.whole).Abs() > time.Second {
			t.Errorf("jitter %.1f: %d attempts in %v, want 10 in %v", c.jitter, begun, whole, c.whole)
		}
	}
}

func TestReceiverMayAskForMoreTimeButNotForLess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		begun       int
		after, want time.Duration
	}{{1, 0, 5 * time.Second}, {1, time.Second, 5 * time.Second}, {1, time.Hour, time.Hour}, {1, 300 * time.Hour, 24 * time.Hour}, {2, time.Minute, 5 * time.Minute}} {
		if got, last := wait(c.begun, c.after, 0.5); got != c.want || last {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestRetryAfterHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{"": 0, "0": 0, "90": 90 * time.Second, "-1": 0, "soon": 0, "1e9": 0, "99999999999999": (1<<31 - 1) * time.Second,
		"Mon, 02 Mar 2026 12:10:00 GMT": 10 * time.Minute, "Mon, 02 Mar 2026 11:10:00 GMT": 0} {
		if got := retryAfter(header, noon); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
