package billing

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// KeepGrace sends the mails that are due about payments that are owed, and takes churches offline whose grace is over. What one
// church makes fail keeps no other waiting.
func (s *Service) KeepGrace(ctx context.Context) error {
	churches, err := s.store.inGrace(ctx)
	if err != nil {
		return err
	}
	return s.each(ctx, churches, func(tx pgx.Tx, id uuid.UUID, r record) error { return s.follow(ctx, tx, id, r, r) })
}
