package api_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"tender/domain"
	"tender/domain/kinds"
)

// dice is a source of bytes for tests: the same in every run.
type dice struct{ *rand.Rand }

func newDice() dice { return dice{rand.New(rand.NewPCG(1, 2))} }

func (d dice) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(d.Uint32())
	}
	return len(b), nil
}

const serverSeed = "90aa21c37f0be4d1586a9c02e7b3f4615d8e0a97b2c4136fa5e8d70b9c31f264"

func (m *memory) OpenGame(_ context.Context, in domain.Open, by domain.Actor) (string, domain.Outcome, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	in.ID, in.ServerSeed = m.id("game"), serverSeed
	if in.Series != nil {
		in.Series = &domain.Series{ID: m.id("series"), Number: 1, Of: in.Series.Of}
	}
	table, out, err := kinds.All.Open(in, by, m.now())
	if err != nil {
		return "", out, err
	}
	g := &game{table: table}
	m.games[in.ID] = g
	m.keep(g, in, by, out)
	return in.ID, out, nil
}

func (m *memory) Decide(ctx context.Context, id string, in domain.Input, by domain.Actor) (domain.Outcome, error) {
	defer m.alone(ctx)()
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err != nil {
		return domain.Outcome{}, err
	}
	if by != domain.Clock {
		if _, joins := in.(domain.Join); !joins {
			err = m.admit(g, by.Account)
		}
	}
	if err != nil {
		return domain.Outcome{}, err
	}
	if seal, ok := in.(domain.Seal); ok {
		if in, err = seal.Blind(newDice()); err != nil {
			return domain.Outcome{}, err
		}
	}
	who := m.reliable(by.Account)
	switch input := in.(type) {
	case domain.Join:
		input.Who = &domain.Person{Vacations: m.vacations[by.Account], Reliability: &who}
		in = input
	case domain.Return:
		input.Who = &domain.Person{Vacations: m.vacations[by.Account], Reliability: &who}
		in = input
	case domain.VoidRound:
		if _, input.Position, err = kinds.All.RoundStart(g.log); err != nil {
			return domain.Outcome{}, err
		}
		in = input
	}
	out, err := g.table.Decide(in, by, m.now())
	for _, turn := range out.Turns {
		m.taken[turn.Account] = append(m.taken[turn.Account], turn)
	}
	if err == nil {
		m.decided.Add(1) // before anybody is woken, who would look whether it has
		m.keep(g, in, by, out)
		m.answered(out)
	}
	return out, err
}

func (m *memory) Move(ctx context.Context, id string, in domain.Input, by domain.Actor) (domain.Outcome, domain.View, error) {
	out, err := m.Decide(ctx, id, in, by)
	if err != nil {
		return out, domain.View{}, err
	}
	view, err := m.View(ctx, id, by.Account)
	return out, view, err
}

func (m *memory) View(_ context.Context, id, account string) (domain.View, error) {
	if m.viewing != nil {
		m.viewing(account)
	}
	view, err := m.see(id, account)
	if m.viewed != nil {
		m.viewed(account)
	}
	return view, err
}

func (m *memory) see(id, account string) (domain.View, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, account)
	}
	if err != nil {
		return domain.View{}, err
	}
	v := g.table.View(account, m.names())
	if next, ok := m.games[m.rematches[id]]; ok && m.admit(next, account) == nil {
		v.Rematch = next.table.ID
	}
	return v, nil
}

func (m *memory) Events(_ context.Context, id, account string, after, limit int) ([]domain.EventView, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, account)
	}
	if err != nil {
		return nil, err
	}
	var events []domain.EventView
	for _, e := range g.told {
		if e.Number > after && len(events) < limit {
			events = append(events, e.For(g.table.SeatOf(account)))
		}
	}
	return events, nil
}

// Explain knows of no notices.
func (m *memory) Explain(_ context.Context, id, account string, moderates bool) (domain.Explanation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, account)
	}
	if err != nil {
		return domain.Explanation{}, err
	}
	return g.table.Explain(domain.Known{Account: account, Insider: moderates, Names: m.names(), Zone: time.UTC}), nil
}

// Games pages by position; f.Sort is Newest or Oldest.
func (m *memory) Games(_ context.Context, f domain.GameFilter) (page []domain.GameSummary, next string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault != nil {
		return nil, "", m.fault
	}
	from := 0
	if f.After != "" {
		raw, _ := base64.RawURLEncoding.DecodeString(f.After)
		if from, err = strconv.Atoi(string(raw)); err != nil {
			return nil, "", domain.Refuse(domain.InvalidCursor, "There is no such page.").At("/after")
		}
	}
	var all []*domain.Table
	for _, g := range m.games {
		t := g.table
		if (f.Kind == "" || t.Kind.Name == f.Kind) && (f.Status == "" || t.Status == f.Status) && (f.Player == "" && t.Seen() == domain.Public || t.SeatOf(f.Player) > 0) &&
			(f.Edition == "" || t.Edition == f.Edition) && t.Free() >= f.Free && (!f.Vacant || t.Vacant() > 0) && (f.JoinableBy == "" || t.Free() > 0 && t.SeatOf(f.JoinableBy) == 0) {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *domain.Table) int { // game10 is newer than game9
		return cmp.Or(cmp.Compare(len(b.ID), len(a.ID)), strings.Compare(b.ID, a.ID))
	})
	if f.Sort == domain.Oldest {
		slices.Reverse(all)
	}
	for i := from; i < len(all) && i < from+f.Limit; i++ {
		v := all[i].View("", m.names())
		s := domain.GameSummary{ID: v.ID, Kind: v.Kind, Edition: v.Edition, Title: v.Title, Status: v.Status, Size: v.Size,
			Visibility: v.Visibility, Free: all[i].Free(), Vacant: all[i].Vacant(), Host: v.Host, Bots: []int{}, Players: []string{}, Pace: v.Pace, Terms: v.Terms, Round: v.Round, Phase: v.Phase, Deadline: v.Deadline, OpenedAt: v.OpenedAt,
			StartedAt: v.StartedAt, EndedAt: v.EndedAt}
		for _, seat := range v.Seats {
			s.Players = append(s.Players, seat.Player)
			if seat.Bot {
				s.Bots = append(s.Bots, seat.Seat)
			}
		}
		page = append(page, s)
	}
	if from+f.Limit < len(all) {
		next = base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(from + f.Limit)))
	}
	return page, next, nil
}

func (m *memory) Turns(_ context.Context, account string) (turns []domain.Turn, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.games {
		v := g.table.View(account, m.names())
		if v.You == nil || v.Deadline == nil || !slices.Contains(v.WaitingFor, v.You.Seat) {
			continue
		}
		turns = append(turns, domain.Turn{Game: v.ID, Kind: v.Kind, Title: v.Title, Seat: v.You.Seat, Round: v.Round, Phase: v.Phase,
			Step: v.Step, Sealed: g.table.Kind.Phase(v.Phase).Sealed, Stored: v.You.Sealed != nil, Deadline: *v.Deadline})
	}
	return turns, nil
}

func (m *memory) Series(_ context.Context, id, _ string) (v domain.SeriesView, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var games []*domain.Table
	for _, g := range m.games {
		if g.table.Series != nil && g.table.Series.ID == id {
			games = append(games, g.table)
		}
	}
	if len(games) == 0 {
		return v, domain.Refuse(domain.NotFound, "There is no such series; look at the id again.")
	}
	return domain.Standings(games, m.names()), nil
}
