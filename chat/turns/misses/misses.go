// Package misses limits, by client address, requests for turns that do not exist.
package misses

import (
	"time"

	"golang.org/x/time/rate"

	"narthex/cache/bounded"
	"narthex/chat"
)

const (
	// perMinute is how many misses one address may have in a minute. Whole congregations share an address, but they ask for turns that
	// exist, at a church that they name.
	perMinute    = 120
	maxAddresses = 10_000 // that are remembered
)

// Limiter limits, by client address, requests for turns that do not exist, which Redis and Postgres are asked about, and for turns
// whose church is not named, which are expensive even if the turn exists. It asks nobody but this process: a limit in Redis would cost
// what it is to save.
type Limiter struct {
	byAddress bounded.Cache[string, *rate.Limiter]
}

// New returns a limiter that has counted nothing.
func New() Limiter {
	return Limiter{bounded.New(bounded.Config[string, *rate.Limiter]{Most: maxAddresses, Inline: true})}
}

// Admit refuses, with chat.ErrRateLimited, an address with too many misses of late. Requests without an address are our own, and are not
// limited.
func (l Limiter) Admit(address string) error {
	if address == "" {
		return nil
	}
	if missing := 1 - l.of(address).Tokens(); missing > 0 {
		return chat.ErrRateLimited.After(time.Duration(missing / perMinute * float64(time.Minute)))
	}
	return nil
}

// Count counts a request for a turn that does not exist, or whose church was not named.
func (l Limiter) Count(address string) {
	if address != "" {
		l.of(address).Allow()
	}
}

func (l Limiter) of(address string) *rate.Limiter {
	return l.byAddress.GetOrMake(address, func() *rate.Limiter { return rate.NewLimiter(rate.Limit(perMinute)/60, perMinute) })
}
