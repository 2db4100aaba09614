package domain

import "time"

// GameFilter chooses games for a list. Zero fields choose everything.
type GameFilter struct {
	Kind   string
	Status Status
	Player string // an account: only games in which it has a seat, all of them; otherwise only public ones are listed

	Vacant     bool // only running games with a seat for a substitute
	Edition    string
	Free       int    // only open games with at least so many seats that are neither taken nor kept
	Slowest    int    // only games in which no phase takes longer, in seconds
	Fastest    int    // only games in which no phase is shorter, in seconds
	HasBots    *bool  // only games with a bot, or only those without
	JoinableBy string // an account: only games that it can join now
	Sort       GameSort
	After      string // a cursor from the page before
	Limit      int    // 1 to 100
}

// GameSort is the order of a list of games. The zero value is Newest.
type GameSort string

const (
	Newest       GameSort = "newest"
	Oldest       GameSort = "oldest"
	NextDeadline GameSort = "deadline" // soonest first; games without a deadline come last
)

// GameSummary is what everybody may know of a game without looking into it. It says nothing that sealing a move changes.
type GameSummary struct {
	ID         string     `json:"id"`
	Kind       string     `json:"kind"`
	Edition    string     `json:"edition"`
	Title      string     `json:"title"`
	Status     Status     `json:"status"`
	Visibility Visibility `json:"visibility"`
	Size       int        `json:"size"`    // seats that the game is for
	Free       int        `json:"free"`    // of an open game: seats that are neither taken nor kept
	Vacant     int        `json:"vacant"`  // seats of a running game that are open to substitutes
	Host       int        `json:"host"`    // the host's seat, 0 when everybody has left
	Players    []string   `json:"players"` // names by seat; BotName for a bot
	Bots       []int      `json:"bots"`    // the seats of bots
	Terms      *Terms     `json:"terms"`   // null for a game that was opened before there were any
	Pace       Pace       `json:"pace"`
	Round      int        `json:"round"`
	Phase      string     `json:"phase"`
	Deadline   *time.Time `json:"deadline"`
	OpenedAt   time.Time  `json:"opened_at"`
	StartedAt  *time.Time `json:"started_at"`
	EndedAt    *time.Time `json:"ended_at"`
}

// Turn is a game that waits for somebody.
type Turn struct {
	Game     string    `json:"game"`
	Kind     string    `json:"kind"`
	Revision int       `json:"-"` // of its rules
	Title    string    `json:"title"`
	Seat     int       `json:"seat"`
	Round    int       `json:"round"`
	Phase    string    `json:"phase"`
	Step     int       `json:"step"`
	Sealed   bool      `json:"sealed"` // whether the phase takes sealed moves
	Stored   bool      `json:"stored"` // a move is stored, but not ready
	Deadline time.Time `json:"deadline"`
	Series   *Series   `json:"series,omitempty"`
}

// TurnCounts counts the games that wait for somebody.
type TurnCounts struct {
	All    int            `json:"all"`
	Day    int            `json:"day"`    // whose deadline is within a day
	Stored int            `json:"stored"` // in which a move is stored, but not ready
	Kinds  map[string]int `json:"kinds"`
}

// CountTurns counts turns at a time.
func CountTurns(turns []Turn, now time.Time) TurnCounts {
	c := TurnCounts{All: len(turns), Kinds: map[string]int{}}
	for _, t := range turns {
		c.Kinds[t.Kind]++
		if t.Stored {
			c.Stored++
		}
		if t.Deadline.Before(now.Add(24 * time.Hour)) {
			c.Day++
		}
	}
	return c
}
