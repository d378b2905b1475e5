package knowledge

import (
	"context"
	"fmt"
	"time"
)

// Retractions (knowledge_retractions) say which knowledge was edited or removed, so that answers made from it are purged
// from the cache; chat/church lists them to whoever purges. An answer lives a day, so older ones find nothing to purge. They
// are kept for several, in case answers are ever kept longer or a node's clock is wrong.
const (
	retractionsKept  = 7 * 24 * time.Hour
	forgottenAtOnce  = 5_000 // rows in one statement, which takes tens of milliseconds
	maxForgetBatches = 200   // of one run; the next goes on
)

// ForgetRetractions deletes the retractions that no cached answer can be older than, in batches, and returns how many.
func (l *Library) ForgetRetractions(ctx context.Context) (forgotten int64, err error) {
	for range maxForgetBatches {
		var gone int64
		if err := l.pool.QueryRow(ctx, `select forget_retractions($1, $2)`, retractionsKept, forgottenAtOnce).Scan(&gone); err != nil {
			return forgotten, fmt.Errorf("forget retractions: %w", err)
		}
		if forgotten += gone; gone < forgottenAtOnce {
			break
		}
	}
	return forgotten, nil
}
