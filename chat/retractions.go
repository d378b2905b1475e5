package chat

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// retractedSince lists the knowledge rows of a church that were edited or removed after a version, and the version that
// the list goes up to.
func retractedSince(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, version int64) (contents []uuid.UUID, through int64, err error) {
	through = version
	batch := &pgx.Batch{}
	batch.Queue(`
		select version, content_id
		from knowledge_retractions
		where organization_id = $1 and version > $2
		order by version`, churchID, version)
	err = church.BatchInChurch(ctx, pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var content uuid.UUID
			if err := rows.Scan(&through, &content); err != nil {
				return err
			}
			contents = append(contents, content)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, version, fmt.Errorf("read retracted knowledge: %w", err)
	}
	return contents, through, nil
}
