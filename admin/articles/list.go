package articles

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Query says which articles are wanted. Empty fields ask for nothing.
type Query struct {
	Text     string // words that must occur; "quotes", or and - as search engines have them
	Category string // its slug
	Tag      string
	Language string // of whoever reads: a translation is shown in the place of its original, or not at all
	After    string // Page.Next of the page before
	Limit    int
}

// Page is a part of a list.
type Page struct {
	Articles []Article
	Snippets []Snippet // beside the articles of a search
	Next     string    // for Query.After; empty at the end
}

// inLanguage is the condition on a that no other version of it is to be shown instead to a reader of the language of a parameter: of an
// original, the translation into their language; of a translation, its original.
const inLanguage = `(a.language = %[1]s or not exists (
		select from articles o
		where (o.translation_of = a.id and o.language = %[1]s or o.id = a.translation_of) and o.status = 'published' and o.published_at <= now()))`

// List is a page of the articles that a query asks for: newest first or, where words are asked for, those first that say most of them.
func (s *Store) List(ctx context.Context, q Query) (Page, error) {
	after, err := parseCursor(q.After)
	if err != nil {
		return Page{}, err
	}
	if strings.TrimSpace(q.Text) != "" {
		return s.search(ctx, q, after)
	}
	sql := `select ` + columnsOfList + ` from articles a where ` + listed + `
		and (a.published_at, a.id) < ($1, $2) and ` + fmt.Sprintf(inLanguage, "$3")
	arguments := []any{after.at, after.id, q.Language, q.Limit + 1}
	sql, arguments = filtered(sql, arguments, q)
	if q.Tag != "" {
		// Planned for this tag: one plan for any would be that for rare ones, and take long for common ones.
		arguments = append([]any{pgx.QueryExecModeExec}, arguments...)
	}
	rows, err := s.Pool.Query(ctx, sql+" order by a.published_at desc, a.id desc limit $4", arguments...)
	if err != nil {
		return Page{}, fmt.Errorf("list articles: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanOne)
	if err != nil {
		return Page{}, fmt.Errorf("list articles: %w", err)
	}
	page := Page{Articles: found}
	if len(found) > q.Limit {
		page.Articles = found[:q.Limit]
		last := page.Articles[q.Limit-1]
		page.Next = cursor{at: *last.PublishedAt, id: last.ID}.String()
	}
	return page, nil
}

// filtered adds the conditions of a category and a tag.
func filtered(sql string, arguments []any, q Query) (string, []any) {
	if q.Category != "" {
		arguments = append(arguments, strings.ToLower(q.Category))
		sql += fmt.Sprintf(" and a.category_key = $%d", len(arguments))
	}
	if q.Tag != "" {
		arguments = append(arguments, q.Tag)
		sql += fmt.Sprintf(" and a.tags @> jsonb_build_array($%d::text)", len(arguments))
	}
	return sql, arguments
}

// mostCategories bounds how many categories are offered to choose from.
const mostCategories = 24

// Categories are those of the articles that are listed for a reader of a language, in the order of their keys. It goes from one key of the index to the next: what it takes
// grows with the categories, not with the articles.
func (s *Store) Categories(ctx context.Context, language string) ([]Category, error) {
	rows, err := s.Pool.Query(ctx, `
		with recursive keys as (
			(select a.category_key as key from articles a where a.status = 'published' and a.category_key is not null order by 1 limit 1)
			union all
			select (select a.category_key from articles a where a.status = 'published' and a.category_key > keys.key order by 1 limit 1)
			from keys where keys.key is not null
		)
		select newest.category from keys, lateral (
			select a.category from articles a where `+listed+` and a.category_key = keys.key and `+fmt.Sprintf(inLanguage, "$2")+`
			order by a.published_at desc, a.id desc limit 1) newest
		limit $1`, mostCategories, language)
	if err != nil {
		return nil, fmt.Errorf("list the categories of articles: %w", err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil {
		return nil, fmt.Errorf("list the categories of articles: %w", err)
	}
	var categories []Category
	for _, one := range stored {
		if category := readCategory(one); category.Name != "" {
			categories = append(categories, category)
		}
	}
	return categories, nil
}

// Changed is when any article was last changed; zero if there are none.
func (s *Store) Changed(ctx context.Context) (at time.Time, err error) {
	var last *time.Time
	if err := s.Pool.QueryRow(ctx, "select max(updated_at) from articles").Scan(&last); err != nil {
		return at, fmt.Errorf("ask when articles changed: %w", err)
	}
	if last != nil {
		at = *last
	}
	return at, nil
}
