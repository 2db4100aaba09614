package domain

import (
	"fmt"
	"strings"
	"time"
)

func (o overtimeBegan) tell(names Names, zone *time.Location) string {
	late := make([]string, len(o.Late))
	for i, s := range o.Late {
		late[i] = fmt.Sprintf("%s until %s", names.Of(s.Seat), s.Until.In(zone).Format(TimeLayout))
	}
	return fmt.Sprintf("The deadline of phase %s passed; late and still waited for: %s.", o.Phase, Together(late))
}

// stood says what stands for seats that had not moved when all wanted to go on.
func (d deadlinePassed) stood(names Names) string {
	if len(d.Seats) == 0 {
		return ""
	}
	return fmt.Sprintf(" For %s stood %s; nobody has missed a turn.", names.All(d.Seats), d.Did)
}

// wish says what a vote is for, behind "the vote".
func (f VoteFor) wish() string {
	switch f {
	case VoteExtend:
		return "to extend the deadline"
	case VotePause:
		return "to pause"
	case VoteResume:
		return "to resume"
	case VoteHurry:
		return "to go on at once"
	}
	return "to " + string(f)
}

func (v voteCast) tell(names Names) string {
	length := ""
	if v.Seconds > 0 {
		length = " for " + span(time.Duration(v.Seconds)*time.Second)
	}
	return fmt.Sprintf("%s voted %s%s (%d of %d needed).", names.Of(v.Seat), v.For.wish(), length, v.Votes, v.Needed)
}

// Text says in words, as parts of a sentence parted by semicolons, what terms have that is not as it is where a host says
// nothing; it is empty where nothing is.
func (t *Terms) Text() string {
	if t == nil {
		return ""
	}
	var parts []string
	if t.Clock != "" {
		parts = append(parts, t.Schedule.text())
	}
	if !t.Early {
		parts = append(parts, "bids are revealed at the deadline, not before")
	}
	if t.Grace > 0 {
		parts = append(parts, "grace after the deadline "+seconds(t.Grace))
	}
	if b := t.Bank; b != nil {
		bank := "time bank " + seconds(b.Start)
		if b.Increment > 0 {
			bank += ", " + seconds(b.Increment) + " more for each move"
		}
		parts = append(parts, bank+", at most "+seconds(b.Cap))
	}
	return strings.Join(append(parts, t.absenceText()...), "; ")
}

func (s Schedule) text() string {
	text := "deadlines fall at " + s.Clock + " " + s.Zone
	if len(s.Days) > 0 {
		text += " on " + Together(s.Days)
	}
	if s.Min > 0 {
		text += ", at least " + seconds(s.Min) + " after an early end"
	}
	return text
}

func seconds(n int) string {
	if n == 0 {
		return "nothing"
	}
	return span(time.Duration(n) * time.Second)
}

// Text says how long each phase of a kind may take.
func (p Pace) Text(k *Kind) string {
	parts := make([]string, len(k.Phases))
	for i, phase := range k.Phases {
		parts[i] = phase.Name + " " + seconds(p[phase.Name])
	}
	return strings.Join(parts, ", ")
}

// drawTime says what there is to say of a game's time beside its deadline.
func (v View) drawTime(b *strings.Builder, zone *time.Location) {
	if v.Paused != nil {
		wrap(b, "paused until "+v.Paused.In(zone).Format(TimeLayout))
	}
	if v.Overtime != nil {
		late := make([]string, len(v.Overtime.Late))
		for i, s := range v.Overtime.Late {
			late[i] = v.people([]int{s.Seat}) + " until " + s.Until.In(zone).Format(TimeLayout)
		}
		wrap(b, "the deadline has passed; late: "+strings.Join(late, ", "))
	}
	for _, vote := range v.Votes {
		wrap(b, fmt.Sprintf("votes %s: %s (%d of %d)", vote.For.wish(), v.people(vote.Seats), len(vote.Seats), vote.Needed))
	}
	if text := v.Terms.Text(); text != "" && (v.Status == Opened || v.Status == Active) {
		wrap(b, "terms: "+text)
	}
}
