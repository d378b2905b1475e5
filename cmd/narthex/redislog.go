package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// redisLog puts what the Redis client has to say where everything else is said, but not at each turn of an outage.
type redisLog struct {
	logger *slog.Logger
	quiet  atomic.Int64 // until then, Unix nanoseconds
}

const redisLogPause = 10 * time.Second

// Printf implements the client's logger.
func (l *redisLog) Printf(ctx context.Context, format string, args ...any) {
	now := time.Now()
	if until := l.quiet.Load(); now.UnixNano() < until || !l.quiet.CompareAndSwap(until, now.Add(redisLogPause).UnixNano()) {
		return
	}
	l.logger.WarnContext(ctx, "Redis", "client", fmt.Sprintf(format, args...))
}
