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

// list reads a page of the FAQs whose question or answer has all words of a search, in a category if one is named. All are numbered and
// counted once, by what is small of them; what they say is read of those on the page.
func (s store) list(ctx context.Context, a access.Admin, search, category string, page int) (l listing, err error) {
	fits, args := "true", []any{a.ChurchID, planLimit(a), perPage, (page - 1) * perPage}
	for _, word := range strings.Fields(search) {
		args = append(args, "%"+escaped(word)+"%")
		fits += fmt.Sprintf(" and (title ilike $%d or content ilike $%d)", len(args), len(args))
	}
	if category != "" {
		args = append(args, category)
		fits += fmt.Sprintf(" and coalesce(metadata ->> 'faq_category', '') = $%d", len(args))
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			with faqs as materialized (
				select id, coalesce(metadata ->> 'faq_category', '') as category, created_at, row_number() over (order by created_at, id) as number,
					`+fits+` as fits
				from unified_rag_content where organization_id = $1 and content_type = 'faq' and curation_status = 'approved'),
			counted as (
				select count(*) as all, count(*) filter (where fits) as found,
					(select coalesce(array_agg(named.category order by named.category), '{}')
						from (select distinct category from faqs where category <> '' order by 1 limit 100) named) as categories
				from faqs),
			page as (select * from faqs where fits order by category, created_at desc, id limit $3 offset $4)
			select c.all, c.found, c.categories, coalesce(u.id, '00000000-0000-0000-0000-000000000000') as id, coalesce(u.title, '') as question,
				coalesce(u.content, '') as answer, coalesce(p.category, '') as category, coalesce(u.metadata ->> 'visibility', 'public') as visibility,
				coalesce(u.metadata ->> 'exact_response', 'false') = 'true' as exact,
				coalesce(md5(jsonb_build_array(u.title, u.content, u.metadata - 'embedder')::text), '') as version,
				`+live+` as live, $2::int > 0 and coalesce(p.number, 0) > $2::int as read_only
			from counted c left join (page p join unified_rag_content u on u.organization_id = $1 and u.id = p.id) on true
			order by p.category, p.created_at desc, p.id`, args...)
		if err != nil {
			return err
		}
		read, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
			All, Found int
			Categories []string
			FAQ
		}])
		for _, one := range read {
			l.All, l.Found, l.Categories = one.All, one.Found, one.Categories
			if one.ID != uuid.Nil { // where none is on the page there are numbers alone
				l.FAQs = append(l.FAQs, one.FAQ)
			}
		}
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
