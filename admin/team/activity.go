package team

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// Change is what somebody changed.
type Change struct {
	ID         uuid.UUID         `json:"id"`
	Who        string            `json:"who"`  // the address that it was changed under
	What       string            `json:"what"` // such as faq.created
	Detail     map[string]string `json:"detail"`
	HappenedAt time.Time         `json:"happened_at"`
}

const changesOnPage = 50

// changes are a page of what was changed in the church, the latest first: those before one, or the latest of all. more is whether
// there are earlier ones.
func (s store) changes(ctx context.Context, before *uuid.UUID) (page []Change, more bool, err error) {
	err = s.read(ctx, "list what was changed", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id, who, what, detail, happened_at from audit_log
			where church_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`, access.From(ctx).ChurchID, before, changesOnPage+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, pgx.RowToStructByName[Change])
		return err
	})
	if len(page) > changesOnPage {
		return page[:changesOnPage], true, err
	}
	return page, false, err
}
