package domain

import "time"

// Count is how often something that is limited was done in a span of time. Replicas share it.
type Count struct {
	Key      string    // names what is counted and for whom; opaque
	Span     int64     // which span of time, counted from 1970; the one before is Span-1
	N        int       // how often; to be added, or the total
	ForgetAt time.Time // from then on nobody asks for it
}
