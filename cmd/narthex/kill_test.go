package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/cmd/loadtest/upstream"
	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

var kills = flag.Int("kills", 10, "nodes that TestNothingIsLostWhenNodesAreKilled kills; each takes 8 s to 10 s, for which -timeout must allow")

// Visitors at any time. Those who ask the model are being answered nearly always. There are as many as two slow cores answer in
// time under the race detector, while other packages are tested beside them.
const (
	streamingVisitors = 260
	lookingVisitors   = 40
)

// killsInARow is one fewer than the deaths after which a turn is given up, because it may be what kills nodes. After so many, nodes
// live until everybody whom these kills can have hit is answered.
const killsInARow = deathsToGiveUp - 1

// TestNothingIsLostWhenNodesAreKilled kills one of two nodes again and again, at any moment and now and then both, while
// hundreds of visitors are being answered.
func TestNothingIsLostWhenNodesAreKilled(t *testing.T) {
	s := prepareScene(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute+time.Duration(*kills)*25*time.Second)
	defer cancel()
	visitors := gather(ctx, t, s, streamingVisitors, lookingVisitors)
	began := time.Now()
	for killed, calm := 0, 0; killed < *kills && ctx.Err() == nil; {
		pause(ctx, 5*time.Second)
		killed += s.killSome(ctx, t, min(*kills, calm+killsInARow)-killed)
		if killed-calm >= killsInARow {
			visitors.settle(ctx)
			calm = killed
		}
	}
	t.Logf("%d nodes were killed in %v", *kills, time.Since(began).Round(time.Second))
	visitors.disperse()
	visitors.report(t)
	t.Logf("Redis answered within %v", s.pulse.slowest().Round(time.Millisecond))
	s.check(t, visitors)
}

// TestNothingIsLostInARollingRestart stops one node after the other in good order, as a deployment does, with less time
// than the answers under way need.
func TestNothingIsLostInARollingRestart(t *testing.T) {
	s := prepareScene(t)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	visitors := gather(ctx, t, s, 200, 10)
	for _, node := range s.cluster.Nodes() {
		pause(ctx, 4*time.Second)
		began := time.Now()
		if err := node.Stop(); err != nil {
			t.Error(err)
		}
		t.Logf("%s stopped in %v", node.Name(), time.Since(began).Round(time.Millisecond))
		if err := node.Start(); err != nil {
			t.Error(err)
		}
	}
	visitors.disperse()
	visitors.report(t)
	if len(visitors.waits) == 0 {
		t.Error("no turn was handed over in mid-answer")
	}
	s.check(t, visitors)
}

// scene is a cluster of two nodes on a database of its own, with a model that takes its time.
type scene struct {
	cluster  *nodes.Cluster
	log      *nodeLog
	pulse    *pulse
	db       *pgtest.DB
	redisURL string
	church   uuid.UUID
}

func prepareScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{db: modelContents.New(t), redisURL: stack.NeedRedisDB(t), church: seed.ChurchID("grace-harbor")}
	program := nodes.Build(t)
	environment := append(os.Environ(),
		"DATABASE_URL="+s.db.URL, "DATABASE_ADMIN_URL="+s.db.AdminURL, "REDIS_URL="+s.redisURL,
		"OPENAI_BASE_URL="+startModel(t), "OPENAI_API_KEY=test", "NARTHEX_MODERATION=off",
		"NARTHEX_RATE_SESSION=0", "NARTHEX_RATE_ADDRESS=0", "NARTHEX_RATE_CRISES=0", "NARTHEX_ADMITTED=100000", "NARTHEX_DAILY_BUDGET_USD=0", "NARTHEX_LOG_FORMAT=json",
		"NARTHEX_SHUTDOWN_LIMIT=1s", "NARTHEX_TURN_LIMIT=1m")
	s.log, s.pulse = &nodeLog{to: t.Output()}, feelPulse(t, s.redisURL)
	s.cluster = nodes.Start(logging{t, s.log}, nodes.Config{Count: 2, Program: program, Environment: environment})
	return s
}

// startModel serves a model whose answers take two to four seconds, and returns its address.
func startModel(t testing.TB) string {
	t.Helper()
	server, err := upstream.New(upstream.Config{Tokens: 20, Rate: 6, FirstToken: 150 * time.Millisecond, Jitter: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := upstream.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Errorf("the model: %v", err)
		}
	})
	return "http://" + listener.Addr().String() + "/v1"
}

