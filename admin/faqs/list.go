package faqs

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
)

// perPage is how many FAQs a page shows.
const perPage = 50

// listing is a page of FAQs.
type listing struct {
	FAQs       []FAQ
	Found, All int // as many fit the search; as many there are
	Categories []string
}

// list reads a page of the FAQs whose question or answer has all words of a search, in a category if one is named.
func (s store) list(ctx context.Context, a access.Admin, search, category string, page int) (l listing, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		where, args := " where true", []any{a.ChurchID, planLimit(a)}
		for _, word := range strings.Fields(search) {
			args = append(args, "%"+escaped(word)+"%")
			where += fmt.Sprintf(" and (question ilike $%d or answer ilike $%d)", len(args), len(args))
		}
		if category != "" {
			args = append(args, category)
			where += fmt.Sprintf(" and category = $%d", len(args))
		}
		if err := tx.QueryRow(ctx, "select count(*), (select count(*) from ("+selected+") x) from ("+selected+") f"+where, args...).Scan(&l.Found, &l.All); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "select f.* from ("+selected+") f join unified_rag_content u using (id)"+where+
			fmt.Sprintf(" order by f.category, u.created_at desc, f.id limit %d offset %d", perPage, (page-1)*perPage), args...)
		if err != nil {
			return err
		}
		if l.FAQs, err = pgx.CollectRows(rows, pgx.RowToStructByName[FAQ]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, "select distinct category from ("+selected+") f where category <> '' order by 1 limit 100", a.ChurchID, planLimit(a))
		if err != nil {
			return err
		}
		l.Categories, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return l, named("list FAQs", err)
}

// escaped is a word that a pattern takes as it stands.
func escaped(word string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(word)
}

// each calls fn with every FAQ of the church, oldest first.
func (s store) each(ctx context.Context, a access.Admin, fn func(FAQ) error) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select f.* from ("+selected+") f join unified_rag_content u using (id) order by u.created_at, f.id", a.ChurchID, planLimit(a))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			faq, err := pgx.RowToStructByName[FAQ](rows)
			if err != nil {
				return err
			}
			if err := fn(faq); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	return named("read FAQs", err)
}

// one reads a FAQ with those that are like it.
func (s store) one(ctx context.Context, a access.Admin, id uuid.UUID, from float64) (faq FAQ, similar []Similar, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if faq, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		similar, err = alike(ctx, tx, faq, from)
		return err
	})
	return faq, similar, named("read a FAQ", err)
}
