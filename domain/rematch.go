package domain

import "slices"

// Rematch is a game like this one, for an account that has or had a seat in it. It takes that seat's place as the host; bots
// sit where bots did in the end, and others are who held the rest of the seats then, in their order. A seat that nobody
// held is free. The caller gives it its id and its server's seed, and invites the others.
func (t *Table) Rematch(account string) (in Open, others []string, err error) {
	own := t.EverHeld(account)
	switch {
	case own == 0:
		return in, nil, Refuse(NotSeated, "You had no seat in this game; only its players can have a rematch.")
	case t.Status == Opened || t.Status == Active:
		return in, nil, Refuse(NoRematch, "This game is still %s; there can be a rematch when it is over.", t.Status)
	case !t.Ended():
		return in, nil, Refuse(NoRematch, "This game was called off before it began; open another.")
	}
	in = Open{Kind: t.Kind.Name, Edition: t.Edition, Options: t.Options, Title: t.Title, Seats: len(t.Seats), Pace: t.Pace, Terms: t.Terms,
		Visibility: t.Visibility}
	for i, s := range t.Seats {
		switch {
		case i+1 == own:
		case s.Bot:
			in.Bots++
		case s.Account != "":
			others = append(others, s.Account)
		}
	}
	return in, others, nil
}

// Ended says whether the game began and goes on no more.
func (t *Table) Ended() bool {
	return t.Status == Over || t.Status == Abandoned && !t.StartedAt.IsZero()
}

// EverHeld is the seat that an account has, or had while the game was running; 0 when there is none.
func (t *Table) EverHeld(account string) int {
	if seat := t.SeatOf(account); seat > 0 || account == "" {
		return seat
	}
	return 1 + slices.IndexFunc(t.Seats, func(s Seat) bool { return slices.Contains(s.Absence.Former, account) })
}
