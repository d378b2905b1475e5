package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"narthex/cmd/dev/stack"
)

// Stage is ready for Narthex to be run on it. Close takes it down.
type Stage struct {
	program  string // narthex
	dir      string // temporary
	database database
	redis    redisDB
	log      io.Writer // of the server; may be nil
}

// Config says how to set up.
type Config struct {
	Program  string // a narthex that is built already; "": build this source
	ModelURL string // base URL of the model service, for the embeddings of the seeded knowledge
	Progress io.Writer
	Log      io.Writer // gets what the server says; may be nil
}

// Prepare sets everything up. What it made before a failure is taken down again.
func Prepare(ctx context.Context, config Config) (s *Stage, err error) {
	s = &Stage{program: config.Program, log: config.Log}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
			s = nil
		}
	}()
	servers, err := stack.Ensure(ctx, config.Progress)
	if err != nil {
		return s, err
	}
	if s.dir, err = os.MkdirTemp("", "narthex-loadtest-"); err != nil {
		return s, err
	}
	if s.program == "" {
		s.program = filepath.Join(s.dir, "narthex")
		if err := build(ctx, s.program, config.Progress); err != nil {
			return s, err
		}
	}
	if s.database, err = createDatabase(ctx, servers); err != nil {
		return s, err
	}
	if s.redis, err = takeRedisDB(ctx, servers.RedisURL); err != nil {
		return s, err
	}
	began := time.Now()
	for _, step := range [][]string{{"migrate"}, {"seed", "--demo"}} {
		if err := s.run(ctx, config.ModelURL, step...); err != nil {
			return s, err
		}
	}
	fmt.Fprintf(config.Progress, "migrated and seeded in %.1f s\n", time.Since(began).Seconds())
	return s, nil
}

// closeLimit bounds taking down each part.
const closeLimit = 20 * time.Second

// Close removes the databases and files.
func (s *Stage) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	errs := []error{s.database.drop(ctx), s.redis.release(ctx)}
	if s.dir != "" {
		errs = append(errs, os.RemoveAll(s.dir))
	}
	return errors.Join(errs...)
}
