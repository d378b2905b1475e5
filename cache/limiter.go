package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"golang.org/x/time/rate"

	"narthex/cache/bounded"
)

// Limiter limits how often something happens, over all nodes together (GCRA in Redis). While Redis is down it limits
// within this process: visitors are neither blocked nor unlimited. It is safe for concurrent use.
type Limiter struct {
	client  redis.UniversalClient
	masters *Masters
	local   bounded.Cache[string, *rate.Limiter]
	metrics *metrics
}

// LimitLua is the arithmetic of a limit (GCRA), for scripts that decide on it together with something else. now is Redis's
// own time in Unix milliseconds, with a fraction. following gives when the event after this one would be due, which is what the
// key keeps, and how many milliseconds too early this one comes: it may happen if that is 0 or less, and then spend is to
// be called.
const LimitLua = `
	local minute = 60000
	local function following(key, perMinute, now)
		local due = math.max(tonumber(redis.call('GET', key) or now), now) + minute / perMinute
		return due, due - now - minute
	end
	local function spend(key, due, now)
		redis.call('SET', key, due, 'PX', math.max(1, math.ceil(due - now)))
	end`

// limitScript gives 0 for an event that may happen, and otherwise after how many milliseconds it may.
//
//	KEYS the limit's
//	ARGV events a minute
var limitScript = redis.NewScript(LimitLua + `
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + clock[2] / 1000
	local due, early = following(KEYS[1], ARGV[1], now)
	if early > 0 then
		return math.ceil(early)
	end
	spend(KEYS[1], due, now)
	return 0`)

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
	return &Limiter{
		client:  client,
		masters: newMasters(client, config.Timeout),
		local:   bounded.New(bounded.Config[string, *rate.Limiter]{Most: config.LocalLimits, Inline: true}),
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
	var wait int64
	err := l.masters.Do(ctx, name, func(ctx context.Context) (err error) {
		wait, err = limitScript.Run(ctx, l.client, []string{name}, perMinute).Int64()
		return err
	})
	if ctx.Err() != nil && err != nil {
		return Decision{}, fmt.Errorf("limit %s: %w", kind, context.Cause(ctx))
	}
	if err != nil {
		return l.count("local", l.allowLocally(name, perMinute)), nil
	}
	return l.count("redis", Decision{Allowed: wait == 0, RetryAfter: time.Duration(wait) * time.Millisecond}), nil
}

// Decided counts decisions that a script took with LimitLua together with something else.
func (l *Limiter) Decided(allowed bool, times int) {
	l.metrics.limits.WithLabelValues("redis", resultOf(allowed)).Add(float64(times))
}

func (l *Limiter) allowLocally(name string, perMinute int) Decision {
	every := rate.Limit(float64(perMinute) / 60)
	limiter := l.local.GetOrMake(name, func() *rate.Limiter { return rate.NewLimiter(every, perMinute) })
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
	l.metrics.limits.WithLabelValues(backend, resultOf(d.Allowed)).Inc()
	return d
}

func resultOf(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "denied"
}