// killSome kills a node, or, if so many are wanted, sometimes the other as well while the first starts again.
func (s *scene) killSome(ctx context.Context, t *testing.T, wanted int) (killed int) {
	t.Helper()
	first := rand.IntN(2)
	victims := []*nodes.Server{s.cluster.Node(first)}
	if wanted > 1 && rand.IntN(6) == 0 {
		victims = append(victims, s.cluster.Node(1-first))
	}
	var restarting sync.WaitGroup
	for i, victim := range victims {
		if i > 0 {
			pause(ctx, 500*time.Millisecond)
		}
		if !victim.Kill() {
			t.Fatalf("%s had died before", victim.Name())
		}
		restarting.Go(func() {
			if len(victims) == 1 && rand.IntN(3) == 0 {
				pause(ctx, 6*time.Second) // the other has to do it all
			}
			if err := victim.Start(); err != nil {
				t.Error(err)
			}
		})
	}
	restarting.Wait()
	return len(victims)
}

// check holds what the visitors were told against what is stored.
func (s *scene) check(t *testing.T, visitors *crowd) {
	t.Helper()
	for i, breach := range visitors.broken {
		if i == 20 {
			t.Errorf("and %d more", len(visitors.broken)-i)
			break
		}
		t.Error(breach)
	}
	// A message that a node could not tell Redis of is in Postgres alone, and the node is not to die then; nor can a node that
	// stops hand over what it could not tell Redis of.
	report := t.Errorf
	stalled := s.pulse.slowest() > redisPatience
	if stalled {
		t.Logf("Redis did not answer for %v: this machine has too much to do", s.pulse.slowest())
		report = t.Logf
	}
	for _, begun := range visitors.anew[:min(len(visitors.anew), 20)] {
		report("%s", begun)
	}
	if t.Failed() {
		return
	}
	s.checkDrained(t)
	stored := s.stored(t)
	messages := 0
	for _, list := range stored {
		messages += len(list)
	}
	if messages != 2*len(visitors.turns) || len(stored) != len(visitors.turns) {
		t.Errorf("%d messages of %d turns are stored, of %d questions", messages, len(stored), len(visitors.turns))
	}
	abandoned, kept := 0, 0
	for _, u := range visitors.turns {
		if stalled && u.failure == cutByRestart {
			kept++
			continue
		}
		if u.failure != "" && u.resets >= deathsToGiveUp {
			abandoned++
			continue
		}
		if u.failure != "" || u.finish != "stop" {
			t.Errorf("%v ended with %q %q", u, u.finish, u.failure)
			continue
		}
		if wrong := u.wrong(); wrong != "" {
			t.Errorf("%v: %s", u, wrong)
		}
		want := []message{{"assistant", string(u.text), "stop"}, {"user", u.question, ""}}
		if !slices.Equal(stored[u.id], want) {
			t.Errorf("%v: stored is\n%q, want\n%q", u, stored[u.id], want)
		}
	}
	mostAbandoned := len(visitors.turns) / 100
	if stalled { // to others a node that Redis does not answer is as good as dead
		mostAbandoned = len(visitors.turns) / 10
	}
	if abandoned > mostAbandoned {
		t.Errorf("%d turns were given up because their nodes died again and again", abandoned)
	}
	if kept > len(visitors.turns)/4 {
		t.Errorf("%d turns of %d were not handed over", kept, len(visitors.turns))
	}
	for _, line := range s.log.alarming() {
		if !stalled || !strings.Contains(line, `"code":"`+cutByRestart+`"`) && !strings.Contains(line, "read the journal: read tcp") { // of Redis
			t.Errorf("a node says: %s", line)
		}
	}
}

// cutByRestart is how a turn ends that a node that stops could give to nobody.
const cutByRestart = "shutting_down"

// deathsToGiveUp is over how many takeovers a turn may be given up: as many as mostDeaths of chat/turns, each of which its reader hears of.
const deathsToGiveUp = 3

type message struct{ role, content, outcome string }

