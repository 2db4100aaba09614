// Command tender serves asynchronous games of sealed bids, and has the tools that go with them.
//
// It is the only place where the rooms meet (api, persistence, notify), and the only reader of the environment.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is set when the program is built.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// commands is the command line.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the API and carry notices; migrates the database first."`
	Migrate migrateCommand `cmd:"" help:"Bring the database to this version's schema and stop."`
	Replay  replayCommand  `cmd:"" help:"Replay recorded games through the rules and check every state, refusal and result in them."`
	Verify  verifyCommand  `cmd:"" help:"Fold the log of every stored game and compare it with its snapshot."`
	Backup  backupCommand  `cmd:"" help:"Copy an SQLite database into a file, while a server uses it."`
	Restore restoreCommand `cmd:"" help:"Put such a copy in the place of an SQLite database, checked and brought to this version's schema."`
	Admin   adminCommand   `cmd:"" help:"Make moderators and admins."`
	Keys    keysCommand    `cmd:"" help:"Change the keys that sign access tokens."`
	MailIn  mailInCommand  `cmd:"" help:"Carry out a mail that came to an address for replies; for a mail server's pipe. Ends with 75 when it is to come again."`
	Health  healthCommand  `cmd:"" help:"Ask the server on this machine whether it is ready; fails if not."`
	Demo    demoCommand    `cmd:"" help:"Start a server on a free port and let players play one whole game over HTTP, drawing it."`
	Version versionCommand `cmd:"" help:"Print the version."`

	Completion completionCommand `cmd:"" help:"Print a script that completes commands and flags: source <(tender completion bash)."`
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// errReported ends the program with a failure that has been written already.
var errReported = errors.New("reported")

func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	exit := -1
	parser, err := kong.New(&commands{}, kong.Name("tender"),
		kong.Description("A server for asynchronous games of sealed bids."),
		kong.Writers(out, errs), kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(&streams{in, out, errs}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}))
	if err != nil {
		fmt.Fprintln(errs, "tender:", err)
		return 2
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	switch {
	case exit >= 0: // help was asked for
		return exit
	case err != nil:
		fmt.Fprintf(errs, "tender: %v\nTry: tender --help\n", err)
		return 2
	}
	if err := command.Run(); err != nil {
		if !errors.Is(err, errReported) {
			fmt.Fprintln(errs, "tender:", err)
		}
		var coded exitCode
		if errors.As(err, &coded) {
			return coded.code
		}
		return 1
	}
	return 0
}

type versionCommand struct{}

func (versionCommand) Run(s *streams) error {
	_, err := fmt.Fprintln(s.out, "tender", version)
	return err
}
