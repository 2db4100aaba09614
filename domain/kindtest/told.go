package kindtest

import "tender/domain"

// Told is what a seat was told of a game from its beginning: its log, decided once more. Seat 0 is a spectator.
func (g *Game) Told(seat int) (events []domain.EventView) {
	g.TB.Helper()
	in, err := g.Log[0].Read()
	if err != nil {
		g.TB.Fatal(err)
	}
	table, out, err := g.Kinds.Open(in.(domain.Open), g.Log[0].By, g.Log[0].At)
	for i := 1; err == nil; i++ {
		for _, e := range out.Events {
			events = append(events, e.For(seat))
		}
		if i == len(g.Log) {
			return events
		}
		if in, err = g.Log[i].Read(); err == nil {
			out, err = table.Decide(in, g.Log[i].By, g.Log[i].At)
		}
	}
	g.TB.Fatal(err)
	return nil
}
