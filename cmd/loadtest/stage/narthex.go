package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"narthex/cmd/dev/stack"
	"narthex/cmd/loadtest/process"
)

// build compiles the server from the module we were started in.
func build(ctx context.Context, program string, progress io.Writer) error {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("find the module: %w", err)
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return errors.New("run this inside Narthex's source folder, or give a server with --narthex")
	}
	fmt.Fprintln(progress, "building narthex")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/narthex")
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Dir(file), progress, progress
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build narthex: %w", err)
	}
	return nil
}

// settings that reach a server from our own environment would change what is measured; these alone are passed on.
var passedOn = []string{"PATH", "HOME", "TMPDIR", "GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG"}

func (s *Stage) environment(modelURL string, more ...string) []string {
	var environment []string
	for _, name := range passedOn {
		if value, set := os.LookupEnv(name); set {
			environment = append(environment, name+"="+value)
		}
	}
	for _, setting := range os.Environ() {
		if strings.HasPrefix(setting, "NARTHEX_") {
			environment = append(environment, setting)
		}
	}
	environment = append(environment,
		"DATABASE_URL="+s.database.url, "REDIS_URL="+s.redis.url,
		"OPENAI_BASE_URL="+modelURL, "OPENAI_API_KEY=test", "NARTHEX_MODERATION=off",
		"NARTHEX_RATE_SESSION=0", "NARTHEX_RATE_ADDRESS=0", "NARTHEX_RATE_CRISES=0", "NARTHEX_ADMITTED=0", "NARTHEX_DAILY_BUDGET_USD=0", "NARTHEX_ALLOW_SIMULATED_PAYMENTS=1",
		"NARTHEX_LAME_DUCK=0s", "NARTHEX_SHUTDOWN_LIMIT=2s", // nobody waits for the answers under way
		"NARTHEX_LOG_FORMAT=json", "NARTHEX_SPOOL_DIR="+filepath.Join(s.dir, "spool"),
	)
	return append(environment, more...)
}

// run executes a sub-command to its end, as the schema's owner.
func (s *Stage) run(ctx context.Context, modelURL string, args ...string) error {
	child, err := process.Start(process.Spec{
		Name: "narthex " + strings.Join(args, " "), Path: s.program, Args: args,
		Environment: s.environment(modelURL, "DATABASE_ADMIN_URL="+s.database.adminURL),
	})
	if err != nil {
		return err
	}
	return child.Wait(ctx)
}

// Narthex is a running server.
type Narthex struct {
	*process.Child
	Address string // host:port for visitors
	Metrics string // host:port for operators
}

const readyLimit = time.Minute

// Settings are what one server has beside the others' settings.
type Settings struct {
	Environment []string
	Files       int // that it may have open; 0: as many as we
}

// DatabaseURL is where servers find Postgres, as the app's role.
func (s *Stage) DatabaseURL() string { return s.database.url }

// DatabaseAdminURL is where Postgres is found as the owner of the tables.
func (s *Stage) DatabaseAdminURL() string { return s.database.adminURL }

// RedisURL is where servers find Redis.
func (s *Stage) RedisURL() string { return s.redis.url }

// Serve starts the server and waits until it is ready.
func (s *Stage) Serve(ctx context.Context, modelURL string, settings Settings) (*Narthex, error) {
	address, err := stack.LastingAddress()
	if err != nil {
		return nil, err
	}
	metrics, err := stack.LastingAddress()
	if err != nil {
		return nil, err
	}
	child, err := process.Start(process.Spec{
		Name: "narthex serve", Path: s.program, Args: []string{"serve"},
		Environment: s.environment(modelURL, append(settings.Environment, "LISTEN_ADDR="+address, "BASE_URL=http://"+address, "METRICS_ADDR="+metrics)...),
		Log:         s.log, Files: settings.Files,
	})
	if err != nil {
		return nil, err
	}
	server := &Narthex{Child: child, Address: address, Metrics: metrics}
	if err := server.awaitReady(ctx); err != nil {
		server.Stop()
		return nil, err
	}
	return server, nil
}

func (n *Narthex) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyLimit, fmt.Errorf("narthex serve is not ready after %v", readyLimit))
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.Metrics+"/readyz", nil)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-n.Ended():
			return n.Failure()
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// stopPatience is longer than the server's own limit and all it closes after it.
const stopPatience = 30 * time.Second

// Stop ends the server.
func (n *Narthex) Stop() { n.Child.Stop(stopPatience) }
