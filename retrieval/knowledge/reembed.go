package knowledge

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// Reembed converts the church's rows to the library's embedder, batch by batch; progress (which may be nil) is told how
// many rows are done. It may be stopped at any time and called again: rows that are converted already are left alone, and
// until the end searches find those that are. Rows that fail keep their old embedding and are counted in failed.
func (l *Library) Reembed(ctx context.Context, churchID uuid.UUID, progress func(done int)) (converted, failed int, err error) {
	if progress == nil {
		progress = func(int) {}
	}
	after := uuid.Nil
	for {
		rows, err := l.pendingRows(ctx, churchID, `
			id > $2 and embedding is not null and metadata ->> 'embedder' is distinct from $3
			order by id
			limit $4`, after, l.embedder.Name(), l.cfg.BatchTexts)
		if err != nil {
			return converted, failed, err
		}
		if len(rows) == 0 {
			return converted, failed, nil
		}
		good, bad, err := l.embedRows(ctx, churchID, rows)
		converted, failed = converted+good, failed+bad
		if err != nil {
			return converted, failed, fmt.Errorf("re-embed with %s: %w", l.embedder.Name(), err)
		}
		progress(converted)
		after = rows[len(rows)-1].ID
	}
}
