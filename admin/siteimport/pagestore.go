package siteimport

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/draft"
	"narthex/chat/church"
)

// pageOf is a page of an import.
type pageOf struct {
	Key, URL string
	First    bool // the site's own
}

// next is the page to read now, and notes that it is. ok is false when the import has ended, or there is nothing more to read.
func (s store) next(ctx context.Context, of readSite) (page pageOf, ok bool, err error) {
	err = church.InChurch(ctx, s.pool, of.ChurchID, func(tx pgx.Tx) error {
		if working, err := lock(ctx, tx, of); err != nil || !working {
			return err
		}
		rows, err := tx.Query(ctx, `
			select key, url, rank >= 1000 as first from site_import_pages p
			where church_id = $1 and import_id = $2 and reason is null and found is null
				and (select count(*) from site_import_pages d where d.church_id = $1 and d.import_id = $2 and (d.reason is not null or d.found is not null)) < $3
			order by rank desc, place limit 1`, of.ChurchID, of.ImportID, mostPages)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, pgx.RowToStructByName[pageOf])
		if err != nil || len(found) == 0 {
			return err
		}
		page, ok = found[0], true
		_, err = tx.Exec(ctx, "update site_imports set reading = $3 where church_id = $1 and id = $2", of.ChurchID, of.ImportID, page.URL)
		return err
	})
	return page, ok, named("look for the next page", err)
}

// lock keeps others from ending an import until the transaction ends. working is false where it has ended.
func lock(ctx context.Context, tx pgx.Tx, of readSite) (working bool, err error) {
	rows, err := tx.Query(ctx, "select status = 'working' from site_imports where church_id = $1 and id = $2 for update", of.ChurchID, of.ImportID)
	if err != nil {
		return false, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[bool])
	return len(found) == 1 && found[0], err
}

// outcome is what came of a page.
type outcome struct {
	page  pageOf
	at    string       // the key of where it was in the end
	why   crawl.Reason // empty: it was read
	found draft.Found
	links []crawl.Link
	took  time.Duration
}

// put notes what came of a page, and where it leads.
func (s store) put(ctx context.Context, of readSite, o outcome) error {
	err := church.InChurch(ctx, s.pool, of.ChurchID, func(tx pgx.Tx) error {
		if working, err := lock(ctx, tx, of); err != nil || !working {
			return err
		}
		var found []byte
		if o.why == "" {
			var err error
			if found, err = json.Marshal(o.found); err != nil {
				return err
			}
		}
		batch := &pgx.Batch{}
		batch.Queue("update site_import_pages set reason = nullif($4, ''), found = $5 where church_id = $1 and import_id = $2 and key = $3",
			of.ChurchID, of.ImportID, o.page.Key, string(o.why), found)
		if o.at != "" && o.at != o.page.Key { // where it leads is not read once more
			batch.Queue("delete from site_import_pages where church_id = $1 and import_id = $2 and key = $3 and reason is null and found is null", of.ChurchID, of.ImportID, o.at)
		}
		batch.Queue("update site_imports set spent_ms = spent_ms + $3 where church_id = $1 and id = $2", of.ChurchID, of.ImportID, o.took.Milliseconds())
		queueLinks(batch, of, o.links)
		return tx.SendBatch(ctx, batch).Close()
	})
	return named("note what a page says", err)
}

// list notes what the site's own list of pages leads to.
func (s store) list(ctx context.Context, of readSite, links []crawl.Link) error {
	err := church.InChurch(ctx, s.pool, of.ChurchID, func(tx pgx.Tx) error {
		if working, err := lock(ctx, tx, of); err != nil || !working {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue("update site_imports set listed = true where church_id = $1 and id = $2", of.ChurchID, of.ImportID)
		queueLinks(batch, of, links)
		return tx.SendBatch(ctx, batch).Close()
	})
	return named("note a site's pages", err)
}

// queueLinks has pages wait that are not known yet. Of those that a better one is known for, as many as may wait, none is.
func queueLinks(batch *pgx.Batch, of readSite, links []crawl.Link) {
	if len(links) == 0 {
		return
	}
	keys, urls, ranks := make([]string, len(links)), make([]string, len(links)), make([]int32, len(links))
	for i, l := range links {
		keys[i], urls[i], ranks[i] = crawl.Key(l.URL), l.URL.String(), int32(l.Rank)
	}
	batch.Queue(`
		insert into site_import_pages (church_id, import_id, key, url, rank)
		select $1, $2, key, url, rank from unnest($3::text[], $4::text[], $5::int[]) with ordinality as l (key, url, rank, place) order by place
		on conflict (import_id, key) do update set rank = greatest(site_import_pages.rank, excluded.rank)`, of.ChurchID, of.ImportID, keys, urls, ranks)
	batch.Queue(`
		delete from site_import_pages where church_id = $1 and import_id = $2 and reason is null and found is null and key not in (
			select key from site_import_pages where church_id = $1 and import_id = $2 and reason is null and found is null order by rank desc, place limit $3)`,
		of.ChurchID, of.ImportID, mostWaiting)
}

// findings are what the pages of an import say that were read, and why the first was not.
func (s store) findings(ctx context.Context, of readSite) (found []finding, err error) {
	err = church.InChurch(ctx, s.pool, of.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select url, rank >= 1000 as first, coalesce(reason, '') as reason, found from site_import_pages
			where church_id = $1 and import_id = $2 and (found is not null or reason is not null) order by rank desc, place`, of.ChurchID, of.ImportID)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[finding])
		return err
	})
	return found, named("read what pages say", err)
}

// refusedPage is a page that could not be read.
type refusedPage struct{ URL, Reason string }

// Place is the address as it is shown.
func (p refusedPage) Place() string { return placeOf(p.URL) }

// refused are the pages of an import that could not be read, with a crawl.Reason each.
func (s store) refused(ctx context.Context, churchID, id uuid.UUID) (pages []refusedPage, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select url, reason from site_import_pages where church_id = $1 and import_id = $2 and reason is not null order by rank desc, place", churchID, id)
		if err != nil {
			return err
		}
		pages, err = pgx.CollectRows(rows, pgx.RowToStructByName[refusedPage])
		return err
	})
	return pages, named("read what pages could not be read", err)
}

// finding is what came of a page.
type finding struct {
	URL    string
	First  bool
	Reason string
	Found  *draft.Found
}
