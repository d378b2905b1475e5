// Command loadtest measures Narthex under load against the least that a server could do (package floor), on this machine
// alone: every address it serves or asks is a loopback one. README.md says what is measured and how to read it.
//
//	go run ./cmd/loadtest all              everything, in one table
//	go run ./cmd/loadtest streams --short  one scenario, in a few seconds
//	go run ./cmd/loadtest faults           what becomes of visits while something fails
//	go run ./cmd/loadtest upstream         the mock model service by itself
//
// Reading order: serve.go (the sub-commands that are servers), scenario.go (what all scenarios share), bench.go (their
// servers), window.go (one measurement), a file for each scenario (streams.go, saturation.go, fast.go, turn.go, tier0.go, idle.go, calls.go,
// churches.go, all.go), a file for each fault (faults.go, modelfault.go, postgresfault.go, flood.go, socketfault.go, redisfault.go, loadfault.go), report.go,
// visits.go and machine.go. What they are made of is in the packages below: token, upstream, visitor, floor, stage,
// process and histogram.
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

type commandLine struct {
	Upstream   upstreamCommand   `cmd:"" help:"Serve a mock model in OpenAI's wire format."`
	Floor      floorCommand      `cmd:"" help:"Serve one of the floors that Narthex is measured against."`
	Streams    streamsCommand    `cmd:"" help:"Streamed answers at a steady load: processor time per token, added time, memory."`
	Saturation saturationCommand `cmd:"" help:"How many tokens a second there can be before they come late."`
	Fast       fastCommand       `cmd:"" help:"A model that speaks fast: processor time per token, added time, how many tokens a second there can be."`
	Turn       turnCommand       `cmd:"" help:"What a turn costs beside its words: processor time of Narthex, Postgres and Redis."`
	Tier0      tier0Command      `cmd:"" name:"tier0" help:"Answers from stored facts: requests a second, time to answer."`
	Idle       idleCommand       `cmd:"" help:"Idle WebSockets: memory for each, and answers to others meanwhile."`
	Calls      callsCommand      `cmd:"" help:"Calls on the line: time from what a caller says to the first word of the answer."`
	Churches   churchesCommand   `cmd:"" help:"A platform of many churches: what answers cost when all of them are asked."`
	Faults     faultsCommand     `cmd:"" help:"Visits while something fails: what is answered, lost, doubled, and how long visitors hear nothing."`
	All        allCommand        `cmd:"" help:"Every scenario, in one table."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

// run executes a command line and returns the code to exit with: 1 for a failure, 2 for a bound that was missed.
func run(ctx context.Context, args []string) int {
	var line commandLine
	parser := kong.Must(&line,
		kong.Name("loadtest"),
		kong.Description("Measures Narthex under load against the least that a server could do. Loopback only."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	selected, err := parser.Parse(args)
	parser.FatalIfErrorf(err)
	return exitCode(selected.Run(), os.Stderr)
}

// exitCode says what went wrong, but for bounds that were missed: the table has them.
func exitCode(err error, to io.Writer) int {
	code := 0
	for _, cause := range causes(err) {
		switch {
		case !errors.Is(cause, errBoundMissed):
			fmt.Fprintln(to, "loadtest:", cause)
			code = 1
		case code == 0:
			code = 2
		}
	}
	return code
}

// causes takes apart what was joined with a bound that was missed.
func causes(err error) (all []error) {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || !errors.Is(err, errBoundMissed) {
		return []error{err}
	}
	for _, cause := range joined.Unwrap() {
		all = append(all, causes(cause)...)
	}
	return all
}
