// Command dev runs Narthex on this machine, with everything it needs, and its tests.
//
//	go run ./cmd/dev              the product, with demo churches, until Ctrl-C
//	go run ./cmd/dev --nodes 2    the same as two processes behind one address
//	go run ./cmd/dev test         every test, with a browser and the race detector
//	go run ./cmd/dev site         a page that is not ours, to try the widget on
//	go run ./cmd/dev --help       the rest: stack, env, psql, redis-cli, down, reset
//
// Reading order: run.go (the default command), addresses.go (where), mail.go (where messages arrive), identity.go (who keeps users), narthex.go (building the server and its short
// commands), serve.go (running its nodes), running.go (who runs already), gotest.go, uninstrumented.go and report.go (the tests),
// site.go (a page for the widget), commands.go (the rest). The databases are the work of package stack, a node's process of package nodes, and several
// nodes share an address through package front.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Run      runCommand      `cmd:"" default:"withargs" help:"Bring up the servers, migrate, seed the demo churches and serve until Ctrl-C (the default)."`
	Test     testCommand     `cmd:"" help:"Check the code, then test it with the race detector; a skipped test is a failure. NARTHEX_PICTURES=1 in the environment keeps pictures of the pages in .artifacts."`
	Site     siteCommand     `cmd:"" help:"Serve a page that stands for a church's website, to try the widget on, until Ctrl-C; Narthex must be running."`
	Stack    stackCommand    `cmd:"" help:"Bring up PostgreSQL and Redis alone."`
	Env      envCommand      `cmd:"" help:"Print the addresses of what runs as KEY=value lines."`
	Psql     psqlCommand     `cmd:"" passthrough:"" help:"Open the database as its owner; arguments go to psql."`
	RedisCli redisCliCommand `cmd:"" name:"redis-cli" passthrough:"" help:"Open Redis; arguments go to redis-cli."`
	Down     downCommand     `cmd:"" help:"Stop everything and keep the data."`
	Reset    resetCommand    `cmd:"" help:"Stop everything and remove the data."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	var line commandLine
	parser := kong.Must(&line,
		kong.Name("dev"),
		kong.Description("Runs Narthex on this machine, with everything it needs, and its tests."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	selected, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	os.Exit(exitCode(selected.Run()))
}

// exitCode says what went wrong, unless the program that failed has said so itself, and returns the code to exit with.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, errSaid) {
		return 1
	}
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() > 0 {
		fmt.Fprintln(os.Stderr, "dev:", err)
		return failed.ExitCode()
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "dev: stopped")
		return 130
	}
	fmt.Fprintln(os.Stderr, "dev:", err)
	return 1
}

// errSaid is a failure whose reason stands on the screen already.
var errSaid = errors.New("failed")