func (s *scene) stored(t *testing.T) map[uuid.UUID][]message {
	t.Helper()
	rows, err := s.db.Admin.Query(t.Context(), `
		select turn_id, role, content, coalesce(outcome, '')
		from messages
		order by turn_id, role`)
	if err != nil {
		t.Fatal(err)
	}
	stored := make(map[uuid.UUID][]message)
	var turn uuid.UUID
	var m message
	_, err = pgx.ForEachRow(rows, []any{&turn, &m.role, &m.content, &m.outcome}, func() error {
		stored[turn] = append(stored[turn], m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// checkDrained waits until nothing is left in Redis that is to be done, and fails for what would stay for ever.
func (s *scene) checkDrained(t *testing.T) {
	t.Helper()
	options, err := redis.ParseURL(s.redisURL)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	defer client.Close()
	var left []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if left = undone(t, client); len(left) == 0 {
			return
		}
	}
	t.Errorf("%d keys are left in Redis, among them %q", len(left), left[:min(len(left), 10)])
}

var (
	// workKeys are those of running turns and of records that Postgres does not have, and the churches that have any.
	workKeys = regexp.MustCompile(`:(running|journal|journal:refused|active|turn:[^:]+|turn:[^:]+:events)$`)
	// lastingKeys are few, and the same ones whatever happens.
	lastingKeys = regexp.MustCompile(`^narthex:\{churches\}:mark$`)
)

// undone lists keys that stand for work, or that do not expire.
func undone(t *testing.T, client *redis.Client) (left []string) {
	t.Helper()
	keys := client.Scan(t.Context(), 0, "*", 1000).Iterator()
	for keys.Next(t.Context()) {
		key := keys.Val()
		if workKeys.MatchString(key) {
			left = append(left, key)
			continue
		}
		ttl, err := client.TTL(t.Context(), key).Result()
		if err != nil {
			t.Fatal(err)
		}
		if ttl == -1 && !lastingKeys.MatchString(key) {
			left = append(left, key+" (never expires)")
		}
	}
	if err := keys.Err(); err != nil {
		t.Fatal(err)
	}
	return left
}

// redisPatience is how long the server waits for a connection to Redis at the most.
const redisPatience = 500 * time.Millisecond

// pulse watches how long Redis takes to answer.
type pulse struct {
	mu      sync.Mutex
	longest time.Duration
}

func feelPulse(t *testing.T, redisURL string) *pulse {
	t.Helper()
	options, err := redis.ParseURL(redisURL)
	if err != nil {
		t.Fatal(err)
	}
	options.MaxRetries = -1
	client := redis.NewClient(options)
	p := &pulse{}
	ctx, cancel := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		watching.Wait()
		_ = client.Close()
	})
	watching.Go(func() {
		const every = 20 * time.Millisecond
		last := time.Now()
		for ctx.Err() == nil {
			_ = client.Ping(ctx).Err() // one that fails has taken its time, too
			pause(ctx, every)
			p.mu.Lock()
			p.longest = max(p.longest, time.Since(last)-every)
			p.mu.Unlock()
			last = time.Now()
		}
	})
	return p
}

// slowest also counts what the test itself was kept waiting for a processor: so were the nodes.
func (p *pulse) slowest() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.longest
}

// logging is a test that hands the nodes another place for their output.
type logging struct {
	testing.TB
	log *nodeLog
}

func (l logging) Output() io.Writer { return l.log }

// nodeLog passes on what the nodes say, and keeps what may have to be answered for.
type nodeLog struct {
	to io.Writer

	mu   sync.Mutex
	kept []string
}

func (l *nodeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range bytes.Lines(p) {
		for _, mark := range []string{"panic", "fatal error", "DATA RACE", `"level":"ERROR"`, "a turn failed"} {
			if bytes.Contains(line, []byte(mark)) {
				l.kept = append(l.kept, strings.TrimSpace(string(line)))
				break
			}
		}
	}
	return l.to.Write(p)
}

const abandonment = "node after node died over this turn"

// alarming returns what no node should have said.
func (l *nodeLog) alarming() (lines []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.kept {
		// The jobs' library says this of a database that did nothing but wait when the node was stopped.
		stopped := strings.Contains(line, `"msg":"maintenance.`) && strings.Contains(line, `"error":"context canceled"`)
		if !stopped && !strings.Contains(line, abandonment) {
			lines = append(lines, line)
		}
	}
	return lines
}
