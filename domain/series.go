package domain

import (
	"cmp"
	"slices"
)

// MaxSeries is the greatest number of games in a series, MinSeries the least.
const (
	MinSeries = 2
	MaxSeries = 20
)

// Series says which game of a series a game is. All are played by the same people with the same options; when one is over
// the next begins, and everybody moves up by a seat, the first to the last. One that is called off ends its series.
type Series struct {
	ID     string `json:"id"`
	Number int    `json:"number"` // of the game, from 1
	Of     int    `json:"of"`     // games, MinSeries to MaxSeries
}

// Seating is somebody who sits down when a game is opened.
type Seating struct {
	Account string `json:"account,omitempty"` // empty for a bot
	Nonce   string `json:"nonce,omitempty"`   // as in Join

	Who *Person `json:"who,omitempty"`
}

func checkSeries(s *Series) error {
	if s != nil && (s.Of < MinSeries || s.Of > MaxSeries || s.Number < 1 || s.Number > s.Of) {
		return Refuse(InvalidOption, "A series has %d to %d games.", MinSeries, MaxSeries).At("/series/games")
	}
	return nil
}

// Following is the next game of the series of one that has just ended, with the seats as they are then; ok is false when
// there is none. Who lost a seat by missing turns begins anew in it if nobody else has taken the seat; who left does not.
// The caller gives it its id and its server's seed.
func (t *Table) Following() (in Open, host Actor, ok bool) {
	if t.Status != Over || t.Host == "" || t.Series == nil || t.Series.Number >= t.Series.Of {
		return Open{}, Actor{}, false
	}
	n := len(t.Seats)
	players := make([]Seating, n)
	for i, s := range t.Seats {
		account := s.Account
		if account == "" && !s.Absence.Gone {
			account = s.former()
		}
		players[(i+n-1)%n] = Seating{Account: account, Nonce: s.Nonce}
	}
	next := Series{ID: t.Series.ID, Number: t.Series.Number + 1, Of: t.Series.Of}
	return Open{Kind: t.Kind.Name, Edition: t.Edition, Options: t.Options, Title: t.Title, Seats: n, Pace: t.Pace, Terms: t.Terms, Visibility: t.Visibility,
		Series: &next, Players: players}, Actor{Account: t.Host}, true
}

// SeriesView is what everybody who may see its games may know of a series.
type SeriesView struct {
	ID        string       `json:"id"`
	Of        int          `json:"of"`   // games
	Over      bool         `json:"over"` // no more will be played
	Games     []SeriesGame `json:"games"`
	Standings []Standing   `json:"standings"` // the best first
}

// SeriesGame is a game of a series.
type SeriesGame struct {
	Game   string `json:"game"`
	Number int    `json:"number"`
	Status Status `json:"status"`
	Totals []int  `json:"totals"` // by place in the first game; null unless the game is over
}

// Standing is how far somebody has come in a series.
type Standing struct {
	Place  int    `json:"place"` // the seat in the first game, which tells players apart for good
	Player string `json:"player"`
	Total  int    `json:"total"` // of the totals of all games that are over
	Wins   int    `json:"wins"`  // games won, alone or with others
	Played int    `json:"played"`
}

// placeOf is the seat that somebody had in the first game of a series, by their seat in a later one.
func placeOf(seat, number, seats int) int { return (seat-1+number-1)%seats + 1 }

// Standings adds the games of a series up, given in their order; names are those of the players by account. Ties are
// broken by games won, then by place.
func Standings(games []*Table, names map[string]string) SeriesView {
	first := games[0]
	v := SeriesView{ID: first.Series.ID, Of: first.Series.Of, Games: []SeriesGame{}, Standings: []Standing{}}
	last := games[len(games)-1]
	v.Over = last.Status == Abandoned || last.Status == Over && (last.Host == "" || last.Series.Number == last.Series.Of)
	n := len(last.Seats)
	for place := range n {
		v.Standings = append(v.Standings, Standing{Place: place + 1})
	}
	for _, t := range games {
		g := SeriesGame{Game: t.ID, Number: t.Series.Number, Status: t.Status}
		if t.Status == Over {
			result := t.position.Scores()
			g.Totals = make([]int, n)
			for i, total := range result.Totals {
				place := placeOf(i+1, t.Series.Number, n)
				g.Totals[place-1] = total
				v.Standings[place-1].add(total, won(result, i+1))
			}
		}
		v.Games = append(v.Games, g)
	}
	for i := range last.Seats {
		v.Standings[placeOf(i+1, last.Series.Number, n)-1].Player = last.playerName(i+1, names)
	}
	slices.SortStableFunc(v.Standings, func(a, b Standing) int { return cmp.Or(b.Total-a.Total, b.Wins-a.Wins) })
	return v
}

func (s *Standing) add(total int, won bool) {
	s.Total, s.Played = s.Total+total, s.Played+1
	if won {
		s.Wins++
	}
}

// won says whether a result names a seat among its winners, which may be numbers of seats or words.
func won(r Result, seat int) bool {
	for _, w := range r.Winners {
		if string(encode(w)) == itoa(seat) {
			return true
		}
	}
	return false
}
