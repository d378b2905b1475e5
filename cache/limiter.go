package cache

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"
	"github.com/redis/go-redis/v9"
	"golang.org/x/time/rate"
)

// Limiter limits how often something happens, over all nodes together (GCRA in Redis). While Redis is down it limits
// within this process: visitors are neither blocked nor unlimited. It is safe for concurrent use.
type Limiter struct {
	shared  *redis_rate.Limiter
	guard   *guard
	local   *otter.Cache[string, *rate.Limiter]
	metrics *metrics
}

// Decision says whether something may happen now and, if not, when it may.
type Decision struct {
	Allowed    bool
	RetryAfter time.Duration // 0 if allowed
}

// NewLimiter sets up the rate limits.
func NewLimiter(client redis.UniversalClient, config Config) (*Limiter, error) {
	config, err := config.withDefaults(time.Minute)
	if err != nil {
		return nil, fmt.Errorf("set up the rate limits: %w", err)
	}
	local, err := otter.New(&otter.Options[string, *rate.Limiter]{
		MaximumSize: config.LocalLimits,
		Executor:    func(task func()) { task() }, // no goroutine of its own
	})
	if err != nil {
		return nil, fmt.Errorf("set up the rate limits: %w", err)
	}
	return &Limiter{
		shared:  redis_rate.NewLimiter(churchKeys{client}),
		guard:   newGuard(config.Timeout),
		local:   local,
		metrics: newMetrics(config.Registerer),
	}, nil
}

// Allow counts one event of a kind ("session", "address") and key against perMinute, all of which may happen at once.
// A limit of 0 or less is off. The only error is that of a context that is done.
func (l *Limiter) Allow(ctx context.Context, churchID uuid.UUID, kind, key string, perMinute int) (Decision, error) {
	if perMinute <= 0 {
		return Decision{Allowed: true}, nil
	}
	name := keysOf(churchID).limit(kind, key)
	var result *redis_rate.Result
	err := l.guard.do(ctx, func(ctx context.Context) (err error) {
		result, err = l.shared.Allow(ctx, name, redis_rate.PerMinute(perMinute))
		return err
	})
	if ctx.Err() != nil && err != nil {
		return Decision{}, fmt.Errorf("limit %s: %w", kind, context.Cause(ctx))
	}
	if err != nil {
		return l.count("local", l.allowLocally(name, perMinute)), nil
	}
	return l.count("redis", Decision{Allowed: result.Allowed > 0, RetryAfter: max(0, result.RetryAfter)}), nil
}

func (l *Limiter) allowLocally(name string, perMinute int) Decision {
	every := rate.Limit(float64(perMinute) / 60)
	limiter, _ := l.local.ComputeIfAbsent(name, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(every, perMinute), false
	})
	if limiter.Burst() != perMinute { // the limit was reconfigured
		limiter.SetLimit(every)
		limiter.SetBurst(perMinute)
	}
	reservation := limiter.Reserve()
	if wait := reservation.Delay(); wait > 0 {
		reservation.Cancel()
		return Decision{RetryAfter: wait}
	}
	return Decision{Allowed: true}
}

func (l *Limiter) count(backend string, d Decision) Decision {
	result := "denied"
	if d.Allowed {
		result = "allowed"
	}
	l.metrics.limits.WithLabelValues(backend, result).Inc()
	return d
}

// churchKeys takes off the prefix that redis_rate puts before every key: a church's keys all begin with its hash tag.
type churchKeys struct{ redis.UniversalClient }

func (c churchKeys) Eval(ctx context.Context, script string, keys []string, args ...any) *redis.Cmd {
	return c.UniversalClient.Eval(ctx, script, withoutPrefix(keys), args...)
}

func (c churchKeys) EvalSha(ctx context.Context, sha1 string, keys []string, args ...any) *redis.Cmd {
	return c.UniversalClient.EvalSha(ctx, sha1, withoutPrefix(keys), args...)
}

func withoutPrefix(keys []string) []string {
	stripped := make([]string, len(keys))
	for i, key := range keys {
		stripped[i] = strings.TrimPrefix(key, "rate:")
	}
	return stripped
}
