package proof

import (
	"context"
	"time"
)

// Pause lets a time pass that an experiment drew, or less where ctx ends before.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Soon asks every few milliseconds until something is so, and says whether it came to be before the time was over.
func Soon(within time.Duration, so func() bool) bool {
	over := time.After(within)
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-over:
			return false
		case <-look.C:
		}
	}
	return true
}
