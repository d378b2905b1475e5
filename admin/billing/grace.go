package billing

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// KeepGrace sends the mails that are due about payments that are owed, and takes churches offline whose grace is over. What one
// church makes fail keeps no other waiting.
func (s *Service) KeepGrace(ctx context.Context) error {
	churches, err := s.store.inGrace(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range churches {
		err := church.InChurch(ctx, s.store.pool, id, func(tx pgx.Tx) error {
			r, err := readRecord(ctx, tx, id)
			if err != nil {
				return err
			}
			return s.follow(ctx, tx, id, r, r)
		})
		if err != nil {
			failed = append(failed, fmt.Errorf("church %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}
