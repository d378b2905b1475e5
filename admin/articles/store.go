package articles

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store reads and writes articles.
type Store struct{ Pool *pgxpool.Pool }

// ErrNotFound: there is no such article, or it is not to be seen.
var ErrNotFound = errors.New("no such article")

// listed is the condition on a row of articles a that everybody finds; readable, that everybody with its address can read.
const (
	listed   = "a.status = 'published' and a.published_at <= now()"
	readable = "a.status in ('published', 'archived') and coalesce(a.published_at, a.created_at) <= now()"
)

// columns are those that scan takes, in this order. The text is left out where only a list is shown.
const (
	columns = `a.id, a.slug, a.title, coalesce(a.excerpt, ''), a.content, a.status, a.published_at, a.created_at, a.updated_at, a.revised_at, coalesce(a.read_time, 0),
		a.author, a.category, a.tags, coalesce(a.featured_image_url, ''), coalesce(a.featured_image_alt, ''),
		coalesce(a.featured_image_width, 0), coalesce(a.featured_image_height, 0), a.seo, a.language`
	columnsOfList = `a.id, a.slug, a.title, coalesce(a.excerpt, ''), case when a.excerpt is null or a.read_time is null then left(a.content, 2000) else '' end,
		a.status, a.published_at, a.created_at, a.updated_at, a.revised_at, coalesce(a.read_time, 0),
		a.author, a.category, a.tags, coalesce(a.featured_image_url, ''), coalesce(a.featured_image_alt, ''),
		coalesce(a.featured_image_width, 0), coalesce(a.featured_image_height, 0), a.seo, a.language`
)

// scan reads a row of columns or columnsOfList, and what is wanted behind them.
func scan(row pgx.CollectableRow, more ...any) (a Article, err error) {
	var author, category, tags, seo []byte
	err = row.Scan(append([]any{
		&a.ID, &a.Slug, &a.Title, &a.Excerpt, &a.Content, &a.Status, &a.PublishedAt, &a.CreatedAt, &a.UpdatedAt, &a.RevisedAt, &a.ReadTime,
		&author, &category, &tags, &a.Image.URL, &a.Image.Alt, &a.Image.Width, &a.Image.Height, &seo, &a.Language,
	}, more...)...)
	if err != nil {
		return a, fmt.Errorf("read an article: %w", err)
	}
	a.Author, a.Category, a.Tags, a.SEO = readAuthor(author), readCategory(category), readTags(tags), readSEO(seo)
	a.Image.URL = webAddress(a.Image.URL)
	if a.ReadTime <= 0 {
		a.ReadTime = ReadTimeOf(a.Content)
	}
	if a.Excerpt == "" {
		a.Excerpt = shorten(parted(a.Content), longestExcerpt)
	}
	return a, nil
}

func scanOne(row pgx.CollectableRow) (Article, error) { return scan(row) }

// longestExcerpt is how much of a text stands for an excerpt that nobody has written, in characters.
const longestExcerpt = 220

// shorten cuts a text at the end of a word.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	end := most
	for end > most/2 && runes[end] != ' ' {
		end--
	}
	return string(runes[:end]) + "…"
}
