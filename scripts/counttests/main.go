// Command counttests runs `go test -json` with its arguments, prints a line for each package, all that failing tests
// said and why tests were skipped, and at the end alone on a line how many there were:
//
//	123 passed, 0 failed, 2 skipped
//
// Subtests count like tests. An argument -- begins the arguments of another run, which is counted with the one before. It
// exits as the first go test does that fails.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
)

func main() {
	var all tally
	code := 0
	for _, args := range split(os.Args[1:]) {
		count, err := run(args)
		all = all.plus(count)
		if err == nil || code != 0 {
			continue
		}
		code = 1
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			code = exit.ExitCode()
		} else {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	fmt.Printf("\n%v\n", all)
	os.Exit(code)
}

// split gives the arguments of each run.
func split(args []string) (runs [][]string) {
	for {
		i := slices.Index(args, "--")
		if i < 0 {
			return append(runs, args)
		}
		runs, args = append(runs, args[:i]), args[i+1:]
	}
}

// run runs go test once.
func run(args []string) (tally, error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return tally{}, err
	}
	count, readErr := report(out, os.Stdout)
	err = cmd.Wait()
	if readErr != nil {
		err = readErr
	}
	return count, err
}
