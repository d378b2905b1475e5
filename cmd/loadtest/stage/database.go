package stage

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"

	"narthex/cmd/dev/stack"
)

// database is one of our own on the stack's Postgres. Its name ends with the id of the process that made it, so that the
// next run can tell what a killed one left behind.
type database struct {
	name     string
	url      string // as the app's role
	adminURL string // as the owner
	server   string // the owner's address of another database, to create and drop from
}

const databasePrefix = "narthex_loadtest_"

func createDatabase(ctx context.Context, servers stack.Servers) (database, error) {
	d := database{name: databasePrefix + strconv.Itoa(os.Getpid()), server: servers.DatabaseAdminURL}
	var err error
	if d.url, err = withPath(servers.DatabaseURL, d.name); err != nil {
		return database{}, err
	}
	if d.adminURL, err = withPath(servers.DatabaseAdminURL, d.name); err != nil {
		return database{}, err
	}
	conn, err := pgx.Connect(ctx, d.server)
	if err != nil {
		return database{}, fmt.Errorf("create a database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := dropAbandoned(ctx, conn); err != nil {
		return database{}, fmt.Errorf("drop what an earlier run left: %w", err)
	}
	if _, err := conn.Exec(ctx, "create database "+pgx.Identifier{d.name}.Sanitize()); err != nil {
		return database{}, fmt.Errorf("create a database: %w", err)
	}
	return d, nil
}

// dropAbandoned drops the databases of runs whose process is gone. A process id that is somebody else's by now keeps its
// database until a later run.
func dropAbandoned(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `select datname from pg_database where starts_with(datname, $1)`, databasePrefix)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		pid, err := strconv.Atoi(strings.TrimPrefix(name, databasePrefix))
		if err != nil || pid != os.Getpid() && syscall.Kill(pid, 0) == nil {
			continue
		}
		if err := dropNamed(ctx, conn, name); err != nil {
			return err
		}
	}
	return nil
}

func dropNamed(ctx context.Context, conn *pgx.Conn, name string) error {
	_, err := conn.Exec(ctx, fmt.Sprintf("drop database if exists %s with (force)", pgx.Identifier{name}.Sanitize()))
	return err
}

func (d database) drop(ctx context.Context) error {
	if d.name == "" {
		return nil
	}
	conn, err := pgx.Connect(ctx, d.server)
	if err != nil {
		return fmt.Errorf("drop the database: %w", err)
	}
	defer conn.Close(ctx)
	return dropNamed(ctx, conn, d.name)
}

// withPath is the address of another database of the same server.
func withPath(address, path string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read a server's address: %w", err)
	}
	u.Path = "/" + path
	return u.String(), nil
}
