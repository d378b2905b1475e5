// Package copies makes many churches of one: as many as tests and measurements of a large platform need, each with all that answering
// its visitors reads.
package copies

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Slug is that of the n-th copy, from 1 on.
func Slug(of string, n int) string { return fmt.Sprintf("%s-copy-%d", of, n) }

// ID is that of the n-th copy, from 1 on.
func ID(of string, n int) uuid.UUID { return uuid.NewMD5(uuid.NameSpaceOID, []byte(Slug(of, n))) }

// table is one that is copied: the column that names the church, and what is not copied as it is.
type table struct {
	name, church string
	own          map[string]string
}

// tables are in the order in which they refer to each other. A copy is no demonstration: its visitors cannot choose a lens.
var tables = []table{
	{"churches", "id", map[string]string{"slug": "copy.slug", "is_demo": "false"}},
	{"premium_churches", "church_id", map[string]string{
		"id": newID, "admin_token": newID, "payment_subscription_id": "null", "payment_customer_id": "null"}},
	{"church_voice_agents", "church_id", map[string]string{
		"id": newID, "carrier_phone_number": "null", "assistant_phone_number": "null"}},
	{"organization_settings", "organization_id", map[string]string{"id": newID}},
	{"church_theological_lenses", "church_id", map[string]string{"id": newID}},
	{"knowledge_documents", "organization_id", map[string]string{"id": idOf("id")}},
	{"unified_rag_content", "organization_id", map[string]string{"id": newID, "document_id": idOf("document_id")}},
}

const newID = "gen_random_uuid()"

// idOf is the id that what has one in the original has in the copy.
func idOf(column string) string {
	return "md5(original." + column + "::text || copy.id::text)::uuid"
}

// Make copies the church with the slug until there are n copies, as the owner of the tables.
func Make(ctx context.Context, owner *pgxpool.Pool, of string, n int) error {
	ids, slugs := make([]uuid.UUID, n), make([]string, n)
	for i := range n {
		ids[i], slugs[i] = ID(of, i+1), Slug(of, i+1)
	}
	return pgx.BeginFunc(ctx, owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			create temporary table copies on commit drop as
			select id, slug from unnest($1::uuid[], $2::text[]) as copy (id, slug)
			where not exists (select from churches c where c.id = copy.id)`, ids, slugs); err != nil {
			return fmt.Errorf("name copies of %s: %w", of, err)
		}
		for _, t := range tables {
			if err := t.copy(ctx, tx, of); err != nil {
				return fmt.Errorf("copy %s of %s: %w", t.name, of, err)
			}
		}
		return nil
	})
}

func (t table) copy(ctx context.Context, tx pgx.Tx, of string) error {
	rows, err := tx.Query(ctx, `
		select attname::text from pg_attribute
		where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`, t.name)
	if err != nil {
		return err
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = "original." + column
		if own, ok := t.own[column]; ok {
			values[i] = own
		}
		if column == t.church {
			values[i] = "copy.id"
		}
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(`
		insert into %s (%s)
		select %s from %s original, copies copy
		where original.%s = (select id from churches where slug = $1)`,
		t.name, strings.Join(columns, ", "), strings.Join(values, ", "), t.name, t.church), of)
	return err
}
