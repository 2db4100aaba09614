package notify

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"tender/domain"
)

// waits says how long after a failed attempt the next one comes: ten attempts in 75 h 35 min, so that a receiver may be
// away over a weekend.
var waits = [...]time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

// maxAfter is the longest that a receiver can ask to be left alone.
const maxAfter = 24 * time.Hour

// jitterPart is by how much a wait may be shorter or longer, so that what failed together does not come back together.
const jitterPart = 0.2

// wait is the time from the end of an attempt to the next one, given how many there were, what the receiver asked for
// and a number from 0 up to 1. last says that there is no next one.
func wait(tries int, after time.Duration, jitter float64) (pause time.Duration, last bool) {
	if tries > len(waits) {
		return 0, true
	}
	base := waits[tries-1]
	pause = time.Duration(float64(base) * (1 - jitterPart + 2*jitterPart*jitter))
	return max(pause, min(after, maxAfter)), false
}

// longest is how long a delivery is tried when each attempt fails, jitter apart; what is kept because the mail service is
// down is given up after it, too.
const longest = 75*time.Hour + 35*time.Minute + 5*time.Second

// outcome makes of a reply what is written down: whether and when to try again, too. before is how many attempts there
// were, wanted when the first was to be.
func outcome(r Reply, at, now time.Time, before int, wanted time.Time, jitter float64) domain.Attempt {
	a := domain.Attempt{At: at, Took: now.Sub(at), Status: r.Status, Why: r.Why, Answer: r.Answer, Detail: r.Detail, NoMailbox: r.Gone}
	if r.Status != domain.Pending {
		return a
	}
	pause, last := wait(before+1, r.After, jitter)
	if a.RetryAt = now.Add(pause); !r.Kept.IsZero() {
		a.PutOff, a.RetryAt = true, r.Kept
		last = r.Why == domain.WhyServiceDown && now.Sub(wanted) > longest
	}
	if last {
		a.Status, a.PutOff, a.RetryAt = domain.Failed, false, time.Time{}
	}
	return a
}

// retryAfter reads the header of that name: seconds, or a date. It is 0 for what it cannot read.
func retryAfter(header string, now time.Time) time.Duration {
	seconds, err := strconv.ParseUint(header, 10, 31)
	if err == nil || errors.Is(err, strconv.ErrRange) { // then it is the greatest that there is
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
