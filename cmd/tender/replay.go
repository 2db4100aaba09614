package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"tender/domain"
	"tender/domain/kinds"
)

type replayCommand struct {
	Files []string `arg:"" name:"file" help:"Files of tender-record/1, one game after the other; - for standard input."`
}

func (c replayCommand) Run(s *streams) error {
	games, sum := 0, domain.Replayed{}
	for _, name := range c.Files {
		n, done, err := replayFile(name, s.in)
		if err != nil {
			fmt.Fprintln(s.err, err)
			return errReported
		}
		if done.Idle > 0 {
			fmt.Fprintf(s.err, "%s: %d steps are recorded without effect; they were checked to be legal and not played\n", name, done.Idle)
		}
		games, sum.Steps = games+n, sum.Steps+done.Steps
	}
	_, err := fmt.Fprintf(s.out, "%d games, %d steps: ok\n", games, sum.Steps)
	return err
}

func replayFile(name string, in io.Reader) (games int, sum domain.Replayed, err error) {
	if name != "-" {
		f, err := os.Open(name) // #nosec G304 -- the operator names the file
		if err != nil {
			return 0, sum, err
		}
		defer f.Close()
		in = f
	}
	read := &lineCounter{in: in}
	records := json.NewDecoder(read)
	for {
		var record json.RawMessage
		err := records.Decode(&record)
		if err == io.EOF {
			return games, sum, nil
		}
		line := read.lineAt(records.InputOffset() - int64(len(record)))
		if err != nil {
			return games, sum, fmt.Errorf("%s:%d: %w", name, read.lineAt(records.InputOffset()), err)
		}
		done, err := kinds.All.Replay(record)
		if err != nil {
			return games, sum, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		games, sum.Steps, sum.Idle = games+1, sum.Steps+done.Steps, sum.Idle+done.Idle
	}
}

// lineCounter notes where lines end in what is read through it.
type lineCounter struct {
	in   io.Reader
	at   int64
	ends []int64 // offsets of line feeds, ascending
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.ends = append(l.ends, l.at+int64(i))
		}
	}
	l.at += int64(n)
	return n, err
}

// lineAt is the number of the line that an offset is in, from 1.
func (l *lineCounter) lineAt(offset int64) int {
	line, _ := slices.BinarySearch(l.ends, offset)
	return line + 1
}
