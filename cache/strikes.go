package cache

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache/bounded"
)

// Conduct counts how often the visitor of a session has harassed somebody, over all nodes together, and says whether the
// session is cooling off. While Redis is down each node counts for itself. It is safe for concurrent use.
//
// Whether a session is cooling off is asked for every message, and tens of thousands of messages a second are answered
// without any other round trip. So [Conduct.Cooling] looks only into this process, where a strike of this node leaves a
// mark, and [Conduct.Listen] marks what other nodes announce. The price: a node that was started, or cut off from Redis,
// while another let a session cool off answers that session's decent messages; its next strike is refused there as well.
type Conduct struct {
	client  redis.UniversalClient
	config  ConductConfig
	masters *Masters
	local   bounded.Cache[visitor, strikes]
	strikes *prometheus.CounterVec
	heard   prometheus.Counter
}

// ConductConfig sets up [Conduct]. The zero value of a field means its default.
type ConductConfig struct {
	// Strikes is how many lead to cooling off. Default 3.
	Strikes int
	// Window is how long after a strike the next one counts together with it. Default 30 minutes.
	Window time.Duration
	// CoolingOff is how long a session cools off. After that it is counted anew. Default 10 minutes.
	CoolingOff time.Duration
	// Timeout bounds every call to Redis. Default 250 ms.
	Timeout time.Duration
	// LocalSessions bounds of how many sessions this process knows, at some 200 bytes each. Default 20,000.
	LocalSessions int
	// Registerer takes the metrics. Default: none are exported.
	Registerer prometheus.Registerer
}

// visitor is a session of a church.
type visitor struct{ church, session uuid.UUID }

// strikes are what a process knows of one visitor.
type strikes struct {
	count   int
	until   time.Time // cooling off until then
	expires time.Time
}

// NewConduct sets up the counting.
func NewConduct(client redis.UniversalClient, config ConductConfig) (*Conduct, error) {
	config.Strikes = positive(config.Strikes, 3)
	config.Window = positive(config.Window, 30*time.Minute)
	config.CoolingOff = positive(config.CoolingOff, 10*time.Minute)
	config.Timeout = positive(config.Timeout, 250*time.Millisecond)
	config.LocalSessions = positive(config.LocalSessions, 20_000)
	if config.Window < time.Millisecond || config.CoolingOff < time.Millisecond {
		return nil, fmt.Errorf("window %v, cooling off %v: Redis counts in milliseconds", config.Window, config.CoolingOff)
	}
	return &Conduct{
		client: client, config: config, masters: newMasters(client, config.Timeout), local: bounded.New(bounded.Config[visitor, strikes]{Most: config.LocalSessions, Inline: true}),
		strikes: register(config.Registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_conduct_strikes_total",
			Help: "Strikes of visitors by where they were counted (redis, local while Redis is down) and what followed (warned, cooling).",
		}, []string{"backend", "result"})),
		heard: register(config.Registerer, prometheus.NewCounter(prometheus.CounterOpts{
			Name: "narthex_conduct_cooling_heard_total",
			Help: "Announcements that a session cools off, those of this node included.",
		})),
	}, nil
}

// strikeScript counts a strike. One while the session cools off changes nothing.
//
//	KEYS the session's hash: n = strikes, cooling = 1 while it cools off, for as long as the key lives
//	ARGV strikes that lead to cooling off, window and cooling off in ms, channel, session
//	returns strikes, ms of cooling off that are left
var strikeScript = redis.NewScript(`
	local most, window, cooling = tonumber(ARGV[1]), ARGV[2], ARGV[3]
	if redis.call('HGET', KEYS[1], 'cooling') then
		return {most, redis.call('PTTL', KEYS[1])}
	end
	local n = redis.call('HINCRBY', KEYS[1], 'n', 1)
	if n < most then
		redis.call('PEXPIRE', KEYS[1], window)
		return {n, 0}
	end
	redis.call('HSET', KEYS[1], 'cooling', 1)
	redis.call('PEXPIRE', KEYS[1], cooling)
	redis.call('PUBLISH', ARGV[4], ARGV[5] .. ' ' .. cooling)
	return {most, tonumber(cooling)}`)

