package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/stack"
)

type runCommand struct{}

// demoChurches are the slugs that `narthex seed` makes, with what each is there to show.
var demoChurches = []struct{ slug, shows string }{
	{"grace-harbor", "Suite Both, United States"},
	{"st-brigids", "Pro Chat, Ireland"},
	{"nueva-vida", "Starter Chat, mostly in Spanish"},
}

const (
	servePort   = 8080
	metricsPort = 9464 // the number that Prometheus reserves for exporters such as ours
)

// Run brings everything up and serves until a signal comes.
func (runCommand) Run(ctx context.Context) error {
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

	var servers stack.Servers
	var program string
	both, bothCtx := errgroup.WithContext(ctx) // the first time, both take a while
	both.Go(func() (err error) {
		servers, err = stack.Ensure(bothCtx, os.Stderr)
		return err
	})
	both.Go(func() (err error) {
		program, err = buildNarthex(bothCtx, root, home, os.Stderr)
		return err
	})
	if err := both.Wait(); err != nil {
		return err
	}
	where, err := chooseAddresses(os.Getenv, os.Stderr)
	if err != nil {
		return err
	}
	n := narthex{program: program, dir: root, environment: environment(os.Environ(), servers, where), out: os.Stderr}
	for _, step := range [][]string{{"migrate"}, {"seed", "--demo"}} {
		if err := n.do(ctx, step...); err != nil {
			return err
		}
	}
	return n.serve(ctx, where, func(pid int) error {
		announce(os.Stdout, where, time.Since(began))
		return claim.record(running{PID: os.Getpid(), ServerPID: pid, addresses: where})
	})
}

// addresses are where a running Narthex is reached.
type addresses struct {
	Listen  string `json:"listen_addr"`
	Base    string `json:"base_url"`
	Metrics string `json:"metrics_addr"`
}

// chooseAddresses takes what the environment says and finds free ports for the rest.
func chooseAddresses(getenv func(string) string, progress io.Writer) (addresses, error) {
	where := addresses{Listen: getenv("LISTEN_ADDR"), Base: getenv("BASE_URL"), Metrics: getenv("METRICS_ADDR")}
	var err error
	if where.Listen == "" {
		if where.Listen, err = freeAddress(servePort, "Narthex", progress); err != nil {
			return where, err
		}
	}
	if where.Metrics == "" {
		if where.Metrics, err = freeAddress(metricsPort, "the metrics page", progress); err != nil {
			return where, err
		}
	}
	if where.Base == "" {
		where.Base = "http://" + dialable(where.Listen)
	}
	return where, nil
}

func freeAddress(preferred int, what string, progress io.Writer) (string, error) {
	port, err := stack.FreePort(preferred)
	if err != nil {
		return "", err
	}
	if port != preferred {
		fmt.Fprintf(progress, "port %d is taken: %s uses %d\n", preferred, what, port)
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), nil
}

// dialable turns an address to listen on into one to connect to: a server that listens everywhere is also here.
func dialable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

func announce(out io.Writer, where addresses, took time.Duration) {
	fmt.Fprintf(out, "\nNarthex is ready after %.1f s. Ask a demo church:\n", took.Seconds())
	for _, church := range demoChurches {
		fmt.Fprintf(out, "  %-45s %s\n", where.Base+"/chat/"+church.slug, church.shows)
	}
	fmt.Fprintf(out, "Metrics and health: http://%s/metrics\n", dialable(where.Metrics))
	fmt.Fprint(out, "Ctrl-C stops Narthex; PostgreSQL and Redis stay up for a fast next start, until `go run ./cmd/dev down`.\n\n")
}
