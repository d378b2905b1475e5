package journal

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"narthex/cache"
)

// perMaster calls fn with the churches of each master of Redis, of all masters at once: none waits for another that says nothing.
func (j *Journal) perMaster(ctx context.Context, churches []uuid.UUID, fn func(breaker *cache.Breaker, churches []uuid.UUID) error) error {
	of := make(map[*cache.Breaker][]uuid.UUID)
	for _, churchID := range churches {
		breaker := j.masters.Of(ctx, JournalKey(churchID))
		of[breaker] = append(of[breaker], churchID)
	}
	var asked errgroup.Group
	for breaker, churches := range of {
		asked.Go(func() (err error) {
			defer j.panics.Recover("journal_master", func(cause error) { err = cause })
			return fn(breaker, churches)
		})
	}
	return asked.Wait()
}
