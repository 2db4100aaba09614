package crash

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"tender/proof"
)

// line is a line of the journal: what somebody asks for, before it is sent, or how that ended.
type line struct {
	N    int    // of the request; both of its lines have it
	What string // open, join, seal or play; empty in the line that says how it ended

	Account, Game string
	Step          int             `json:",omitempty"`
	Move          json.RawMessage `json:",omitempty"`

	End     end    `json:",omitempty"`
	Tries   int    `json:",omitempty"` // how often it was sent
	Receipt string `json:",omitempty"`
}

// end is how a request ended. One that ended in neither way may have been carried out or not.
type end string

const (
	acknowledged end = "acknowledged" // it was, and the answer came
	refused      end = "refused"      // it was not, and the answer came
)

// acknowledge notes what the answer to a request says of what was done.
func (l *line) acknowledge(what string, a proof.Answer) error {
	l.End = acknowledged
	var said struct {
		ID      string // of what was made
		Receipt *struct{ ID string }
	}
	if err := a.Read(&said); err != nil {
		return err
	}
	if what == "open" {
		l.Game = said.ID
	}
	if said.Receipt != nil {
		l.Receipt = said.Receipt.ID
	}
	return nil
}

// journal is a file to which what is acknowledged is written before anything else is done, so that the memory of it does
// not depend on whoever is killed.
type journal struct {
	tb   testing.TB
	mu   sync.Mutex
	file *os.File
	n    int
}

func newJournal(tb testing.TB) *journal {
	tb.Helper()
	f, err := os.Create(filepath.Join(tb.TempDir(), "journal"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = f.Close() })
	return &journal{tb: tb, file: f}
}

// asks writes down what is about to be sent, and numbers it.
func (j *journal) asks(l line) line {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.n++
	l.N = j.n
	j.write(l)
	return l
}

// ends writes down how that ended, on the disk if it was acknowledged.
func (j *journal) ends(l line) {
	j.mu.Lock()
	j.write(l)
	j.mu.Unlock()
	if l.End != acknowledged {
		return
	}
	if err := j.file.Sync(); err != nil {
		j.tb.Error(err)
	}
}

func (j *journal) write(l line) {
	text, err := json.Marshal(l)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	if err != nil {
		j.tb.Error(err)
	}
}

// read gives every request with its end.
func (j *journal) read() []line {
	j.tb.Helper()
	f, err := os.Open(j.file.Name())
	if err != nil {
		j.tb.Fatal(err)
	}
	defer f.Close()
	var all []line
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			j.tb.Fatal(err)
		}
		if l.What != "" {
			all = append(all, l)
			continue
		}
		asked := &all[l.N-1]
		asked.End, asked.Receipt, asked.Tries = l.End, l.Receipt, l.Tries
		if l.Game != "" {
			asked.Game = l.Game
		}
	}
	return all
}
