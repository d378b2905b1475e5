package siteimport

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/siteimport/crawl"
	"narthex/chat/church"
)

type store struct{ pool *pgxpool.Pool }

const selected = `
	select i.id, i.url, i.status, coalesce(i.reason, '') as reason, coalesce(i.moved_to, '') as moved_to, coalesce(i.reading, '') as reading,
		i.begun_at, i.ended_at, i.spent_ms, i.listed,
		(select count(*) from site_import_pages p where p.church_id = i.church_id and p.import_id = i.id and p.found is not null) as read,
		(select count(*) from site_import_pages p where p.church_id = i.church_id and p.import_id = i.id and p.reason is not null) as refused,
		(select count(*) from site_import_drafts d where d.church_id = i.church_id and d.import_id = i.id) as drafts,
		(select count(*) from site_import_drafts d where d.church_id = i.church_id and d.import_id = i.id and d.status = 'open') as open
	from site_imports i where i.church_id = $1`

// begin notes an import whose first page waits to be read, and has it worked on. It fails with errWorking or errTooMany.
func (s store) begin(ctx context.Context, a access.Admin, site crawl.Site, queue func(context.Context, pgx.Tx, readSite) error) (id uuid.UUID, err error) {
	id = uuid.Must(uuid.NewV7())
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		// Of two that begin at once one waits here, and then counts the other.
		var today int
		if _, err := tx.Exec(ctx, "select from premium_churches where church_id = $1 for update", a.ChurchID); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, "select count(*) from site_imports where church_id = $1 and begun_at > now() - interval '1 day'", a.ChurchID).Scan(&today)
		if err == nil && today >= mostADay {
			return errTooMany
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			update site_imports set status = 'failed', reason = 'unreachable', ended_at = now()
			where church_id = $1 and status = 'working' and begun_at < now() - $2::interval`, a.ChurchID, abandoned)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "insert into site_imports (id, church_id, url) values ($1, $2, $3)", id, a.ChurchID, site.Home.String())
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.ConstraintName == "site_imports_one_at_a_time" {
			return errWorking
		}
		if err != nil {
			return err
		}
		const first = "insert into site_import_pages (church_id, import_id, key, url, rank) values ($1, $2, $3, $4, 1000)"
		if _, err := tx.Exec(ctx, first, a.ChurchID, id, crawl.Key(site.Home), site.Home.String()); err != nil {
			return err
		}
		if err := queue(ctx, tx, readSite{a.ChurchID, id}); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "site.read", map[string]string{"url": site.Home.String()})
	})
	return id, named("begin to read a website", err)
}

// imports are the church's, the newest first.
func (s store) imports(ctx context.Context, a access.Admin) (found []Import, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selected+" order by i.begun_at desc, i.id desc limit 10", a.ChurchID)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Import])
		return err
	})
	return found, named("read the imports", err)
}

// one is an import of the church's. It fails with errGone.
func (s store) one(ctx context.Context, churchID, id uuid.UUID) (found Import, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selected+" and i.id = $2", churchID, id)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Import])
		return err
	})
	return found, named("read an import", err)
}

// cancel ends an import; nothing of what was found is kept. It fails with errGone where nothing is under way.
func (s store) cancel(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		ended, err := tx.Exec(ctx, "update site_imports set status = 'cancelled', reading = null, ended_at = now() where church_id = $1 and id = $2 and status = 'working'", a.ChurchID, id)
		if err != nil {
			return err
		}
		if ended.RowsAffected() == 0 {
			return errGone
		}
		if _, err := tx.Exec(ctx, "delete from site_import_pages where church_id = $1 and import_id = $2", a.ChurchID, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "site.read_cancelled", nil)
	})
	return named("cancel an import", err)
}

// website is the address of the church's website, as far as it is known.
func (s store) website(ctx context.Context, a access.Admin) (address string, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "select coalesce(website, '') from churches where id = $1", a.ChurchID).Scan(&address)
	})
	return address, named("read a church's website", err)
}

func named(what string, err error) error {
	for _, known := range []error{errGone, errWorking, errTooMany} {
		if errors.Is(err, known) {
			return known
		}
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
