package journal

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"narthex/cache"
)

// perMaster calls fn once for each master of Redis, with the churches whose keys it has. The calls run concurrently, so that a master that
// does not answer delays nobody else's churches.
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
