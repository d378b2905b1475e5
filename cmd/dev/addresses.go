package main

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
)

const (
	servePort   = 8080
	metricsPort = 9464 // the number that Prometheus reserves for exporters such as ours
)

// addresses are where a running Narthex is reached.
type addresses struct {
	Listen string          `json:"listen_addr"` // the front's or, without one, the node's
	Base   string          `json:"base_url"`
	Nodes  []nodeAddresses `json:"nodes"`
	// Mailbox is the page on which mails and text messages arrive.
	Mailbox string `json:"mailbox_url"`
	// Identity is the service that keeps the sermon app's users, and Events the page of the analytics store; "" where the environment
	// names others.
	Identity string `json:"identity_url,omitempty"`
	Events   string `json:"events_url,omitempty"`
	// Telephone is the page that plays a caller; "" where no calls are taken.
	Telephone string `json:"telephone_url,omitempty"`
}

type nodeAddresses struct {
	Listen  string `json:"listen_addr"`
	Metrics string `json:"metrics_addr"`
}

// chooseAddresses takes what the environment says and finds free ports for the rest. Of several nodes the first has the
// METRICS_ADDR that the environment names.
func chooseAddresses(getenv func(string) string, count int, progress io.Writer) (addresses, error) {
	where := addresses{Listen: getenv("LISTEN_ADDR"), Base: getenv("BASE_URL")}
	first := nodeAddresses{Metrics: getenv("METRICS_ADDR")}
	var err error
	if where.Listen == "" {
		if where.Listen, err = freeAddress(servePort, "Narthex", progress); err != nil {
			return where, err
		}
	}
	if first.Metrics == "" {
		if first.Metrics, err = freeAddress(metricsPort, "the metrics page", progress); err != nil {
			return where, err
		}
	}
	if where.Base == "" {
		where.Base = "http://" + nodes.Dialable(where.Listen)
	}
	where.Nodes = []nodeAddresses{first}
	if count == 1 {
		where.Nodes[0].Listen = where.Listen
		return where, nil
	}
	return where, where.addNodes(count)
}

// addNodes gives each node addresses of its own, on the ports after those of the front and of the first node's metrics.
func (a *addresses) addNodes(count int) error {
	taken := []string{a.Listen, a.Nodes[0].Metrics}
	next := func(after string) (string, error) {
		address, err := nextAddress(after, taken)
		taken = append(taken, address)
		return address, err
	}
	listen, metrics := a.Listen, a.Nodes[0].Metrics
	for i := range count {
		var err error
		if listen, err = next(listen); err != nil {
			return err
		}
		if i == 0 {
			a.Nodes[0].Listen = nodes.Dialable(listen)
			continue
		}
		if metrics, err = next(metrics); err != nil {
			return err
		}
		a.Nodes = append(a.Nodes, nodeAddresses{Listen: nodes.Dialable(listen), Metrics: metrics})
	}
	return nil
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

// nextAddress returns the next free port after that of an address, on the same host. A port that is to be used, though
// by nobody yet, counts as taken.
func nextAddress(address string, taken []string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("the address %q: %w", address, err)
	}
	number, err := net.LookupPort("tcp", port)
	if err != nil {
		return "", fmt.Errorf("the address %q: %w", address, err)
	}
	for {
		if number, err = stack.FreePort(number + 1); err != nil {
			return "", err
		}
		port := strconv.Itoa(number)
		if !slices.ContainsFunc(taken, func(other string) bool { return strings.HasSuffix(other, ":"+port) }) {
			return net.JoinHostPort(host, port), nil
		}
	}
}
