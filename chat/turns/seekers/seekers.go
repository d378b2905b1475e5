// Package seekers limits who looks for turns that there are not.
package seekers

import (
	"time"

	"golang.org/x/time/rate"

	"narthex/cache/bounded"
	"narthex/chat"
)

const (
	// seeksPerMinute is how many turns may be sought in vain from one address in a minute. Whole congregations share an address, but
	// they seek turns that there are, at a church that they name.
	seeksPerMinute = 120
	maxSeekers     = 10_000 // addresses that are remembered
)

// Seekers limits, by client address, looking for turns that there are not, which Redis and Postgres are asked about, and for
// turns whose church is not named, which is dear even if there are some. It asks nobody but this process: a limit in Redis
// would cost what it is to save.
type Seekers struct {
	byAddress bounded.Cache[string, *rate.Limiter]
}

// New returns one that has seen nobody.
func New() Seekers {
	return Seekers{bounded.New(bounded.Config[string, *rate.Limiter]{Most: maxSeekers, Inline: true})}
}

// Admit refuses, with chat.ErrRateLimited, whoever has sought too many turns of late. Without an address it is ourselves who seek.
func (s Seekers) Admit(address string) error {
	if address == "" {
		return nil
	}
	if missing := 1 - s.of(address).Tokens(); missing > 0 {
		return chat.ErrRateLimited.After(time.Duration(missing / seeksPerMinute * float64(time.Minute)))
	}
	return nil
}

// Count counts a turn that was sought in vain, or without its church.
func (s Seekers) Count(address string) {
	if address != "" {
		s.of(address).Allow()
	}
}

func (s Seekers) of(address string) *rate.Limiter {
	return s.byAddress.GetOrMake(address, func() *rate.Limiter { return rate.NewLimiter(rate.Limit(seeksPerMinute)/60, seeksPerMinute) })
}
