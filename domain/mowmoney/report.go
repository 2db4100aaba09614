package mowmoney

// dummy stands for the solo game's rival where a seat would stand.
const (
	dummy     = -1
	dummyName = "dummy"
)

// Report is what the last resolve did, in its order: odd jobs from the starting seat upwards, contracts by neighborhood.
type Report []Line

// Line is one odd job, or what became of one contract.
type Line struct {
	Job      string `json:"job,omitempty"`       // set: the line is about an odd job
	Seat     int    `json:"seat,omitempty"`      // who did it
	Contract int    `json:"contract,omitempty"`  // set: the line is about a contract
	At       string `json:"at,omitempty"`        // its neighborhood's token
	Winner   int    `json:"winner,omitempty"`    // seat, dummy, or 0 for nobody
	Bid      int    `json:"bid,omitempty"`       // after the stake was taken off
	Paid     int    `json:"paid,omitempty"`      // dollars
	DummyBid int    `json:"dummy_bid,omitempty"` // what the dummy bid against the seat
	DummyDry bool   `json:"dummy_dry,omitempty"` // its deck ran dry
}

// oddJobLine is how a record writes an odd job.
type oddJobLine struct {
	OddJob string `json:"odd_job"`
	Seat   int    `json:"seat"`
	Paid   int    `json:"paid"`
}

// contractLine is how a record writes what became of a contract.
type contractLine struct {
	Contract int    `json:"contract"`
	At       string `json:"at"`
	DummyBid *int   `json:"dummy_bid,omitempty"`
	Winner   any    `json:"winner"` // a seat, "dummy" or null
	Bid      *int   `json:"bid,omitempty"`
	Paid     *int   `json:"paid,omitempty"`
}

// lines gives the report in the form of tender-record/1.
func (r Report) lines() []any {
	lines := make([]any, len(r))
	for i, l := range r {
		if l.Job != "" {
			lines[i] = oddJobLine{l.Job, l.Seat, l.Paid}
			continue
		}
		line := contractLine{Contract: l.Contract, At: l.At}
		contested := l.DummyBid != 0 || l.DummyDry
		if l.DummyBid != 0 {
			line.DummyBid = &l.DummyBid
		}
		switch {
		case l.Winner == dummy:
			line.Winner = dummyName
		case l.Winner > 0:
			line.Winner = l.Winner
			if !contested {
				line.Bid, line.Paid = &l.Bid, &l.Paid
			}
		}
		lines[i] = line
	}
	return lines
}
