// Command counttests runs `go test -json` with its arguments, prints a line for each package, all that failing tests
// said and why tests were skipped, and at the end alone on a line how many there were:
//
//	123 passed, 0 failed, 2 skipped
//
// Subtests count like tests. It exits as go test does.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	cmd := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	count, readErr := report(out, os.Stdout)
	err = errors.Join(readErr, cmd.Wait())
	fmt.Printf("\n%v\n", count)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && readErr == nil {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
