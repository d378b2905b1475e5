package lookup

import (
	"context"
	"errors"
	"time"

	"narthex/chat/upstream"
)

// errUnasked is that Postgres was not asked, because it has said nothing to most who asked it lately.
var errUnasked = errors.New("postgres says nothing, and is left alone for a moment")

// bounds keep turns from waiting one after another for a Postgres that says nothing: each would wait as long as it may for the past and
// again for passages, and be at work all that time, so that others are refused.
type bounds struct {
	limit    time.Duration
	postgres *upstream.Breaker
}

// newBounds returns bounds that let each look-up take so long.
func newBounds(limit time.Duration) *bounds {
	return &bounds{limit: limit, postgres: upstream.NewBreaker(upstream.BreakerConfig{Failures: 8, Window: 2 * time.Second, Pause: time.Second})}
}

// read reads from Postgres within the bounds.
func read[T any](ctx context.Context, b *bounds, from func(context.Context) (T, error)) (found T, err error) {
	record, ok := b.postgres.Permit()
	if !ok {
		return found, errUnasked
	}
	outcome := upstream.None // of a panic as well: a breaker that probes waits for what came of it
	defer func() { record(outcome) }()
	limited, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	found, err = from(limited)
	switch {
	case ctx.Err() != nil:
	case err != nil && limited.Err() != nil:
		outcome = upstream.Bad
	default: // it answers, whatever it says
		outcome = upstream.Good
	}
	return found, err
}
