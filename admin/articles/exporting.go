package articles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Export writes every article into a folder, each into a file from which Import makes it again, and returns how many there are. Files
// of the same names are overwritten.
func (s *Store) Export(ctx context.Context, folder string) (count int, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return 0, fmt.Errorf("export articles: %w", err)
	}
	rows, err := s.Pool.Query(ctx, "select "+columns+", coalesce(a.excerpt, ''), coalesce((select o.slug from articles o where o.id = a.translation_of), '') from articles a order by a.slug")
	if err != nil {
		return 0, fmt.Errorf("export articles: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var excerpt, original string
		a, err := scan(rows, &excerpt, &original)
		if err != nil {
			return count, err
		}
		if !slugForm.MatchString(a.Slug) {
			return count, fmt.Errorf("export the article %q: its slug cannot be the name of a file", a.Slug)
		}
		a.Excerpt = excerpt // not one that was made from the text
		source, err := fileOf(a, original).Write()
		if err != nil {
			return count, err
		}
		if err := os.WriteFile(filepath.Join(folder, a.Slug+".md"), source, 0o644); err != nil {
			return count, fmt.Errorf("export the article %q: %w", a.Slug, err)
		}
		count++
	}
	return count, rows.Err()
}

func fileOf(a Article, original string) *File {
	f := &File{
		Title: a.Title, Slug: a.Slug, Language: a.Language, TranslationOf: original, Excerpt: a.Excerpt, Status: a.Status, ReadTime: a.ReadTime,
		Tags: a.Tags, ImageURL: a.Image.URL, ImageAlt: a.Image.Alt, ImageWidth: a.Image.Width, ImageHeight: a.Image.Height, content: a.Content,
	}
	if a.PublishedAt != nil {
		f.Published = a.PublishedAt.UTC().Format(time.RFC3339Nano)
	}
	if a.Author.Name != "" {
		f.Author = &a.Author
	}
	if a.Category.Name != "" {
		f.Category = &a.Category
	}
	if a.SEO != (SEO{}) {
		f.SEO = &a.SEO
	}
	return f
}

// IDOf is the id of the article with a slug.
func (s *Store) IDOf(ctx context.Context, slug string) (id uuid.UUID, err error) {
	err = s.Pool.QueryRow(ctx, "select id from articles where slug = $1", slug).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return id, fmt.Errorf("%w: %q", ErrNotFound, slug)
	}
	return id, err
}
