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

// Strikes counts how often the visitor of a session has harassed somebody, over all nodes together, and says whether the
// session is cooling off. While Redis is down each node counts for itself. It is safe for concurrent use.
//
// Whether a session is cooling off is asked for every message, and tens of thousands of messages a second are answered
// without any other round trip. So [Strikes.Cooling] looks only into this process, where a strike of this node leaves a
// mark, and [Strikes.Listen] marks what other nodes announce. The price: a node that was started, or cut off from Redis,
// while another let a session cool off answers that session's decent messages; its next strike is refused there as well.
type Strikes struct {
	client  redis.UniversalClient
	config  StrikesConfig
	masters *Masters
	local   bounded.Cache[visitor, tally]
	total   *prometheus.CounterVec
	heard   prometheus.Counter
}

// StrikesConfig sets up [Strikes]. The zero value of a field means its default.
type StrikesConfig struct {
	// Limit is how many strikes lead to cooling off. Default 3.
	Limit int
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

// tally is what a process knows of one visitor.
type tally struct {
	count   int
	until   time.Time // cooling off until then
	expires time.Time
}

// NewStrikes sets up the counting.
func NewStrikes(client redis.UniversalClient, config StrikesConfig) (*Strikes, error) {
	config.Limit = positive(config.Limit, 3)
	config.Window = positive(config.Window, 30*time.Minute)
	config.CoolingOff = positive(config.CoolingOff, 10*time.Minute)
	config.Timeout = positive(config.Timeout, 250*time.Millisecond)
	config.LocalSessions = positive(config.LocalSessions, 20_000)
	if config.Window < time.Millisecond || config.CoolingOff < time.Millisecond {
		return nil, fmt.Errorf("window %v, cooling off %v: Redis counts in milliseconds", config.Window, config.CoolingOff)
	}
	return &Strikes{
		client: client, config: config, masters: newMasters(client, config.Timeout), local: bounded.New(bounded.Config[visitor, tally]{Most: config.LocalSessions, Inline: true}),
		total: register(config.Registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
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
func (s *Strikes) Note(ctx context.Context, churchID, session uuid.UUID) (count int, coolingUntil time.Time, err error) {
	keys, who := keysOf(churchID), visitor{churchID, session}
	var reply []int64
	err = s.masters.Do(ctx, keys.church, func(ctx context.Context) (err error) {
		reply, err = strikeScript.Run(ctx, s.client, []string{keys.conduct(session)}, s.config.Limit,
			s.config.Window.Milliseconds(), s.config.CoolingOff.Milliseconds(), keys.coolings(), session.String()).Int64Slice()
		return err
	})
	if err != nil && ctx.Err() != nil {
		return 0, time.Time{}, fmt.Errorf("note a strike: %w", context.Cause(ctx))
	}
	if err != nil || len(reply) != 2 {
		t := s.noteLocally(who)
		return s.counted("local", t)
	}
	t := tally{count: int(reply[0])}
	if left := time.Duration(reply[1]) * time.Millisecond; left > 0 {
		t.until = time.Now().Add(left)
	}
	s.keep(who, t)
	return s.counted("redis", t)
}

// noteLocally counts a strike on what this process knows.
func (s *Strikes) noteLocally(who visitor) tally {
	now := time.Now()
	return s.local.Update(who, func(t tally, known bool) (tally, bool) {
		switch {
		case !known || !now.Before(t.expires):
			t = tally{}
		case now.Before(t.until):
			return t, false
		}
		t.count++
		if t.count >= s.config.Limit {
			t.until = now.Add(s.config.CoolingOff)
		}
		return s.withExpiry(t, now), true
	})
}

// keep remembers what Redis has said, for Cooling and in case Redis goes down. A reply that comes late does not end a
// cooling off.
func (s *Strikes) keep(who visitor, t tally) {
	now := time.Now()
	s.local.Update(who, func(old tally, known bool) (tally, bool) {
		if known && t.until.IsZero() && now.Before(old.until) {
			return old, false
		}
		return s.withExpiry(t, now), true
	})
}

func (s *Strikes) withExpiry(t tally, now time.Time) tally {
	t.expires = now.Add(s.config.Window)
	if !t.until.IsZero() {
		t.expires = t.until
	}
	return t
}

func (s *Strikes) counted(backend string, t tally) (int, time.Time, error) {
	result := "warned"
	if !t.until.IsZero() {
		result = "cooling"
	}
	s.total.WithLabelValues(backend, result).Inc()
	return t.count, t.until, nil
}

// Cooling returns until when a session cools off, as far as this process knows. It asks nobody, and takes nanoseconds.
func (s *Strikes) Cooling(churchID, session uuid.UUID) (until time.Time, cooling bool) {
	t, known := s.local.Get(visitor{churchID, session})
	if !known || !time.Now().Before(t.until) {
		return time.Time{}, false
	}
	return t.until, true
}

// Listen marks the sessions that other nodes let cool off, until the context is done. It connects again when the
// connection is lost; what was announced meanwhile is missed.
func (s *Strikes) Listen(ctx context.Context) {
	announced := s.client.PSubscribe(ctx, allCoolings)
	stop := context.AfterFunc(ctx, func() { announced.Close() }) // a read has no deadline
	defer func() {
		if stop() {
			announced.Close()
		}
	}()
	for ctx.Err() == nil {
		message, err := announced.ReceiveMessage(ctx)
		if err == nil {
			s.hear(message)
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second): // Redis is down
		}
	}
}

// hear takes an announcement: the channel names the church, and the message the session and milliseconds.
func (s *Strikes) hear(message *redis.Message) {
	_, rest, _ := strings.Cut(message.Channel, "{")
	church, _, _ := strings.Cut(rest, "}")
	session, length, _ := strings.Cut(message.Payload, " ")
	churchID, churchErr := uuid.Parse(church)
	sessionID, sessionErr := uuid.Parse(session)
	ms, lengthErr := strconv.ParseInt(length, 10, 32)
	if churchErr != nil || sessionErr != nil || lengthErr != nil {
		return
	}
	s.heard.Inc()
	until := time.Now().Add(time.Duration(ms) * time.Millisecond)
	s.keep(visitor{churchID, sessionID}, tally{count: s.config.Limit, until: until})
}
