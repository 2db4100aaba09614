package model

// setup is a game that is to be opened, at the server's and in the model.
type setup struct {
	edition string
	seats   int
	options any
	begin   func(seed []byte) Game
}

// setup chooses a game by chance.
func (m *match) setup(kind string) setup {
	truth := func() *bool { b := m.r.IntN(2) == 0; return &b }
	number := func(of ...int) *int { return &of[m.r.IntN(len(of))] }
	if kind == "mow-money" {
		o := MowMoneyOptions{}
		if m.r.IntN(2) == 0 {
			o = MowMoneyOptions{StallRounds: number(1, 2, 3, 6, 20), ShowBidSizes: truth()}
		}
		seats := 1 + m.r.IntN(6)
		return setup{"2016", seats, o, func(seed []byte) Game { return NewMowMoney(seats, o, seed) }}
	}
	edition, seats := "2025", 2+m.r.IntN(4)
	if seats > 2 && m.r.IntN(2) == 0 {
		edition = "classic"
	}
	o := MoneyOptions{}
	if m.r.IntN(4) > 0 {
		o = MoneyOptions{StallRounds: number(0, 1, 2, 6), ShowBidSizes: truth(), ShowKnownCards: truth()}
		for _, i := range m.r.Perm(len(currencies))[:m.r.IntN(1+map[int]int{2: 1, 3: 2, 4: 1, 5: 0}[seats])] {
			o.Removed = append(o.Removed, currencies[i])
		}
		if edition == "classic" {
			o.TieBreak = []string{"lowest-serial", "serial-sum"}[m.r.IntN(2)]
		} else if m.r.IntN(2) == 0 {
			o.MetalValues = map[string]int{"gold": 10 * m.r.IntN(4), "silver": 10 * m.r.IntN(3)}
		}
	}
	return setup{edition, seats, o, func(seed []byte) Game { return NewMoney(edition, seats, o, seed) }}
}
