package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
)

type runCommand struct {
	Nodes int `default:"1" help:"How many copies of the server to run, 1 to 9; several share everything, behind one address."`
}

// Validate is called by kong.
func (c runCommand) Validate() error {
	if c.Nodes < 1 || c.Nodes > 9 {
		return fmt.Errorf("--nodes must be 1 to 9, not %d", c.Nodes)
	}
	return nil
}

// demoChurches are the slugs that `narthex seed` makes, with what each is there to show.
var demoChurches = []struct{ slug, shows string }{
	{"grace-harbor", "Suite Both, United States"},
	{"st-brigids", "Pro Chat, Ireland"},
	{"nueva-vida", "Starter Chat, mostly in Spanish"},
}

// Run brings everything up and serves until a signal comes.
func (c runCommand) Run(ctx context.Context) error {
	began := time.Now()
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	home, err := stack.Home()
	if err != nil {
		return err
	}
	claim, err := claimRun(ctx, home)
	if err != nil {
		return err
	}
	defer claim.release()

	servers, program, err := serversAndProgram(ctx, root, home)
	if err != nil {
		return err
	}
	where, err := chooseAddresses(os.Getenv, c.Nodes, os.Stderr)
	if err != nil {
		return err
	}
	mails, err := openPost(os.Stderr)
	if err != nil {
		return err
	}
	defer mails.close(os.Stderr)
	where.Mailbox = mails.url()
	people, err := openAccounts(ctx, os.Environ(), servers.DatabaseAdminURL, mails.smtp.Addr().String(), where.Base, os.Stderr)
	if err != nil {
		return err
	}
	defer people.close(os.Stderr)
	where.Identity, where.Events = people.identityURL(), people.eventsURL()
	inherited := slices.Concat(os.Environ(), mails.settings(os.Environ()), people.settings(os.Environ()))
	calls, err := openTelephone(inherited, where, os.Stderr)
	if err != nil {
		return err
	}
	defer calls.close(os.Stderr)
	where.Telephone = calls.url()
	if c.Nodes > 1 && isTerminal(os.Stderr) && lookup(inherited, "NARTHEX_LOG_FORMAT") == "" {
		inherited = append(inherited, "NARTHEX_LOG_FORMAT=text") // the nodes write to us, and see no terminal
	}
	n := narthex{program: program, dir: root, environment: environment(inherited, servers, where), out: os.Stderr}
	for _, step := range [][]string{{"migrate"}, {"seed", "--demo"}} {
		if err := n.do(ctx, step...); err != nil {
			return fmt.Errorf("%w; if the local data came from another version of the code, `go run ./cmd/dev reset` begins anew", err)
		}
	}
	announced := false
	return n.serve(ctx, where, func(pids []int, ready bool) error {
		now := running{PID: os.Getpid(), ServerPIDs: pids}
		if ready {
			now.addresses = where
		}
		if ready && !announced {
			announced = true
			announce(os.Stdout, where, time.Since(began))
		}
		return claim.record(now)
	})
}

// serversAndProgram brings up the servers and builds Narthex meanwhile: the first time, both take a while.
func serversAndProgram(ctx context.Context, root, home string) (servers stack.Servers, program string, err error) {
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) {
		servers, err = stack.Ensure(ctx, os.Stderr)
		return err
	})
	both.Go(func() (err error) {
		program, err = buildNarthex(ctx, root, home, os.Stderr)
		return err
	})
	err = both.Wait()
	return servers, program, err
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func announce(out io.Writer, where addresses, took time.Duration) {
	fmt.Fprintf(out, "\nNarthex is ready after %.1f s. Ask a demo church:\n", took.Seconds())
	for _, church := range demoChurches {
		fmt.Fprintf(out, "  %-45s %s\n", where.Base+"/chat/"+church.slug, church.shows)
	}
	fmt.Fprintf(out, "The sermon app, to sign up for:\n  %s\n", where.Base+"/sermons")
	fmt.Fprintf(out, "Mails and text messages: %s\n", where.Mailbox)
	if where.Telephone != "" {
		fmt.Fprintf(out, "A telephone, to call Grace Harbor by text: %s\n", where.Telephone)
	}
	if where.Events != "" {
		fmt.Fprintf(out, "What the analytics store is told: %s\n", where.Events)
	}
	if len(where.Nodes) == 1 {
		fmt.Fprintf(out, "Metrics and health: http://%s/metrics\n", nodes.Dialable(where.Nodes[0].Metrics))
	} else {
		announceNodes(out, where)
	}
	fmt.Fprint(out, "Ctrl-C stops Narthex; PostgreSQL and Redis stay up for a fast next start, until `go run ./cmd/dev down`.\n\n")
}

func announceNodes(out io.Writer, where addresses) {
	fmt.Fprintf(out, "%d nodes take requests in turn; the header %s of an answer names the one that gave it.\n", len(where.Nodes), front.NodeHeader)
	fmt.Fprintf(out, "What each is doing: http://%s%s\n", nodes.Dialable(where.Listen), front.StatusPath)
	for i, node := range where.Nodes {
		fmt.Fprintf(out, "  node %d: http://%s, metrics and health http://%s/metrics\n", i+1, node.Listen, nodes.Dialable(node.Metrics))
	}
	fmt.Fprint(out, "kill -9 one of them, by the process id printed above: it is started again.\n")
}
