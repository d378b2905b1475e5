package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"syscall"

	"narthex/cmd/dev/stack"
)

type stackCommand struct{}

func (stackCommand) Run(ctx context.Context) error {
	servers, err := stack.Ensure(ctx, os.Stderr)
	if err != nil {
		return err
	}
	printServers(os.Stdout, servers)
	return nil
}

type envCommand struct{}

func (envCommand) Help() string {
	return "For a shell: set -a; . <(go run ./cmd/dev env); set +a\n\nOf several nodes, METRICS_ADDR is the first's, METRICS_ADDR_2 the second's, and so on."
}

func (envCommand) Run(ctx context.Context) error {
	servers, err := stack.Running(ctx)
	if err != nil {
		return err
	}
	home, err := stack.Home()
	if err != nil {
		return err
	}
	printServers(os.Stdout, servers)
	narthex, ok := findRunning(home)
	if !ok || narthex.Base == "" {
		fmt.Fprintln(os.Stderr, "dev: Narthex itself is not running, so there is no BASE_URL, MAILBOX_URL, IDENTITY_URL, EVENTS_URL or METRICS_ADDR")
		return nil
	}
	printNarthex(os.Stdout, narthex.addresses)
	return nil
}

// printNarthex names the first node's metrics as if it were the only one, and the others' with a number.
func printNarthex(out io.Writer, where addresses) {
	fmt.Fprintf(out, "BASE_URL=%s\n", where.Base)
	if where.Mailbox != "" {
		fmt.Fprintf(out, "MAILBOX_URL=%s\n", where.Mailbox)
	}
	if where.Identity != "" {
		fmt.Fprintf(out, "IDENTITY_URL=%s\n", where.Identity)
	}
	if where.Events != "" {
		fmt.Fprintf(out, "EVENTS_URL=%s\n", where.Events)
	}
	for i, node := range where.Nodes {
		number := ""
		if i > 0 {
			number = fmt.Sprintf("_%d", i+1)
		}
		fmt.Fprintf(out, "METRICS_ADDR%s=%s\n", number, node.Metrics)
	}
}

func printServers(out io.Writer, servers stack.Servers) {
	fmt.Fprintf(out, "DATABASE_URL=%s\nDATABASE_ADMIN_URL=%s\nREDIS_URL=%s\n",
		servers.DatabaseURL, servers.DatabaseAdminURL, servers.RedisURL)
}

type psqlCommand struct {
	Args []string `arg:"" optional:"" help:"Arguments for psql."`
}

func (c psqlCommand) Run(ctx context.Context) error {
	servers, err := stack.Running(ctx)
	if err != nil {
		return err
	}
	address, password, err := splitPassword(servers.DatabaseAdminURL)
	if err != nil {
		return err
	}
	return become("psql", append([]string{"--dbname", address}, c.Args...), "PGPASSWORD", password)
}

type redisCliCommand struct {
	Args []string `arg:"" optional:"" help:"Arguments for redis-cli."`
}

func (c redisCliCommand) Run(ctx context.Context) error {
	servers, err := stack.Running(ctx)
	if err != nil {
		return err
	}
	args, password, err := redisCliArgs(servers.RedisURL)
	if err != nil {
		return err
	}
	return become("redis-cli", append(args, c.Args...), "REDISCLI_AUTH", password)
}

// redisCliArgs tells redis-cli where to go: to the first node, if there are several.
func redisCliArgs(redisURL string) (args []string, password string, err error) {
	first, _, cluster := strings.Cut(redisURL, ",")
	address, err := url.Parse(first)
	if err != nil {
		return nil, "", err
	}
	user := address.User
	address.User = nil // redis-cli takes a user in the address for one with an empty password
	args = []string{"-u", address.String()}
	if user.Username() != "" {
		args = append(args, "--user", user.Username())
	}
	if cluster {
		args = append(args, "-c")
	}
	password, _ = user.Password()
	return args, password, nil
}

// splitPassword takes the password out of an address: command lines are for all to see, environments are not.
func splitPassword(address string) (without, password string, err error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", "", err
	}
	if parsed.User == nil {
		return address, "", nil
	}
	password, _ = parsed.User.Password()
	parsed.User = url.User(parsed.User.Username())
	return parsed.String(), password, nil
}

// become replaces this process by a client program.
func become(name string, args []string, passwordVariable, password string) error {
	path, err := stack.Client(name)
	if err != nil {
		return err
	}
	environment := os.Environ()
	if password != "" {
		environment = append(without(environment, passwordVariable), passwordVariable+"="+password)
	}
	return fmt.Errorf("run %s: %w", name, syscall.Exec(path, append([]string{path}, args...), environment))
}

type downCommand struct{}

func (downCommand) Run(ctx context.Context) error {
	home, err := stack.Home()
	if err != nil {
		return err
	}
	if err := stopRunning(ctx, home); err != nil {
		return err
	}
	return stack.Down(ctx)
}

type resetCommand struct {
	Yes bool `help:"Do not ask."`
}

func (c resetCommand) Run(ctx context.Context) error {
	home, err := stack.Home()
	if err != nil {
		return err
	}
	if !c.Yes && !confirmed(os.Stdin, os.Stderr, home) {
		return errors.New("nothing was removed")
	}
	if err := stopRunning(ctx, home); err != nil {
		return err
	}
	return stack.Reset(ctx)
}

func confirmed(in io.Reader, out io.Writer, home string) bool {
	fmt.Fprintf(out, "Remove the database and Redis data in %s? [y/N] ", home)
	answers := bufio.NewScanner(in)
	answers.Scan()
	answer := strings.ToLower(strings.TrimSpace(cmp.Or(answers.Text(), "no")))
	return answer == "y" || answer == "yes"
}
