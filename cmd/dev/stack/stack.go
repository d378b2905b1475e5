package stack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Servers are the addresses of a running stack.
type Servers struct {
	DatabaseURL      string // as the app's role, to which row-level security applies
	DatabaseAdminURL string // as the database's owner
	RedisURL         string // a comma-separated list means a cluster
}

// ErrNotRunning says that this user's stack is not up.
var ErrNotRunning = errors.New("the servers are not running; `go run ./cmd/dev stack` starts them")

// Ensure returns running servers, starting them if need be; lines about what takes time go to progress. Processes may
// call it at the same time. The servers go on running when the caller ends.
func Ensure(ctx context.Context, progress io.Writer) (Servers, error) {
	servers, named, err := fromEnvironment()
	if err != nil {
		return Servers{}, err
	}
	if named {
		return servers, servers.reach(ctx)
	}
	h, err := openHome()
	if err != nil {
		return Servers{}, err
	}
	return h.ensure(ctx, progress)
}

// Running returns the servers if they are up, and [ErrNotRunning] if not. It starts nothing.
func Running(ctx context.Context) (Servers, error) {
	servers, named, err := fromEnvironment()
	if err != nil {
		return Servers{}, err
	}
	if named {
		return servers, servers.reach(ctx)
	}
	h, err := openHome()
	if err != nil {
		return Servers{}, err
	}
	p, err := h.passwords()
	if err != nil {
		return Servers{}, err
	}
	servers, up := h.live(ctx, h.readState(), p)
	if !up {
		return Servers{}, ErrNotRunning
	}
	return servers, nil
}

// Down stops the private servers and keeps their data.
func Down(ctx context.Context) error {
	h, err := openHome()
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, h.dir, io.Discard)
	if err != nil {
		return err
	}
	defer unlock()
	return h.down(ctx)
}

// Reset stops the private servers and removes their data. What was downloaded stays.
func Reset(ctx context.Context) error {
	h, err := openHome()
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, h.dir, io.Discard)
	if err != nil {
		return err
	}
	defer unlock()
	if err := h.down(ctx); err != nil {
		return err
	}
	for _, pattern := range []string{"postgres-*", "redis", "log", "state.json", "passwords.json"} {
		matches, err := filepath.Glob(filepath.Join(h.dir, pattern))
		if err != nil {
			return err
		}
		for _, match := range matches {
			if err := os.RemoveAll(match); err != nil {
				return fmt.Errorf("remove the stack's data: %w", err)
			}
		}
	}
	return nil
}

// Client returns the path of a client program that fits the servers: psql, pg_dump or redis-cli, for example.
func Client(name string) (string, error) {
	h, err := openHome()
	if err != nil {
		return "", err
	}
	s := h.readState()
	for _, bin := range []string{s.Postgres.Bin, s.Redis.Bin} {
		if path := filepath.Join(bin, name); bin != "" && executable(path) {
			return path, nil
		}
	}
	if path := findProgram(name); path != "" {
		return path, nil
	}
	return "", fmt.Errorf("no %s on this machine: install it, or unset DATABASE_URL and REDIS_URL and run `go run ./cmd/dev stack`, which brings one", name)
}

func (h home) ensure(ctx context.Context, progress io.Writer) (servers Servers, err error) {
	unlock, err := lock(ctx, h.dir, progress)
	if err != nil {
		return Servers{}, err
	}
	defer unlock()
	p, err := h.passwords()
	if err != nil {
		return Servers{}, err
	}
	known := h.readState()
	if servers, up := h.live(ctx, known, p); up {
		return servers, nil
	}
	found, err := h.findPrograms(ctx, progress)
	if err != nil {
		return Servers{}, err
	}
	s, err := h.bringUp(ctx, known, found, p, progress)
	if err != nil {
		return Servers{}, err
	}
	if err := h.writeState(s); err != nil {
		// Unremembered servers would be found by nobody.
		return Servers{}, errors.Join(fmt.Errorf("remember the servers: %w", err), h.down(context.WithoutCancel(ctx)))
	}
	return p.servers(s), nil
}

// bringUp starts what does not run. If one server fails, the one that was started for it stops again.
func (h home) bringUp(ctx context.Context, known state, found programs, p passwords, progress io.Writer) (state, error) {
	db, cache := h.postgresOf(found.postgresBin, found.postgresMajor, p), h.redisOf(found.redisBin, p)
	now := state{
		Postgres: serverState{Port: known.Postgres.Port, Bin: found.postgresBin},
		Redis:    serverState{Port: known.Redis.Port, Bin: found.redisBin},
	}
	startedPostgres := false
	var err error
	if db.answers(ctx, known.Postgres.Port) {
		err = db.prepare(ctx, known.Postgres.Port) // somebody dropped the database or the role
	} else {
		fmt.Fprintf(progress, "starting %s\n", db.name)
		now.Postgres.Port, err = db.up(ctx, known.Postgres.Port, progress)
		startedPostgres = true
	}
	if err != nil {
		return state{}, err
	}
	if !cache.answers(ctx, known.Redis.Port) {
		fmt.Fprintf(progress, "starting %s\n", cache.name)
		if now.Redis.Port, err = cache.up(ctx, known.Redis.Port, progress); err != nil {
			if startedPostgres {
				err = errors.Join(err, db.stop(context.WithoutCancel(ctx)))
			}
			return state{}, err
		}
	}
	now.Postgres.PID, _ = db.running()
	now.Redis.PID, _ = cache.running()
	return now, nil
}

// live reports whether both servers answer where the state says, ready for Narthex. It is the quick way: a no means
// that a closer look is needed.
func (h home) live(ctx context.Context, s state, p passwords) (Servers, bool) {
	if s.Postgres.PID == 0 || s.Redis.PID == 0 || gone(s.Postgres.PID) || gone(s.Redis.PID) {
		return Servers{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	servers := p.servers(s)
	up := pingPostgres(ctx, servers.DatabaseURL) == nil && pingRedis(ctx, servers.RedisURL) == nil
	return servers, up
}

func (p passwords) servers(s state) Servers {
	return Servers{
		DatabaseURL:      p.postgresURL(s.Postgres.Port, appRole, databaseName),
		DatabaseAdminURL: p.postgresURL(s.Postgres.Port, ownerRole, databaseName),
		RedisURL:         p.redisURL(s.Redis.Port),
	}
}

// down stops every server whose data lies in this home, whatever its version.
func (h home) down(ctx context.Context) error {
	folders, err := filepath.Glob(filepath.Join(h.dir, "postgres-*"))
	if err != nil {
		return err
	}
	stops := []error{h.redisOf("", passwords{}).stop(ctx)}
	for _, folder := range folders {
		var major int
		if _, err := fmt.Sscanf(filepath.Base(folder), "postgres-%d", &major); err == nil {
			stops = append(stops, h.postgresOf("", major, passwords{}).stop(ctx))
		}
	}
	return errors.Join(stops...)
}