// Note counts a strike. It returns how many there are, this one included, and until when the session cools off, or the
// zero time. The only error is that of a context that is done.
func (c *Conduct) Note(ctx context.Context, churchID, session uuid.UUID) (count int, coolingUntil time.Time, err error) {
	keys, who := keysOf(churchID), visitor{churchID, session}
	var reply []int64
	err = c.masters.Do(ctx, keys.church, func(ctx context.Context) (err error) {
		reply, err = strikeScript.Run(ctx, c.client, []string{keys.conduct(session)}, c.config.Strikes,
			c.config.Window.Milliseconds(), c.config.CoolingOff.Milliseconds(), keys.coolings(), session.String()).Int64Slice()
		return err
	})
	if err != nil && ctx.Err() != nil {
		return 0, time.Time{}, fmt.Errorf("note a strike: %w", context.Cause(ctx))
	}
	if err != nil || len(reply) != 2 {
		s := c.noteLocally(who)
		return c.counted("local", s)
	}
	s := strikes{count: int(reply[0])}
	if left := time.Duration(reply[1]) * time.Millisecond; left > 0 {
		s.until = time.Now().Add(left)
	}
	c.keep(who, s)
	return c.counted("redis", s)
}

// noteLocally counts a strike on what this process knows.
func (c *Conduct) noteLocally(who visitor) strikes {
	now := time.Now()
	return c.local.Update(who, func(s strikes, known bool) (strikes, bool) {
		switch {
		case !known || !now.Before(s.expires):
			s = strikes{}
		case now.Before(s.until):
			return s, false
		}
		s.count++
		if s.count >= c.config.Strikes {
			s.until = now.Add(c.config.CoolingOff)
		}
		return c.withExpiry(s, now), true
	})
}

// keep remembers what Redis has said, for Cooling and in case Redis goes down. A reply that comes late does not end a
// cooling off.
func (c *Conduct) keep(who visitor, s strikes) {
	now := time.Now()
	c.local.Update(who, func(old strikes, known bool) (strikes, bool) {
		if known && s.until.IsZero() && now.Before(old.until) {
			return old, false
		}
		return c.withExpiry(s, now), true
	})
}

func (c *Conduct) withExpiry(s strikes, now time.Time) strikes {
	s.expires = now.Add(c.config.Window)
	if !s.until.IsZero() {
		s.expires = s.until
	}
	return s
}

func (c *Conduct) counted(backend string, s strikes) (int, time.Time, error) {
	result := "warned"
	if !s.until.IsZero() {
		result = "cooling"
	}
	c.strikes.WithLabelValues(backend, result).Inc()
	return s.count, s.until, nil
}

// Cooling returns until when a session cools off, as far as this process knows. It asks nobody, and takes nanoseconds.
func (c *Conduct) Cooling(churchID, session uuid.UUID) (until time.Time, cooling bool) {
	s, known := c.local.Get(visitor{churchID, session})
	if !known || !time.Now().Before(s.until) {
		return time.Time{}, false
	}
	return s.until, true
}

// Listen marks the sessions that other nodes let cool off, until the context is done. It connects again when the
// connection is lost; what was announced meanwhile is missed.
func (c *Conduct) Listen(ctx context.Context) {
	announced := c.client.PSubscribe(ctx, allCoolings)
	stop := context.AfterFunc(ctx, func() { announced.Close() }) // a read has no deadline
	defer func() {
		if stop() {
			announced.Close()
		}
	}()
	for ctx.Err() == nil {
		message, err := announced.ReceiveMessage(ctx)
		if err == nil {
			c.hear(message)
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second): // Redis is down
		}
	}
}

// hear takes an announcement: the channel names the church, and the message the session and milliseconds.
func (c *Conduct) hear(message *redis.Message) {
	_, rest, _ := strings.Cut(message.Channel, "{")
	church, _, _ := strings.Cut(rest, "}")
	session, length, _ := strings.Cut(message.Payload, " ")
	churchID, churchErr := uuid.Parse(church)
	sessionID, sessionErr := uuid.Parse(session)
	ms, lengthErr := strconv.ParseInt(length, 10, 32)
	if churchErr != nil || sessionErr != nil || lengthErr != nil {
		return
	}
	c.heard.Inc()
	until := time.Now().Add(time.Duration(ms) * time.Millisecond)
	c.keep(visitor{churchID, sessionID}, strikes{count: c.config.Strikes, until: until})
}
