package articles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
)

// BySlug is a readable article; ErrNotFound if there is none.
func (s *Store) BySlug(ctx context.Context, slug string) (Article, error) {
	return s.one(ctx, slug, readable)
}

// AnyBySlug is an article of whatever status, for whoever may see that.
func (s *Store) AnyBySlug(ctx context.Context, slug string) (Article, error) {
	return s.one(ctx, slug, "true")
}

func (s *Store) one(ctx context.Context, slug, condition string) (Article, error) {
	if !storable(slug) {
		return Article{}, fmt.Errorf("%w: %q", ErrNotFound, slug)
	}
	rows, err := s.Pool.Query(ctx, "select "+columns+" from articles a where a.slug = $1 and "+condition, slug)
	if err != nil {
		return Article{}, fmt.Errorf("look for the article %q: %w", slug, err)
	}
	a, err := pgx.CollectExactlyOneRow(rows, scanOne)
	if errors.Is(err, pgx.ErrNoRows) {
		return Article{}, fmt.Errorf("%w: %q", ErrNotFound, slug)
	}
	return a, err
}

// MovedTo is the slug that a readable article has now which had another one before; ErrNotFound if none had.
func (s *Store) MovedTo(ctx context.Context, slug string) (now string, err error) {
	if !storable(slug) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, slug)
	}
	err = s.Pool.QueryRow(ctx, "select a.slug from article_slugs old join articles a on a.id = old.article_id where old.slug = $1 and "+readable, slug).Scan(&now)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, slug)
	}
	if err != nil {
		return "", fmt.Errorf("look where the article %q is now: %w", slug, err)
	}
	return now, nil
}

// storable reports whether a slug may be one at all: Postgres takes no other text, and calls it a fault to be asked for it.
func storable(slug string) bool { return utf8.ValidString(slug) && !strings.Contains(slug, "\x00") }

// Link is an article that another one leads to.
type Link struct {
	Slug, Title, Language string
}

// Around is what stands beside an article.
type Around struct {
	Previous, Next *Link // by time, in its language
	Translations   []Link
	Related        []Article
}

// mostRelated is how many articles are offered to read on.
const mostRelated = 3

// Around looks for what stands beside an article, in one round trip if it is embedded.
func (s *Store) Around(ctx context.Context, a Article) (around Around, err error) {
	batch := new(pgx.Batch)
	neighbour := func(comparison, order string, into **Link) {
		batch.Queue(`select a.slug, a.title, a.language from articles a where `+listed+` and (a.published_at, a.id) `+comparison+` ($1, $2) and a.language = $3
			order by a.published_at `+order+`, a.id `+order+` limit 1`, a.PublishedAt, a.ID, a.Language).QueryRow(func(row pgx.Row) error {
			link := new(Link)
			if err := row.Scan(&link.Slug, &link.Title, &link.Language); errors.Is(err, pgx.ErrNoRows) {
				return nil
			} else if err != nil {
				return err
			}
			*into = link
			return nil
		})
	}
	neighbour("<", "desc", &around.Previous)
	neighbour(">", "asc", &around.Next)
	batch.Queue(`
		with original as (select coalesce(translation_of, id) as id from articles where id = $1)
		select a.slug, a.title, a.language from original, articles a
		where (a.id = original.id or a.translation_of = original.id) and a.id <> $1 and `+listed+`
		order by a.language`, a.ID).Query(func(rows pgx.Rows) error {
		around.Translations, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Link])
		return err
	})
	batch.Queue(relatedByText, a.ID, mostRelated).Query(func(rows pgx.Rows) error {
		around.Related, err = pgx.CollectRows(rows, scanOne)
		return err
	})
	if err := s.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return Around{}, fmt.Errorf("look around the article %q: %w", a.Slug, err)
	}
	if around.Related, err = s.fillRelated(ctx, a, around.Related); err != nil {
		return Around{}, fmt.Errorf("look around the article %q: %w", a.Slug, err)
	}
	return around, nil
}

// relatedByText are the articles that are most like one by what they say.
const relatedByText = `
	select ` + columnsOfList + ` from related_articles($1, $2) with ordinality as near (id, place) join articles a using (id) order by near.place`

// fillRelated adds articles that share the category and the tags where embeddings have found too few: because the article is not
// embedded yet, or most of the others are not.
func (s *Store) fillRelated(ctx context.Context, a Article, related []Article) ([]Article, error) {
	if len(related) == mostRelated {
		return related, nil
	}
	rows, err := s.Pool.Query(ctx, relatedByTags, a.ID, a.Category.Key(), tagsOf(a), a.Language, mostRelated)
	if err != nil {
		return nil, err
	}
	more, err := pgx.CollectRows(rows, scanOne)
	if err != nil {
		return nil, err
	}
	for _, one := range more {
		known := slices.ContainsFunc(related, func(r Article) bool { return r.ID == one.ID })
		if !known && len(related) < mostRelated {
			related = append(related, one)
		}
	}
	return related, nil
}

// relatedByTags takes the newest few articles of the category and of each tag, and of them those that have most in common with the article:
// what it takes does not grow with how many articles share a tag. A tag counts as much as the category.
const relatedByTags = `
	with near as (
		(select a.id from articles a where ` + listed + ` and a.category_key = $2 order by a.published_at desc, a.id desc limit 40)
		union
		select tagged.id from unnest($3::text[]) tag, lateral (
			select a.id from articles a where ` + listed + ` and a.tags @> jsonb_build_array(tag) order by a.published_at desc, a.id desc limit 20) tagged
	)
	select ` + columnsOfList + `
	from near join articles a using (id)
	where a.id <> $1 and a.language = $4
	order by (coalesce(a.category_key = $2, false))::int + (
		select count(*) from unnest($3::text[]) tag where a.tags @> jsonb_build_array(tag)) desc, a.published_at desc, a.id desc
	limit $5`

// mostTags is how many of an article's tags count for what is related to it.
const mostTags = 8

func tagsOf(a Article) []string { return append([]string{}, a.Tags[:min(len(a.Tags), mostTags)]...) }

// Newest are the newest listed articles with their texts, for a reader of a language.
func (s *Store) Newest(ctx context.Context, language string, most int) ([]Article, error) {
	rows, err := s.Pool.Query(ctx, "select "+columns+" from articles a where "+listed+" and "+fmt.Sprintf(inLanguage, "$1")+
		" order by a.published_at desc, a.id desc limit $2", language, most)
	if err != nil {
		return nil, fmt.Errorf("list the newest articles: %w", err)
	}
	newest, err := pgx.CollectRows(rows, scanOne)
	if err != nil {
		return nil, fmt.Errorf("list the newest articles: %w", err)
	}
	return newest, nil
}
