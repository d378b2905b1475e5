package stack

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// RedisCluster are three masters without replicas, each with a third of the slots, of the program that serves the other tests.
type RedisCluster struct {
	Addresses []string

	masters map[string]*exec.Cmd // by address
	bus     map[string]string    // the port that masters talk to each other on, by address
}

const (
	clusterLimit = time.Minute
	clusterSlots = 16384
)

// NewRedisCluster starts a cluster that ends with the test.
func NewRedisCluster(t testing.TB) *RedisCluster {
	t.Helper()
	program := redisProgram(t)
	c := &RedisCluster{masters: make(map[string]*exec.Cmd), bus: make(map[string]string)}
	for range 3 {
		c.Addresses = append(c.Addresses, c.start(t, program))
	}
	first := c.Addresses[0]
	_, port, _ := net.SplitHostPort(first)
	for i, address := range c.Addresses {
		c.ask(t, address, "cluster", "addslotsrange", i*clusterSlots/3, (i+1)*clusterSlots/3-1)
		c.ask(t, address, "cluster", "meet", "127.0.0.1", port, c.bus[first])
	}
	for deadline := time.Now().Add(clusterLimit); !c.whole(t); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the masters do not find each other")
		}
	}
	return c
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
	if err := c.masters[address].Process.Kill(); err != nil {
		t.Fatal(err)
	}
}

// whole reports whether every master knows of all, and that all slots are served.
func (c *RedisCluster) whole(t testing.TB) bool {
	t.Helper()
	for _, address := range c.Addresses {
		info := c.ask(t, address, "cluster", "info")
		if !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_slots_ok:16384") || !strings.Contains(info, "cluster_known_nodes:3") {
			return false
		}
	}
	return true
}

func (c *RedisCluster) ask(t testing.TB, address string, command ...any) string {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: address})
	defer client.Close()
	reply, err := client.Do(t.Context(), command...).Text()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return reply
}

// redisProgram is the path of the program that the tests' Redis runs.
func redisProgram(t testing.TB) string {
	t.Helper()
	var path string
	info := "# nothing"
	options, err := redis.ParseURL(Need(t).RedisURL)
	if err == nil {
		client := redis.NewClient(options)
		defer client.Close()
		info, err = client.Info(t.Context(), "server").Result()
	}
	if _, rest, found := strings.Cut(info, "executable:"); found {
		path, _, _ = strings.Cut(rest, "\r\n")
	}
	if err != nil || path == "" {
		t.Fatalf("Redis does not say which program it is: %v", err)
	}
	return path
}

// start starts a master that has no slots yet, and waits until it is ready.
func (c *RedisCluster) start(t testing.TB, program string) (address string) {
	t.Helper()
	address, bus := freeAddress(t), freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	_, c.bus[address], _ = net.SplitHostPort(bus)
	master := exec.Command(program, "--port", port, "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-port", c.bus[address],
		"--dir", t.TempDir(), "--save", "", "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "60000")
	output, err := master.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	master.Stderr = os.Stderr
	if err := master.Start(); err != nil {
		t.Fatal(err)
	}
	ready, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if strings.Contains(lines.Text(), "Ready to accept connections") {
				close(ready)
			}
		}
	}()
	t.Cleanup(func() {
		_ = master.Process.Kill() // or the test has
		<-ended
		_ = master.Wait()
	})
	select {
	case <-ready:
	case <-ended:
		t.Fatal("a master ended at its start")
	case <-time.After(clusterLimit):
		t.Fatal("a master does not come up")
	}
	c.masters[address] = master
	return address
}

func freeAddress(t testing.TB) string {
	t.Helper()
	address, err := LastingAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}
