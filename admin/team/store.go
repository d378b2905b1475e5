package team

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/notify"
	"narthex/chat/church"
)

// Mailer queues mails of the platform; a *notify.Service.
type Mailer interface {
	Mail(ctx context.Context, tx pgx.Tx, m notify.Mail) error
}

type store struct {
	pool   *pgxpool.Pool
	mailer Mailer
	links  *Links
}

// account is a church's subscription, whose row is locked.
type account struct {
	Email string // the address that it belongs to; "" if nobody said
}

// read runs fn in a transaction of the admin's church.
func (s store) read(ctx context.Context, what string, fn func(tx pgx.Tx) error) error {
	return named(what, church.InChurch(ctx, s.pool, access.From(ctx).ChurchID, fn))
}

// change runs fn in a transaction of the admin's church, after all others that change its team and before the next. The admin is
// who they are by then: somebody who was just removed, or has other roles now, changes nothing any more.
func (s store) change(ctx context.Context, what string, fn func(ctx context.Context, tx pgx.Tx, at account) error) error {
	return s.read(ctx, what, func(tx pgx.Tx) error {
		at, err := lock(ctx, tx)
		if err != nil {
			return err
		}
		a := access.From(ctx)
		err = tx.QueryRow(ctx, `
			select array(select role from church_identity_roles where identity_id = $1),
				not exists (select from church_identity_roles where church_id = $2 and role in ('pastor', 'prayer_team'))`,
			a.IdentityID, a.ChurchID).Scan(&a.Roles, &a.StandsIn)
		if err != nil {
			return err
		}
		if !a.Changes(access.Team) {
			return errNotAllowed
		}
		return fn(access.With(ctx, a), tx, at)
	})
}

// lock waits for others who change the team of the admin's church.
func lock(ctx context.Context, tx pgx.Tx) (at account, err error) {
	err = tx.QueryRow(ctx, "select coalesce(admin_email, '') from premium_churches where church_id = $1 for update", access.From(ctx).ChurchID).Scan(&at.Email)
	return at, err
}

// named says what was being done when something failed. Refusals stay as they are.
func named(what string, err error) error {
	if _, refused := errors.AsType[*refusal](err); err == nil || refused {
		return err
	}
	return fmt.Errorf("%s: %w", what, err)
}
