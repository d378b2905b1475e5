package stack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

const (
	postgresPort = 15432 // preferred; below the range from which systems take ports for outgoing connections

	databaseName = "narthex"
	ownerRole    = "narthex_owner" // owns the database; a superuser here, to make extensions and test databases
	appRole      = "narthex_app"   // what Narthex logs in as: row-level security applies to it
)

// postgresSettings suit data that can be made again at any time. Without fsync, synchronous commits and full-page
// writes, tests run several times faster; a power failure may ruin the data, a crash of the server alone does not.
var postgresSettings = []string{
	"listen_addresses=127.0.0.1",
	"unix_socket_directories=",
	"fsync=off",
	"synchronous_commit=off",
	"full_page_writes=off",
	"wal_level=minimal",
	"max_wal_senders=0",
	"max_wal_size=4GB",
	"checkpoint_timeout=30min",
	"max_connections=300", // many test packages at once, each with pools of its own
	"shared_buffers=512MB",
	"maintenance_work_mem=256MB", // building vector indexes
	"random_page_cost=1.1",
	"jit=off", // never pays for our short queries, and its 100 MB library is not unpacked
	"timezone=UTC",
	"log_timezone=UTC",
}

// postgres is the server of one data folder.
type postgres struct {
	daemon
	home      home
	passwords passwords
	bin       string // the folder with postgres, initdb and psql
	major     int
}

// postgresOf describes the server of this home. Each major version has a data folder of its own: PostgreSQL does not
// read those of others, and the data can be made again.
func (h home) postgresOf(bin string, major int, p passwords) postgres {
	data := filepath.Join(h.dir, fmt.Sprintf("postgres-%d", major))
	server := postgres{home: h, passwords: p, bin: bin, major: major}
	server.daemon = daemon{
		name:    fmt.Sprintf("PostgreSQL %d", major),
		program: "postgres",
		dir:     data,
		pidFile: filepath.Join(data, "postmaster.pid"),
		logFile: filepath.Join(h.dir, "log", "postgres.log"),
		// SIGINT disconnects clients and shuts down cleanly, SIGQUIT stops at once and recovers at the next start.
		signals: []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL},
		command: server.serve(data),
		probe: func(ctx context.Context, port int) error {
			// Every cluster has the database postgres; prepare makes the one for Narthex.
			return pingPostgres(ctx, p.postgresURL(port, ownerRole, "postgres"))
		},
	}
	return server
}

func (p postgres) serve(data string) func(port int) *exec.Cmd {
	return func(port int) *exec.Cmd {
		args := []string{"-D", data, "-c", "port=" + strconv.Itoa(port)}
		for _, setting := range postgresSettings {
			args = append(args, "-c", setting)
		}
		if p.major >= 16 {
			// Passwords are long and random: stretching them would only slow down every connection.
			args = append(args, "-c", "scram_iterations=1")
		}
		return exec.Command(filepath.Join(p.bin, "postgres"), args...)
	}
}

// postgresURL is the address at which a role reaches one of the server's databases.
func (p passwords) postgresURL(port int, role, database string) string {
	password := p.App
	if role == ownerRole {
		password = p.Owner
	}
	address := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(role, password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Path:     "/" + database,
		RawQuery: "sslmode=disable",
	}
	return address.String()
}

// up starts the server, making its data folder first if there is none.
func (p postgres) up(ctx context.Context, preferred int, progress io.Writer) (port int, err error) {
	if err := p.create(ctx, progress); err != nil {
		return 0, fmt.Errorf("make the data folder of %s: %w", p.name, err)
	}
	if preferred == 0 {
		preferred = postgresPort
	}
	if port, err = p.start(ctx, preferred, progress); err != nil {
		return 0, err
	}
	if err := p.prepare(ctx, port); err != nil {
		return 0, errors.Join(
			fmt.Errorf("make the roles and the database: %w", err),
			p.stop(context.WithoutCancel(ctx)),
		)
	}
	return port, nil
}

// create makes the data folder in a folder beside it that gets its name when it is complete.
func (p postgres) create(ctx context.Context, progress io.Writer) error {
	version, err := os.ReadFile(filepath.Join(p.dir, "PG_VERSION"))
	if err == nil {
		if found := strings.TrimSpace(string(version)); found != strconv.Itoa(p.major) {
			return fmt.Errorf("%s holds data of PostgreSQL %s; `go run ./cmd/dev reset` starts afresh", p.dir, found)
		}
		return nil
	}
	p.mentionOlderData(progress)
	making := p.dir + ".new"
	for _, leftover := range []string{making, p.dir} {
		if err := os.RemoveAll(leftover); err != nil {
			return err
		}
	}
	if err := privateDir(making); err != nil {
		return err
	}
	if err := p.initdb(ctx, making); err != nil {
		return err
	}
	return os.Rename(making, p.dir)
}

func (p postgres) mentionOlderData(progress io.Writer) {
	others, err := filepath.Glob(filepath.Join(p.home.dir, "postgres-*"))
	if err != nil {
		return // only for a malformed pattern
	}
	for _, other := range others {
		if other != p.dir && other != p.dir+".new" {
			fmt.Fprintf(progress, "%s starts with fresh data; that of another version stays in %s\n", p.name, other)
		}
	}
}

func (p postgres) initdb(ctx context.Context, data string) error {
	credential, err := unprivileged()
	if err != nil {
		return err
	}
	passwordFile := data + ".password"
	if err := os.WriteFile(passwordFile, []byte(p.passwords.Owner), 0o600); err != nil {
		return err
	}
	defer os.Remove(passwordFile)
	if err := giveAway(passwordFile); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "initdb"), p.initdbArgs(data, passwordFile)...)
	cmd.Dir = data
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, lastOf(out))
	}
	return nil
}

func (p postgres) initdbArgs(data, passwordFile string) []string {
	args := []string{
		"--pgdata", data, "--username", ownerRole, "--pwfile", passwordFile,
		"--auth", "scram-sha-256", "--encoding", "UTF8", "--no-sync",
	}
	if p.major >= 17 {
		// The built-in locale behaves the same on every system.
		return append(args, "--locale-provider", "builtin", "--locale", "C.UTF-8")
	}
	return append(args, "--locale", "C", "--lc-ctype", unicodeLocale())
}

// prepare makes what Narthex expects to find. It may run on a server that has it all, or had it once.
func (p postgres) prepare(ctx context.Context, port int) error {
	conn, err := pgx.Connect(ctx, p.passwords.postgresURL(port, ownerRole, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))

	var haveRole, haveDatabase bool
	err = conn.QueryRow(ctx, `
		select exists (select from pg_roles where rolname = $1),
		       exists (select from pg_database where datname = $2)`,
		appRole, databaseName).Scan(&haveRole, &haveDatabase)
	if err != nil {
		return err
	}
	var statements []string
	if !haveRole {
		statements = append(statements, "create role "+appRole)
	}
	statements = append(statements,
		"alter role "+appRole+" login nosuperuser nobypassrls nocreatedb nocreaterole password '"+p.passwords.App+"'",
		"alter role "+ownerRole+" password '"+p.passwords.Owner+"'", // hashed anew with the settings above
	)
	if !haveDatabase {
		statements = append(statements, "create database "+databaseName+" owner "+ownerRole)
	}
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
