package articles

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// mostRanked is how many articles are ranked, the newest that say the words: a word that half of all articles have must not make
// the search read half of all articles.
const mostRanked = 200

// searched is what articles are ranked by. Nobody says in which language they ask: each is tried.
const searched = `(websearch_to_tsquery('pg_catalog.english', $1) || websearch_to_tsquery('pg_catalog.spanish', $1) || websearch_to_tsquery('pg_catalog.simple', $1))`

// saysThem is the condition on a that it says what is looked for, as its own language stems it: by another's stems a word that is excluded
// would exclude nothing.
const saysThem = `(a.language = 'en' and a.words @@ websearch_to_tsquery('pg_catalog.english', $1) or a.language = 'es' and a.words @@ websearch_to_tsquery('pg_catalog.spanish', $1)
	or a.language not in ('en', 'es') and a.words @@ websearch_to_tsquery('pg_catalog.simple', $1))`

// search is List where words are asked for. Ranks are rounded, so that newer articles come first among such as are about equally good.
func (s *Store) search(ctx context.Context, q Query, after cursor) (Page, error) {
	candidates := `
		select a.id, a.published_at, a.language, a.translation_of, a.words from articles a
		where ` + listed + ` and ` + saysThem
	arguments := []any{q.Text, after.rank, after.at, after.id, q.Language, q.Limit + 1, mostRanked}
	candidates, arguments = filtered(candidates, arguments, q)
	// Each step is materialized: Postgres would put the rank wherever it is named, and reckon it for the comparison and for the order.
	sql := `
		with candidates as materialized (` + candidates + ` order by a.published_at desc, a.id desc limit $7),
		ranked as materialized (
			select id, published_at, language, translation_of, round(ts_rank_cd(words, ` + searched + `, 1)::numeric, 3)::real as rank from candidates
		),
		shown as materialized (
			select a.id, a.rank from ranked a
			where (a.rank, a.published_at, a.id) < ($2::real, $3, $4) and ` + fmt.Sprintf(inLanguage, "$5") + `
			order by a.rank desc, a.published_at desc, a.id desc limit $6
		)
		select ` + columns + `, s.rank
		from shown s join articles a using (id)
		order by s.rank desc, a.published_at desc, a.id desc`
	// Planned for these words: a plan for any would be that for rare ones, and take long for common ones.
	rows, err := s.Pool.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, arguments...)...)
	if err != nil {
		return Page{}, fmt.Errorf("search articles: %w", err)
	}
	var page Page
	var ranks []float32
	page.Articles, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Article, error) {
		var rank float32
		a, err := scan(row, &rank)
		ranks = append(ranks, rank)
		return a, err
	})
	if err != nil {
		return Page{}, fmt.Errorf("search articles: %w", err)
	}
	if len(page.Articles) > q.Limit {
		page.Articles = page.Articles[:q.Limit]
		last := page.Articles[q.Limit-1]
		page.Next = cursor{rank: ranks[q.Limit-1], at: *last.PublishedAt, id: last.ID}.String()
	}
	page.Snippets, err = s.snippets(ctx, q.Text, page.Articles)
	return page, err
}
