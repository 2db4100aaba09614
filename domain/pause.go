package domain

import "time"

// The bounds of a pause, in seconds: at least, at once, and of all pauses of a game together.
const (
	MinPause  = 60
	MaxPause  = 14 * 24 * 60 * 60
	MaxPaused = 30 * 24 * 60 * 60
)

// leastPaused is what a pause counts for at least of MaxPaused, in seconds. Everybody gets a notice of each, and of its end:
// without it a host could pause and resume thousands of times. So there are at most 20.
const leastPaused = 36 * 60 * 60

// PauseGame lets the clock of a game stand for a while: its deadline moves out by so much, and nobody can move. The host may;
// of the others, more than half of the persons seated. Where the clock stands already it does nothing.
type PauseGame struct {
	For int `json:"for"` // seconds, MinPause to MaxPause or what is left of MaxPaused
}

// ResumeGame lets a game that stands go on before its time. Who may is as with PauseGame. Where it goes on it does nothing.
type ResumeGame struct{}

// Pause is a time in which the clock of a game stands.
type Pause struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"` // when the game goes on by itself
}

func (PauseGame) inputType() string  { return "pause" }
func (ResumeGame) inputType() string { return "resume" }

func (in PauseGame) decide(d *decision, by Actor) error {
	if err := d.mayVote(by); err != nil {
		return err
	}
	left := MaxPaused - d.stoodStill()
	switch {
	case d.paused():
		d.out.Nothing = true
		return nil
	case !d.at.Before(d.Deadline):
		return passed(d.Deadline)
	case left < MinPause:
		return Refuse(CannotPause, "This game has stood still for 30 days in all, of which each pause counts for 36 hours at least, and more is not possible.")
	case in.For < MinPause || in.For > min(MaxPause, left):
		return Refuse(PauseOutOfRange, "A game can be paused for %d to %d seconds: 14 days at most at once, and 30 days in all.", MinPause, min(MaxPause, left)).At("/for")
	}
	return d.vote(VotePause, in.For, by, d.stand)
}

func (ResumeGame) decide(d *decision, by Actor) error {
	if err := d.mayVote(by); err != nil {
		return err
	}
	if !d.paused() {
		d.out.Nothing = true
		return nil
	}
	return d.vote(VoteResume, 0, by, func(_ int, why string) { d.resume(why) })
}

// paused says whether the clock stands now.
func (d *decision) paused() bool { return d.Course.Pause != nil && d.at.Before(d.Course.Pause.Until) }

// stoodStill is how many seconds count as paused so far.
func (d *decision) stoodStill() int {
	p := d.Course.Pause
	if p == nil {
		return d.Course.Paused
	}
	length := p.Until.Sub(p.Since)
	if d.paused() {
		length = d.at.Sub(p.Since)
	}
	return d.Course.Paused + max(leastPaused, int((length+time.Second-1)/time.Second))
}

// standing refuses what cannot be done while the clock stands.
func (d *decision) standing() error {
	if !d.paused() {
		return nil
	}
	return Refuse(StandsStill, "The game is paused until %s; nobody can move before that, unless it is resumed.",
		d.Course.Pause.Until.Format(time.RFC3339))
}

// stand lets the clock stand for so many seconds from now on.
func (d *decision) stand(seconds int, why string) {
	d.goOn()
	length := time.Duration(seconds) * time.Second
	d.Course.Pause = &Pause{Since: d.at, Until: d.at.Add(length)}
	d.shift(length)
	d.Course.Votes = nil
	d.tell("game_paused", gamePaused{Until: d.Course.Pause.Until, Deadline: d.Deadline, Why: why}, nil)
	d.notifyOfDeadline(GamePaused)
}

// resume lets the clock go on, with the time that was left when it stopped, or more where that would end in a vacation.
func (d *decision) resume(why string) {
	if early := d.Course.Pause.Until.Sub(d.at); early > 0 {
		d.shift(-early)
	}
	d.Course.Paused = d.stoodStill()
	d.Course.Pause, d.Course.Votes = nil, nil
	if to, away := d.awayUntil(d.Deadline, d.unmoved()); to.After(d.Deadline) && d.at.Before(d.Deadline) {
		d.Deadline, d.reminded = to, 0
		why += ", and " + away
	}
	d.tell("game_resumed", gameResumed{Deadline: d.Deadline, Why: why}, nil)
	d.notifyOfDeadline(GameResumed)
}

// goOn resumes a game whose pause is over though the clock has not said so yet.
func (d *decision) goOn() {
	if d.Course.Pause != nil {
		d.resume("the pause was over")
	}
}

// shift moves the present wait as a whole: its deadline, when it began, and the reminders.
func (d *decision) shift(by time.Duration) {
	d.Deadline, d.reminded = d.Deadline.Add(by), 0
	if !d.Course.Began.IsZero() {
		d.Course.Began, d.Course.From = d.Course.Began.Add(by), d.Course.From.Add(by)
	}
}

// notifyOfDeadline tells every person of something that is void when the deadline is another.
func (d *decision) notifyOfDeadline(what NoticeType) {
	for i, s := range d.Seats {
		if s.Account != "" {
			d.out.Notices = append(d.out.Notices, Notice{Type: what, Seat: i + 1, Step: d.Step, Event: d.Told, Deadline: d.Deadline})
		}
	}
}
