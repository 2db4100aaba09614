package year

import (
	"fmt"
	"strings"
	"time"

	"tender/domain"
)

// onTime wants every deadline that is told, in a game whose deadlines fall at a time of day, to fall there: as clocks show it in
// the zone by the data of this machine, computed in no way that the server has.
func (r *review) onTime(now state) {
	if now.id != r.was.id {
		r.free = false
	}
	for _, e := range r.told {
		r.free = r.free || e.Type == "game_paused" // it goes on with exactly the time that was left
	}
	terms := r.t.Terms
	if terms == nil || terms.Clock == "" || now.deadline.IsZero() || now.deadline.Equal(r.was.deadline) {
		return
	}
	r.figures.placed++
	if wrong := misplaced(now.deadline, terms.Schedule); wrong != "" && !r.free {
		r.fault("the deadline %s is not at %s in %s: %s", now.deadline, terms.Clock, terms.Zone, wrong)
	}
}

// misplaced says what is wrong with a deadline; it is empty when nothing is.
func misplaced(deadline time.Time, s domain.Schedule) string {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return err.Error()
	}
	local := deadline.In(zone)
	if day := strings.ToLower(local.Format("Mon")); len(s.Days) > 0 && !strings.Contains(strings.Join(s.Days, " "), day) {
		return "it is on a " + day
	}
	shown := local.Format("15:04:05.000")
	if shown != s.Clock+":00.000" {
		before := deadline.Add(-time.Minute).In(zone).Format("15:04")
		if s.Clock > before && s.Clock < shown && local.Sub(deadline.Add(-time.Minute)) == time.Minute && skips(deadline, zone) {
			return "" // clocks went over it
		}
		return "clocks show " + shown
	}
	if again := deadline.Add(time.Hour).In(zone); again.Format("15:04:05.000") == shown {
		return fmt.Sprintf("it comes again at %s", again)
	}
	return ""
}

// skips says whether clocks are put forward at an instant.
func skips(at time.Time, zone *time.Location) bool {
	_, before := at.Add(-time.Second).In(zone).Zone()
	_, after := at.In(zone).Zone()
	return after > before
}

// crossed counts a game with a local time that ran while clocks changed there.
func (r *review) crossed() {
	if r.t.Terms == nil || r.t.Terms.Clock == "" {
		return
	}
	for _, change := range clockChanges {
		if change.zone == r.t.Terms.Zone && r.t.StartedAt.Before(change.at) && r.t.EndedAt.After(change.at) {
			r.figures.crossed[change.zone+" "+change.at.Format(time.DateOnly)]++
		}
	}
}
