package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"tender/domain/kinds"
)

// maxRecord is the longest line that replay reads, in bytes; recorded games with every state have some 300 kB.
const maxRecord = 64 << 20

type replayCommand struct {
	Files []string `arg:"" name:"file" help:"Files of tender-record/1, one game a line; - for standard input."`
}

func (c replayCommand) Run(s *streams) error {
	games, steps := 0, 0
	for _, name := range c.Files {
		g, n, err := replayFile(name, s.in)
		if err != nil {
			fmt.Fprintln(s.err, err)
			return errReported
		}
		games, steps = games+g, steps+n
	}
	_, err := fmt.Fprintf(s.out, "%d games, %d steps: ok\n", games, steps)
	return err
}

func replayFile(name string, in io.Reader) (games, steps int, err error) {
	if name != "-" {
		f, err := os.Open(name) //nolint:gosec // the operator names the file
		if err != nil {
			return 0, 0, err
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecord)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		n, err := kinds.All.Replay(line)
		if err != nil {
			return games, steps, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		games, steps = games+1, steps+n
	}
	if err := lines.Err(); err != nil {
		return games, steps, fmt.Errorf("%s: %w", name, err)
	}
	return games, steps, nil
}
