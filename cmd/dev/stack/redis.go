package stack

import (
	"context"
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
)

const (
	redisPort      = 16379 // preferred
	redisDatabases = 1024
)

// redisServer is the private Redis.
type redisServer struct {
	daemon
	bin       string // the folder with redis-server and redis-cli
	passwords passwords
}

func (h home) redisOf(bin string, p passwords) redisServer {
	dir := filepath.Join(h.dir, "redis")
	server := redisServer{bin: bin, passwords: p}
	server.daemon = daemon{
		name:    "Redis",
		program: "redis-server",
		dir:     dir,
		pidFile: filepath.Join(dir, "redis.pid"),
		logFile: filepath.Join(h.dir, "log", "redis.log"),
		signals: []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL},
		command: func(port int) *exec.Cmd {
			return exec.Command(filepath.Join(bin, "redis-server"), filepath.Join(dir, "redis.conf"), "--port", strconv.Itoa(port))
		},
		probe: func(ctx context.Context, port int) error {
			return pingRedis(ctx, p.redisURL(port))
		},
	}
	return server
}

// redisURL is the address of the private Redis.
func (p passwords) redisURL(port int) string {
	address := url.URL{
		Scheme: "redis",
		User:   url.UserPassword("", p.Redis),
		Host:   net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Path:   "/0",
	}
	return address.String()
}

// up writes the configuration and starts the server. The append-only file is kept, flushed once a second: a message that
// was acknowledged stands in Redis until Postgres has it, so losing it at every `down` would hide faults of that path.
func (r redisServer) up(ctx context.Context, preferred int, progress io.Writer) (int, error) {
	if err := privateDir(r.dir); err != nil {
		return 0, fmt.Errorf("make the data folder of %s: %w", r.name, err)
	}
	config := strings.Join([]string{
		"bind 127.0.0.1",
		"daemonize no",
		"dir " + strconv.Quote(r.dir),
		"pidfile " + strconv.Quote(r.pidFile),
		"requirepass " + r.passwords.Redis,
		"databases " + strconv.Itoa(redisDatabases), // one for each test that wants its own
		"appendonly yes",
		"appendfsync everysec",
		"auto-aof-rewrite-min-size 256mb", // each rewrite forks, which stops everybody for some ten milliseconds
		`save ""`,
		"set-proc-title no", // the process table keeps naming this configuration file
		"",
	}, "\n")
	path := filepath.Join(r.dir, "redis.conf")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		return 0, fmt.Errorf("configure %s: %w", r.name, err)
	}
	if err := giveAway(path); err != nil {
		return 0, fmt.Errorf("configure %s: %w", r.name, err)
	}
	if preferred == 0 {
		preferred = redisPort
	}
	return r.start(ctx, preferred, progress)
}
