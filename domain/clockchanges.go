package domain

import (
	"encoding/binary"
	"time"
)

// ClockChange says how far clocks in a zone are ahead of UTC from a time on: seconds since 1970, and seconds ahead.
type ClockChange [2]int64

// changesFor is how many years ahead changes of clocks are noted. After them clocks stay as they are.
const changesFor = 10

// ClockChanges notes how clocks in a zone change in the years after a time; the first of them says how they stand then. They
// go into a game's log, so that its deadlines follow from nothing else: countries change their minds, and machines learn of
// that at different times.
func ClockChanges(zone *time.Location, from time.Time) []ClockChange {
	_, ahead := from.In(zone).Zone()
	changes := []ClockChange{{from.Unix(), int64(ahead)}}
	for at, end := from, from.AddDate(changesFor, 0, 0); ; {
		_, next := at.In(zone).ZoneBounds()
		if !next.IsZero() && !next.After(at) {
			next = at.Add(24 * time.Hour) // package time ends a year of 366 days a day too soon, and on its last day gives what has been
		}
		if next.IsZero() || next.After(end) {
			return changes
		}
		_, then := next.In(zone).Zone()
		if then != ahead {
			changes, ahead = append(changes, ClockChange{next.Unix(), int64(then)}), then
		}
		at = next
	}
}

// zoneOf is a zone whose clocks change so. It writes the changes as a file of a zone database (RFC 8536, version 2), which
// is what package time reads.
func zoneOf(changes []ClockChange) (*time.Location, error) {
	block := func(raw []byte, n int) []byte { // the header: times, and sorts of local time with one name for all
		raw = append(raw, "TZif2"...)
		raw = append(raw, make([]byte, 15+3*4)...)
		raw = binary.BigEndian.AppendUint32(raw, uint32(max(n-1, 0))) // #nosec G115 -- a zone has a few changes
		raw = binary.BigEndian.AppendUint32(raw, uint32(n))           // #nosec G115 -- as above
		return binary.BigEndian.AppendUint32(raw, uint32(min(n, 1)))  // #nosec G115 -- as above
	}
	raw := block(block(nil, 0), len(changes))
	for _, c := range changes[1:] {
		raw = binary.BigEndian.AppendUint64(raw, uint64(c[0])) // #nosec G115 -- the format has negative numbers as two's complement
	}
	for i := range changes[1:] {
		raw = append(raw, byte(i+1))
	}
	for _, c := range changes {
		raw = binary.BigEndian.AppendUint32(raw, uint32(int32(c[1]))) // #nosec G115 -- as above, and an offset is less than a day
		raw = append(raw, 0, 0)
	}
	raw = append(raw, "\x00\n\n"...)
	return time.LoadLocationFromTZData("zone", raw)
}
