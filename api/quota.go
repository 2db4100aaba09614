package api

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"sync"
	"time"

	"tender/domain"
)

// maxCounted is for how many addresses or accounts a quota counts in memory, some 20 MB. Beyond it, whoever did nothing
// for the longest time is forgotten; what was shared is found again in the store.
const maxCounted = 100_000

// sharePatience is how long a request waits for its count to be shared. After that the count of this process is enough.
const sharePatience = time.Second

// quota allows something so many times in any stretch of time as long as its span. The time since the last full span
// counts whole, of the span before only the part that still lies within the stretch, as if that had been used evenly:
// two numbers for each subject, and the quota comes back little by little, not all at once.
//
// Counts are kept in memory and added to the shared ones in steps, so that a flood of requests is no flood of writes.
// What is refused writes nothing.
type quota struct {
	name  string // as clients see it, in RateLimit-Policy
	limit int    // 0 for none
	span  time.Duration
	step  int // how much this process may count for one subject before it shares it; 1 shares every time

	counts Counts
	now    func() time.Time
	failed func(error) // told of counts that could not be shared

	mu       sync.Mutex
	subjects map[string]*list.Element // of *usage
	newest   *list.List               // used last in front
}

// usage is how much of a quota one subject has used.
type usage struct {
	key         string
	span        int64 // counted from 1970
	n, before   int   // in this span and the one before, of all replicas as far as is known
	mine, known int   // of n, what is not shared yet; and the shared total that was last heard of
}

// state is how a quota stands for one subject after a request.
type state struct {
	*quota
	ok    bool
	left  int
	reset time.Duration // until the present span is over
	retry time.Duration // when !ok, until one more is allowed
}

// take uses one of a subject's quota if there is one left.
func (q *quota) take(ctx context.Context, subject string) state { return q.use(ctx, subject, 1) }

// giveBack undoes a take of what came to nothing.
func (q *quota) giveBack(ctx context.Context, subject string) { q.use(ctx, subject, -1) }

// peek looks without using anything.
func (q *quota) peek(ctx context.Context, subject string) state { return q.use(ctx, subject, 0) }

func (q *quota) use(ctx context.Context, subject string, n int) state {
	if q.limit == 0 {
		return state{quota: q, ok: true}
	}
	key := q.key(subject)
	q.mu.Lock()
	u := q.of(key)
	s := q.stand(u, max(n, 1))
	if n == 0 || !s.ok && n > 0 {
		q.mu.Unlock()
		return s
	}
	if u.n+n < 0 {
		q.mu.Unlock() // it was taken in a span that is over
		return s
	}
	u.n += n
	u.mine += n
	s.left = max(s.left-n, 0)
	share := u.mine
	if share > 0 && share < q.step {
		q.mu.Unlock()
		return s
	}
	u.mine = 0
	span := u.span
	q.mu.Unlock()
	return q.share(ctx, u, span, share, s)
}

// share adds to the shared count and takes over what others have added to it.
func (q *quota) share(ctx context.Context, u *usage, span int64, n int, s state) state {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharePatience)
	defer cancel()
	total, before, err := q.counts.AddCount(ctx, domain.Count{Key: u.key, Span: span, N: n, ForgetAt: q.now().Add(2 * q.span)})
	q.mu.Lock()
	defer q.mu.Unlock()
	if err != nil {
		q.failed(err) // this process goes on by what it knows
		return s
	}
	if u.span != span {
		return s
	}
	if others := total - u.known - n; others > 0 {
		u.n += others
	}
	u.known, u.before = total, max(u.before, before)
	if now := q.stand(u, 0); n > 0 && !now.ok {
		return now
	} else if now.left < s.left {
		s.left = now.left
	}
	return s
}

// key names the subject without telling an address or an account to whoever reads the table.
func (q *quota) key(subject string) string {
	sum := sha256.Sum256([]byte(q.name + "\x00" + subject))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// of finds or makes a subject's usage in the present span.
func (q *quota) of(key string) *usage {
	span := q.now().UnixNano() / int64(q.span)
	e, ok := q.subjects[key]
	if !ok {
		e = q.newest.PushFront(&usage{key: key, span: span})
		q.subjects[key] = e
		if len(q.subjects) > maxCounted {
			delete(q.subjects, q.newest.Remove(q.newest.Back()).(*usage).key)
		}
	}
	q.newest.MoveToFront(e)
	u := e.Value.(*usage)
	if u.span != span {
		before := 0
		if u.span == span-1 {
			before = u.n
		}
		*u = usage{key: key, span: span, before: before}
	}
	return u
}

// stand says whether n more are allowed, and how many are left before them.
func (q *quota) stand(u *usage, n int) state {
	into := float64(q.now().UnixNano()%int64(q.span)) / float64(q.span)
	used := int(math.Ceil(float64(u.before)*(1-into))) + u.n
	s := state{quota: q, ok: used+n <= q.limit, left: max(q.limit-used, 0), reset: time.Duration((1 - into) * float64(q.span))}
	if !s.ok {
		s.retry = q.wait(u, into)
	}
	return s
}

// wait is how long it takes until one more is allowed, when nothing is used meanwhile.
func (q *quota) wait(u *usage, into float64) time.Duration {
	room := float64(q.limit - 1)
	var spans float64
	if n := float64(u.n); n <= room { // soon enough the span before no longer counts
		spans = 1 - (room-n)/float64(u.before) - into
	} else { // not in this span; in the next one, this is the one before
		spans = 1 - into + 1 - room/n
	}
	return time.Duration(spans * float64(q.span))
}
