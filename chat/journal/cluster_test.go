package journal

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/cmd/dev/stack"
)

// masters are a Redis cluster of three, of which each can be killed.
type masters struct {
	client *redis.ClusterClient
	of     map[string]*exec.Cmd // by address
}

const clusterLimit = time.Minute

// startCluster starts three masters of the program that serves tests, without replicas.
func startCluster(t *testing.T) *masters {
	t.Helper()
	program := redisProgram(t)
	m := &masters{of: make(map[string]*exec.Cmd)}
	var addresses []string
	for range 3 {
		address := m.start(t, program)
		addresses = append(addresses, address)
	}
	const slots = 16384
	for i, address := range addresses {
		node := redis.NewClient(&redis.Options{Addr: address})
		must(t, node.ClusterAddSlotsRange(t.Context(), i*slots/3, (i+1)*slots/3-1).Err())
		_, port, _ := net.SplitHostPort(addresses[0])
		must(t, node.ClusterMeet(t.Context(), "127.0.0.1", port).Err())
		must(t, node.Close())
	}
	m.client = redis.NewClusterClient(&redis.ClusterOptions{Addrs: addresses, ContextTimeoutEnabled: true, MaxRetries: 1, DialTimeout: 500 * time.Millisecond, DialerRetries: 1})
	t.Cleanup(func() { m.client.Close() })
	for _, address := range addresses {
		node := redis.NewClient(&redis.Options{Addr: address})
		eventually(t, func() bool {
			info, err := node.ClusterInfo(t.Context()).Result()
			return err == nil && strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3")
		})
		must(t, node.Close())
	}
	m.client.ReloadState(t.Context())
	return m
}

// redisProgram is the path of the program that the tests' Redis runs.
func redisProgram(t *testing.T) string {
	t.Helper()
	options, err := redis.ParseURL(stack.Need(t).RedisURL)
	must(t, err)
	client := redis.NewClient(options)
	defer client.Close()
	info, err := client.Info(t.Context(), "server").Result()
	must(t, err)
	_, rest, found := strings.Cut(info, "executable:")
	path, _, _ := strings.Cut(rest, "\r\n")
	if !found || path == "" {
		t.Fatal("Redis does not say which program it is")
	}
	return path
}

// start starts a master that has no slots yet, and waits until it is ready.
func (m *masters) start(t *testing.T, program string) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address = listener.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	must(t, listener.Close())
	dir := t.TempDir()
	cmd := exec.Command(program, "--port", port, "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-port", freePort(t), "--dir", dir, "--save", "",
		"--cluster-require-full-coverage", "no", "--cluster-allow-reads-when-down", "yes", "--cluster-node-timeout", "60000")
	output, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
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
		_ = cmd.Process.Kill()
		<-ended
		_ = cmd.Wait()
	})
	select {
	case <-ready:
	case <-time.After(clusterLimit):
		t.Fatal("a master does not come up")
	}
	m.of[address] = cmd
	return address
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(clusterLimit); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come about")
		}
	}
}

// churchOn returns a church whose keys a master has, or another one than that.
func (m *masters) churchOn(t *testing.T, address string, there bool) uuid.UUID {
	t.Helper()
	for {
		churchID := uuid.New()
		master, err := m.client.MasterForKey(t.Context(), JournalKey(churchID))
		must(t, err)
		if (master.Options().Addr == address) == there {
			return churchID
		}
	}
}

// accepted journals a question of a church.
func accepted(ctx context.Context, j *Journal, churchID uuid.UUID) (chat.TurnRef, error) {
	ref := chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: churchID}
	_, err := j.Accept(ctx, Acceptance{Ref: ref, Payload: []byte("{}"), Question: chat.Record{
		ID: chat.MessageID(ref.Turn, "user"), ChurchID: churchID, SessionID: ref.Session, TurnID: ref.Turn, Role: "user", Content: "Hello", At: time.Now(),
	}})
	return ref, err
}

