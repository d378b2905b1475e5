package stack

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// RedisCluster are three masters without replicas, each with a third of the slots, of the program that serves the local stack.
type RedisCluster struct {
	Addresses []string

	dir     string             // of what masters keep
	masters map[string]*master // by address
}

const (
	clusterLimit = time.Minute
	clusterSlots = 16384
)

// NewRedisCluster starts a cluster that ends with the test.
func NewRedisCluster(t testing.TB) *RedisCluster {
	t.Helper()
	c, err := StartRedisCluster(t.Context(), Need(t).RedisURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// StartRedisCluster starts a cluster of the program that serves the Redis at an address.
func StartRedisCluster(ctx context.Context, redisURL string) (c *RedisCluster, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, clusterLimit, errors.New("the masters of a cluster do not find each other"))
	defer cancel()
	program, err := redisProgram(ctx, redisURL)
	if err != nil {
		return nil, err
	}
	c = &RedisCluster{masters: make(map[string]*master)}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if c.dir, err = os.MkdirTemp("", "narthex-cluster-"); err != nil {
		return nil, err
	}
	for range 3 {
		m, err := startMaster(ctx, program, c.dir)
		if err != nil {
			return c, err
		}
		c.masters[m.address] = m
		c.Addresses = append(c.Addresses, m.address)
	}
	return c, c.join(ctx)
}

// join gives the masters their slots and has them find each other.
func (c *RedisCluster) join(ctx context.Context) error {
	first := c.masters[c.Addresses[0]]
	_, port, _ := net.SplitHostPort(first.address)
	for i, address := range c.Addresses {
		if _, err := askMaster(ctx, address, "cluster", "addslotsrange", i*clusterSlots/3, (i+1)*clusterSlots/3-1); err != nil {
			return err
		}
		if _, err := askMaster(ctx, address, "cluster", "meet", "127.0.0.1", port, first.bus); err != nil {
			return err
		}
	}
	for {
		whole, err := c.whole(ctx)
		if whole || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Client returns a client of the cluster, with the patience that the server has.
func (c *RedisCluster) Client(t testing.TB) *redis.ClusterClient {
	t.Helper()
	client := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: c.Addresses, ContextTimeoutEnabled: true, MaxRetries: 1, DialTimeout: 500 * time.Millisecond, DialerRetries: 1,
	})
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

// Kill kills the master at an address.
func (c *RedisCluster) Kill(t testing.TB, address string) {
	t.Helper()
	if err := c.KillMaster(address); err != nil {
		t.Fatal(err)
	}
}

// KillMaster kills the master at an address.
func (c *RedisCluster) KillMaster(address string) error {
	return c.masters[address].process.Process.Kill()
}

// Close ends the cluster.
func (c *RedisCluster) Close() error {
	for _, m := range c.masters {
		m.end()
	}
	return os.RemoveAll(c.dir)
}

// whole reports whether every master knows of all, and that all slots are served.
func (c *RedisCluster) whole(ctx context.Context) (bool, error) {
	for _, address := range c.Addresses {
		info, err := askMaster(ctx, address, "cluster", "info")
		if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_slots_ok:16384") || !strings.Contains(info, "cluster_known_nodes:3") {
			return false, err
		}
	}
	return true, nil
}

func askMaster(ctx context.Context, address string, command ...any) (string, error) {
	client := redis.NewClient(&redis.Options{Addr: address})
	defer client.Close()
	reply, err := client.Do(ctx, command...).Text()
	if err != nil {
		return "", fmt.Errorf("%v: %w", command, err)
	}
	return reply, nil
}

// redisProgram is the path of the program that runs the Redis at an address.
func redisProgram(ctx context.Context, redisURL string) (string, error) {
	options, err := redis.ParseURL(redisURL)
	if err != nil {
		return "", fmt.Errorf("read the address of Redis: %w", err)
	}
	client := redis.NewClient(options)
	defer client.Close()
	info, err := client.Info(ctx, "server").Result()
	if err != nil {
		return "", fmt.Errorf("ask Redis which program it is: %w", err)
	}
	_, rest, _ := strings.Cut(info, "executable:")
	path, _, _ := strings.Cut(rest, "\r\n")
	if path == "" {
		return "", errors.New("redis does not say which program it is")
	}
	return path, nil
}

// master is one of the cluster.
type master struct {
	process *exec.Cmd
	address string
	bus     string        // the port that masters talk to each other on
	said    chan struct{} // closed when it has ended, and said all it had to say
}

// startMaster starts a master that has no slots yet, and waits until it is ready.
func startMaster(ctx context.Context, program, dir string) (*master, error) {
	address, err := LastingAddress()
	if err != nil {
		return nil, err
	}
	bus, err := LastingAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	m := &master{address: address, said: make(chan struct{})}
	_, m.bus, _ = net.SplitHostPort(bus)
	m.process = exec.Command(program, "--port", port, "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-port", m.bus,
		"--cluster-config-file", "nodes-"+port+".conf", "--dir", dir, "--save", "", "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "60000")
	output, err := m.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	m.process.Stderr = os.Stderr
	if err := m.process.Start(); err != nil {
		return nil, err
	}
	ready := make(chan struct{})
	go func() { // ends with the master, for which end waits
		defer close(m.said)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if strings.Contains(lines.Text(), "Ready to accept connections") {
				close(ready)
			}
		}
	}()
	select {
	case <-ready:
		return m, nil
	case <-m.said:
		err = errors.New("a master ended at its start")
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	m.end()
	return nil, err
}

func (m *master) end() {
	_ = m.process.Process.Kill() // or somebody has
	<-m.said
	_ = m.process.Wait()
}
