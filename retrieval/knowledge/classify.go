package knowledge

import (
	"context"
	"fmt"
)

// classifyBatch is how many rows change sides in one statement: each costs some milliseconds in the HNSW index.
const classifyBatch = 200

// Classify moves churches that have grown large to the approximate index, and those that have shrunk back to the exact
// scan. It returns how many rows changed sides.
func (l *Library) Classify(ctx context.Context) (int, error) {
	total := 0
	for {
		var changed int
		if err := l.pool.QueryRow(ctx, `select classify_knowledge($1, $2)`, l.cfg.ScanLimit, classifyBatch).Scan(&changed); err != nil {
			return total, fmt.Errorf("sort churches by size: %w", err)
		}
		total += changed
		if changed == 0 {
			return total, nil
		}
	}
}
