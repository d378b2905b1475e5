package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// warnings are what is unsafe about the servers and settings that a node runs with, in words for operators. They are looked for at
// start and from then on, because a Redis may be down then, or be replaced.
type warnings struct {
	pool     *pgxpool.Pool
	redis    redis.UniversalClient
	settings []string // what is wrong with the settings, which do not change
	waits    poolWaits
	found    atomic.Pointer[[]string]
}

// lookEvery is the pause between two looks.
const lookEvery = 10 * time.Second

// current is what the last look found. Nobody waits for it: load balancers ask while Postgres is frozen, too.
func (w *warnings) current() []string {
	if found := w.found.Load(); found != nil {
		return *found
	}
	return []string{}
}

// look finds what is unsafe now. What cannot be asked just now is not warned of: /readyz says by itself what is down.
func (w *warnings) look(ctx context.Context) {
	found := append([]string{}, w.settings...)
	found = append(found, ofPostgres(ctx, w.pool)...)
	found = append(found, w.waits.since(w.pool.Stat())...)
	found = append(found, ofRedis(ctx, w.redis)...)
	w.found.Store(&found)
}

func ofPostgres(ctx context.Context, pool *pgxpool.Pool) []string {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var commit string
	if err := pool.QueryRow(ctx, `select current_setting('synchronous_commit')`).Scan(&commit); err == nil && commit == "off" {
		return []string{"Postgres has synchronous_commit = off: its crash loses what visitors were told is kept. Set it to on"}
	}
	return nil
}

// ofRedis asks every server of a cluster that takes writes: the journal of each church is on one of them.
func ofRedis(ctx context.Context, client redis.UniversalClient) []string {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	cluster, ok := client.(*redis.ClusterClient)
	if !ok {
		return ofRedisServer(ctx, client)
	}
	var mu sync.Mutex
	found := make(map[string]bool)
	_ = cluster.ForEachMaster(ctx, func(ctx context.Context, master *redis.Client) error {
		said := ofRedisServer(ctx, master)
		mu.Lock()
		defer mu.Unlock()
		for _, warning := range said {
			found[warning] = true
		}
		return nil
	})
	var all []string
	for _, warning := range []string{redisWithoutAOF, redisEvicts} {
		if found[warning] {
			all = append(all, warning)
		}
	}
	return all
}

const (
	redisWithoutAOF = "Redis has no AOF: its crash loses messages that were acknowledged and are not in Postgres yet. Set appendonly yes"
	redisEvicts     = "Redis may evict keys when its memory is full, acknowledged messages among them. Set maxmemory-policy noeviction"
)

// ofRedisServer reads INFO, which users of managed servers may call where CONFIG is forbidden.
func ofRedisServer(ctx context.Context, client redis.Cmdable) (found []string) {
	persistence, err := client.Info(ctx, "persistence").Result()
	if err == nil && strings.Contains(persistence, "aof_enabled:0") {
		found = append(found, redisWithoutAOF)
	}
	memory, err := client.Info(ctx, "memory").Result()
	if err == nil && strings.Contains(memory, "maxmemory_policy:") && !strings.Contains(memory, "maxmemory_policy:noeviction") {
		found = append(found, redisEvicts)
	}
	return found
}

// unsafe is what is wrong with the settings. Limits are as they should be after it.
func (c *serveCommand) unsafe() []string {
	return slices.Concat(c.ofSettings(), c.ofBaseURL(), c.ofSpool())
}

// ofSettings are limits that mean nothing. They are taken as 0.
func (c *limitConfig) ofSettings() (found []string) {
	for _, limit := range []struct {
		name  string
		value *int
	}{
		{"NARTHEX_RATE_SESSION", &c.RateSession}, {"NARTHEX_RATE_ADDRESS", &c.RateAddress},
		{"NARTHEX_RATE_CRISES", &c.RateCrises}, {"NARTHEX_CONNECTIONS_PER_ADDRESS", &c.Connections},
		{"NARTHEX_ADMITTED", &c.Admitted},
	} {
		if *limit.value < 0 {
			found = append(found, fmt.Sprintf("%s is %d: it is taken as 0", limit.name, *limit.value))
			*limit.value = 0
		}
	}
	return found
}

// poolWaits tells how long work has waited for connections between two looks.
type poolWaits struct {
	acquired int64
	waited   time.Duration
}

// mostWait is how long a connection may be waited for on average before the pool is too small for what it has to do.
const mostWait = 10 * time.Millisecond

func (p *poolWaits) since(stat *pgxpool.Stat) []string {
	acquired, waited := stat.AcquireCount()-p.acquired, stat.EmptyAcquireWaitTime()-p.waited
	p.acquired, p.waited = stat.AcquireCount(), stat.EmptyAcquireWaitTime()
	if acquired <= 0 || waited/time.Duration(acquired) < mostWait {
		return nil
	}
	return []string{fmt.Sprintf(
		"Postgres' pool of %d connections is smaller than the load: more than %s is waited for each. Set NARTHEX_POSTGRES_CONNECTIONS",
		stat.MaxConns(), mostWait)}
}

// warn looks for what is unsafe until ctx ends, and says each thing once.
func (s *server) warn(ctx context.Context) error {
	said := make(map[string]bool)
	for {
		s.warnings.look(ctx)
		for _, warning := range s.warnings.current() {
			if !said[warning] {
				s.sayUnsafe(ctx, warning)
			}
			said[warning] = true
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lookEvery):
		}
	}
}

func (s *server) sayUnsafe(ctx context.Context, warning string) {
	if s.config.TryingOut {
		s.logger.InfoContext(ctx, "not safe for real visitors, on purpose here", "warning", warning)
		return
	}
	s.logger.WarnContext(ctx, "not safe", "warning", warning)
}