func TestOneDeadMasterIsTheAffairOfItsChurchesAlone(t *testing.T) {
	m := startCluster(t)
	active, err := m.client.MasterForKey(t.Context(), activeKey)
	must(t, err)
	var dead string
	for address := range m.of {
		if address != active.Options().Addr {
			dead = address
		}
	}
	j := NewJournal(m.client)
	churches := NewActiveChurches(j)
	hit := m.churchOn(t, dead, true)
	spared := []uuid.UUID{m.churchOn(t, dead, false), m.churchOn(t, dead, false), m.churchOn(t, dead, false)}
	must(t, churches.Announce(t.Context(), append(spared, hit)...))
	turns := make(map[uuid.UUID]chat.TurnRef)
	for _, churchID := range append(spared, hit) {
		turns[churchID], err = accepted(t.Context(), j, churchID)
		must(t, err)
	}
	if waiting, err := churches.Waiting(t.Context()); waiting != 4 || err != nil {
		t.Fatalf("%d wait: %v", waiting, err)
	}

	must(t, m.of[dead].Process.Kill())
	eventually(t, func() bool { _, err := accepted(t.Context(), j, hit); return err != nil })
	for i := range 30 {
		churchID := spared[i%len(spared)]
		if _, err := accepted(t.Context(), j, churchID); err != nil {
			t.Errorf("question %d of a church that nothing is amiss with: %v", i, err)
		}
		if !j.Up(t.Context(), churchID) {
			t.Error("what nothing is amiss with counts as down")
		}
		_, _ = accepted(t.Context(), j, hit)
	}
	if j.Up(t.Context(), hit) {
		t.Error("what is dead counts as up")
	}
	if !j.Suspect() {
		t.Error("nobody suspects that messages are sent again that Redis does not know")
	}
	if waiting, err := churches.Waiting(t.Context()); waiting != int64(len(spared))+30 || err == nil {
		t.Errorf("%d wait: %v", waiting, err)
	}
	found, err := j.Unattended(t.Context(), append(spared, hit))
	if _, known := found[hit]; known || err == nil || len(found) != len(spared) {
		t.Errorf("found %v: %v", found, err)
	}
	for _, churchID := range spared {
		if !found[churchID].Busy {
			t.Errorf("nothing waits of %v", churchID)
		}
		if of, err := churches.ChurchOf(t.Context(), turns[churchID]); of != churchID {
			t.Errorf("the turn is of %v: %v", of, err)
		}
	}
	if of, err := churches.ChurchOf(t.Context(), turns[hit]); of != uuid.Nil || err == nil {
		t.Errorf("the turn of a church that cannot be asked is of %v: %v", of, err)
	}
	for _, churchID := range spared {
		if !j.Up(t.Context(), churchID) {
			t.Errorf("%v counts as down, because others were asked about together with it", churchID)
		}
	}
}

// TestLapsedTurnsAreFoundPastAMasterThatDoesNotAnswer is the takeover's view of the same.
func TestLapsedTurnsAreFoundPastAMasterThatDoesNotAnswer(t *testing.T) {
	m := startCluster(t)
	j := NewJournal(m.client)
	var dead string
	for address := range m.of {
		dead = address
	}
	hit, spared := m.churchOn(t, dead, true), m.churchOn(t, dead, false)
	ref, err := accepted(t.Context(), j, spared)
	must(t, err)
	given, err := j.Give(t.Context(), ref)
	if must(t, err); !given {
		t.Fatal("the turn is not ours")
	}
	must(t, m.of[dead].Process.Kill())
	found, err := j.Unattended(t.Context(), []uuid.UUID{hit, spared})
	if err == nil || fmt.Sprint(found[spared].Lapsed) != fmt.Sprint([]uuid.UUID{ref.Turn}) {
		t.Errorf("found %v: %v", found, err)
	}
}
