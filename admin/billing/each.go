package billing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// each does something for each of several churches, with its record, in a transaction of its own. What one of them makes fail keeps no
// other waiting.
func (s *Service) each(ctx context.Context, churches []uuid.UUID, do func(tx pgx.Tx, id uuid.UUID, r record) error) error {
	var failed []error
	for _, id := range churches {
		err := church.InChurch(ctx, s.store.pool, id, func(tx pgx.Tx) error {
			r, err := readRecord(ctx, tx, id)
			if err != nil {
				return err
			}
			return do(tx, id, r)
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("church %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}
