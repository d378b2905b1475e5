package transcript

import (
	"context"
	"time"
)

const (
	// countEvery is how often the backlog is counted.
	countEvery = time.Second
	// countRests is how many times as long as it took the next count waits: counting takes Redis no more than so small a share.
	countRests = 20
)

// countBacklog keeps the metric of what waits in Redis, and what the drain itself goes by, until the context ends.
func (d *Drain) countBacklog(ctx context.Context) {
	for {
		began := time.Now()
		entries, err := d.active.Waiting(ctx)
		if err == nil || entries > 0 { // some may be more than were counted, but none says nothing
			d.backlog.Store(entries)
			d.metrics.backlog.Set(float64(entries))
		}
		if err != nil && ctx.Err() == nil {
			d.logger.Warn("could not count all the messages that wait to be stored", "error", err)
		}
		select {
		case <-time.After(max(countEvery, countRests*time.Since(began))):
		case <-ctx.Done():
			return
		}
	}
}
