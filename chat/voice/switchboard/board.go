package switchboard

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

// Limits are what may be on the line. Zero values get the defaults; below zero there is no limit.
type Limits struct {
	PerChurch     int           // calls at once, default 20
	PerCaller     int           // calls at once from one number to a church, default 2
	ChurchADay    time.Duration // of a church's calls together on one of its days, default 10 hours
	CallerADay    time.Duration // of the calls from one number to a church on one of its days, default 2 hours
	Lease         time.Duration // after which a call whose node has died is off the line, default 15 s
	Renewed       time.Duration // how often a call says that it goes on, default a third of the lease
	StateLifetime time.Duration // for how long a call that is cut off can go on, default 10 minutes
}

func (l Limits) withDefaults() Limits {
	l.PerChurch = cmp.Or(l.PerChurch, 20)
	l.PerCaller = cmp.Or(l.PerCaller, 2)
	l.ChurchADay = cmp.Or(l.ChurchADay, 10*time.Hour)
	l.CallerADay = cmp.Or(l.CallerADay, 2*time.Hour)
	l.Lease = cmp.Or(l.Lease, 15*time.Second)
	l.Renewed = cmp.Or(l.Renewed, l.Lease/3)
	l.StateLifetime = cmp.Or(l.StateLifetime, 10*time.Minute)
	return l
}

// Board is the switchboard of a deployment. It is safe for concurrent use.
type Board struct {
	client  redis.UniversalClient
	limits  Limits
	masters *cache.Masters
}

// timeout bounds every call to Redis. A caller notices a quarter of a second, and no more.
const timeout = 250 * time.Millisecond

// New returns a switchboard.
func New(client redis.UniversalClient, limits Limits) *Board {
	return &Board{client: client, limits: limits.withDefaults(),
		masters: cache.NewMasters(client, cache.BreakerConfig{Timeout: timeout, Failures: 3, Pause: time.Second, Sheds: true})}
}

// Limits are what may be on the line.
func (b *Board) Limits() Limits { return b.limits }

// The keys of the switchboard are in the list of cache/keys.go.
func callsKey(church uuid.UUID) string { return cache.KeyPrefix(church) + "calls" }

func callerKey(church uuid.UUID, caller string) string {
	return cache.KeyPrefix(church) + "calls:of:" + digest(caller)
}

func timeKey(church uuid.UUID, day string) string {
	return cache.KeyPrefix(church) + "calls:time:" + day
}

func stateKey(church, session uuid.UUID) string {
	return cache.KeyPrefix(church) + "call:" + session.String()
}

// digest keeps telephone numbers out of Redis. Nobody who can read it is kept from trying all numbers.
func digest(caller string) string {
	if caller == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(caller))
	return hex.EncodeToString(sum[:12])
}
