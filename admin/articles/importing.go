package articles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Imported is what became of a file.
type Imported struct {
	File, Slug string
	Created    bool
	Changed    []string // columns that were not as the file has them; none if nothing was written
	Fault      error    // nothing of the file was written
}

// Import brings the articles in a folder's *.md files, and in those below it, to what the files say: by their slugs, each file as a
// whole or not at all. Articles of no file stay as they are. What failed of a file stands beside it; an error means that the import
// did not come to its end.
func (s *Store) Import(ctx context.Context, files fs.FS) ([]Imported, error) {
	read, report, err := readFiles(files)
	if err != nil {
		return nil, err
	}
	for _, one := range read {
		result := Imported{File: one.name, Slug: one.file.Slug}
		result.Created, result.Changed, result.Fault = s.put(ctx, one.name, one.file)
		if _, fault := errors.AsType[*Fault](result.Fault); result.Fault != nil && !fault {
			return report, result.Fault
		}
		report = append(report, result)
	}
	slices.SortStableFunc(report, func(a, b Imported) int { return strings.Compare(a.File, b.File) })
	return report, nil
}

type namedFile struct {
	name string
	file *File
}

// readFiles reads what can be read, originals before translations, and reports the others.
func readFiles(files fs.FS) (read []namedFile, report []Imported, err error) {
	slugs := make(map[string]string)
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		if info, err := entry.Info(); err == nil && info.Size() > largestFile {
			report = append(report, Imported{File: name, Fault: &Fault{name, 1, fmt.Sprintf("the file has %d bytes, at most %d", info.Size(), largestFile)}})
			return nil
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		file, fault := ParseFile(name, source)
		if fault == nil && slugs[file.Slug] != "" {
			fault = &Fault{name, max(1, file.lines["slug"]), "slug: is that of " + slugs[file.Slug]}
		}
		if fault != nil {
			report = append(report, Imported{File: name, Fault: fault})
			return nil
		}
		slugs[file.Slug] = name
		read = append(read, namedFile{name, file})
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the articles' files: %w", err)
	}
	slices.SortStableFunc(read, func(a, b namedFile) int {
		return strings.Compare(a.file.TranslationOf, "") - strings.Compare(b.file.TranslationOf, "")
	})
	return read, report, nil
}

// column is one that a file decides.
type column struct {
	name, kind string
	value      any
}

func (f *File) columns(original *uuid.UUID) []column {
	tags := f.Tags
	if tags == nil {
		tags = []string{}
	}
	columns := []column{
		{"title", "text", f.Title}, {"excerpt", "text", null(f.Excerpt)}, {"content", "text", f.content}, {"status", "text", f.Status},
		{"read_time", "integer", f.ReadTime}, {"author", "jsonb", f.Author}, {"category", "jsonb", f.Category}, {"tags", "jsonb", tags},
		{"featured_image_url", "text", null(f.ImageURL)}, {"featured_image_alt", "text", null(f.ImageAlt)},
		{"featured_image_width", "integer", null(f.ImageWidth)}, {"featured_image_height", "integer", null(f.ImageHeight)},
		{"seo", "jsonb", f.SEO}, {"language", "text", f.Language}, {"translation_of", "uuid", original},
	}
	if !f.PublishedAt.IsZero() {
		columns = append(columns, column{"published_at", "timestamptz", f.PublishedAt})
	}
	return columns
}

// null is a value, or null in the place of an empty one.
func null[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}

// put brings one article to what its file says.
func (s *Store) put(ctx context.Context, name string, f *File) (created bool, changed []string, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		original, err := f.original(ctx, tx, name)
		if err != nil {
			return err
		}
		if err := f.move(ctx, tx); err != nil {
			return err
		}
		var was Status
		var dated *time.Time
		var now time.Time
		err = tx.QueryRow(ctx, `
			select now(), coalesce(max(status), ''), max(published_at)
			from (select status, published_at from articles where slug = $1 for update) stored`, f.Slug).Scan(&now, &was, &dated)
		if err != nil {
			return err
		}
		if err := f.settle(name, was, dated, now); err != nil {
			return err
		}
		columns := f.columns(original)
		if created = was == ""; created {
			return insert(ctx, tx, f.Slug, columns)
		}
		changed, err = update(ctx, tx, f.Slug, columns)
		return err
	})
	if _, fault := errors.AsType[*Fault](err); err != nil && !fault {
		err = fmt.Errorf("import %s: %w", name, err)
	}
	if err != nil {
		return false, nil, err
	}
	return created, changed, nil
}

// original looks for the article that this one translates.
func (f *File) original(ctx context.Context, tx pgx.Tx, name string) (*uuid.UUID, error) {
	if f.TranslationOf == "" {
		return nil, nil
	}
	id := new(uuid.UUID)
	err := tx.QueryRow(ctx, "select id from articles where slug = $1", f.TranslationOf).Scan(id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, &Fault{name, max(1, f.lines["translation_of"]), fmt.Sprintf("translation_of: there is no article %q", f.TranslationOf)}
	}
	return id, err
}

// move gives the article that is stored under another slug the file's, unless there is one already.
func (f *File) move(ctx context.Context, tx pgx.Tx) error {
	if f.MovedFrom == "" {
		return nil
	}
	_, err := tx.Exec(ctx, "update articles set slug = $1 where slug = $2 and not exists (select from articles where slug = $1)", f.Slug, f.MovedFrom)
	return err
}

// settle fits the file's status to the time and to what may become of the article. One whose time has come meanwhile is published. One that
// was dated for a time to come, and of which the file says no more than that it is published, is dated now: it could not be read until then.
func (f *File) settle(name string, was Status, dated *time.Time, now time.Time) error {
	if f.Status == Scheduled && !f.PublishedAt.After(now) {
		f.Status = Published
	}
	if f.Status == Published && f.PublishedAt.After(now) {
		return &Fault{name, max(1, f.lines["published_at"]), "published_at: is to come, so the status must be scheduled"}
	}
	if f.Status == Published && f.PublishedAt.IsZero() && dated != nil && dated.After(now) {
		f.PublishedAt = now
	}
	if was != "" && !was.mayBecome(f.Status) {
		return &Fault{name, max(1, f.lines["status"]), "status: " + (&MoveError{was, f.Status}).Error()}
	}
	return nil
}

func insert(ctx context.Context, tx pgx.Tx, slug string, columns []column) error {
	names, places, values := "slug", "$1", []any{slug}
	for i, c := range columns {
		names, values = names+", "+c.name, append(values, c.value)
		places += fmt.Sprintf(", $%d::%s", i+2, c.kind)
	}
	_, err := tx.Exec(ctx, "insert into articles ("+names+") values ("+places+")", values...)
	return err
}

// update writes what differs and returns its names: a row that is as it should be is not touched.
func update(ctx context.Context, tx pgx.Tx, slug string, columns []column) (changed []string, err error) {
	values := []any{slug}
	var differs, sets []string
	for i, c := range columns {
		values = append(values, c.value)
		differs = append(differs, fmt.Sprintf("case when %[1]s is distinct from $%[2]d::%[3]s then '%[1]s' end", c.name, i+2, c.kind))
		sets = append(sets, fmt.Sprintf("%s = $%d::%s", c.name, i+2, c.kind))
	}
	err = tx.QueryRow(ctx, "select array_remove(array["+strings.Join(differs, ", ")+"], null) from articles where slug = $1", values...).Scan(&changed)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	_, err = tx.Exec(ctx, "update articles set "+strings.Join(sets, ", ")+" where slug = $1", values...)
	return changed, err
}
