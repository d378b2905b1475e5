package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/articles"
	"narthex/chat/preview"
)

// articlesCommand is for whoever writes the blog.
type articlesCommand struct {
	Import  articlesImportCommand  `cmd:"" help:"Bring articles to what files of Markdown with front matter say, by their slugs."`
	Export  articlesExportCommand  `cmd:"" help:"Write every article into a file."`
	Publish articlesPublishCommand `cmd:"" help:"Publish articles now, or at a time, which may be past."`
	Archive articlesArchiveCommand `cmd:"" help:"Take articles out of the list; they can still be read."`
	Draft   articlesDraftCommand   `cmd:"" help:"Take articles back, so that nobody can read them."`
	Preview articlesPreviewCommand `cmd:"" help:"Print a link by which an article can be seen that is not public; it is good for three days."`
}

// withArticles opens the store, hands it to do and closes it.
func (c databaseConfig) withArticles(ctx context.Context, do func(*articles.Store) error) error {
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(&articles.Store{Pool: pool})
}

type articlesImportCommand struct {
	databaseConfig `embed:""`
	Dir            string `arg:"" type:"existingdir" help:"The folder; files below it count as well."`
}

// Help is called by kong.
func (*articlesImportCommand) Help() string { return articles.FrontMatter }

// Run is called by kong.
func (c *articlesImportCommand) Run(ctx context.Context) error {
	return c.withArticles(ctx, func(store *articles.Store) error { return importArticles(ctx, store, os.DirFS(c.Dir)) })
}

// importArticles tells what became of each file that was not as it should be.
func importArticles(ctx context.Context, store *articles.Store, files fs.FS) error {
	report, err := store.Import(ctx, files)
	if err != nil {
		return err
	}
	var created, changed, unchanged, bad int
	for _, one := range report {
		switch {
		case one.Fault != nil:
			bad++
			fmt.Fprintln(os.Stderr, one.Fault)
		case one.Created:
			created++
			fmt.Println("new", one.Slug)
		case len(one.Changed) > 0:
			changed++
			fmt.Println("changed", one.Slug+":", strings.Join(one.Changed, ", "))
		default:
			unchanged++
		}
	}
	if created+changed+bad > 0 {
		fmt.Printf("articles: %d new, %d changed, %d unchanged, %d not imported\n", created, changed, unchanged, bad)
	}
	if bad > 0 {
		return fmt.Errorf("%d files were not imported", bad)
	}
	return nil
}

// reembedArticles has the configured embedder embed all articles that it has not, and counts those that it cannot.
func reembedArticles(ctx context.Context, pool *pgxpool.Pool, models modelConfig) (failed int, err error) {
	embedder, err := models.openEmbedder(prometheus.NewRegistry(), slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		return 0, err
	}
	embedded, failed, err := (&articles.Store{Pool: pool}).Reembed(ctx, embedder)
	if embedded+failed > 0 {
		fmt.Printf("articles: %d embedded, %d failed\n", embedded, failed)
	}
	return failed, err
}

type articlesExportCommand struct {
	databaseConfig `embed:""`
	Dir            string `arg:"" type:"path" help:"The folder; made if there is none."`
}

// Run is called by kong.
func (c *articlesExportCommand) Run(ctx context.Context) error {
	return c.withArticles(ctx, func(store *articles.Store) error {
		count, err := store.Export(ctx, c.Dir)
		fmt.Printf("%d articles written\n", count)
		return err
	})
}

// articlesNamed are those that a command is about.
type articlesNamed struct {
	databaseConfig `embed:""`
	Slugs          []string `arg:"" name:"slug" help:"Their slugs."`
}

// move gives each another status, and says all that failed.
func (n articlesNamed) move(ctx context.Context, to articles.Status, at time.Time) error {
	return n.withArticles(ctx, func(store *articles.Store) error {
		var failed []error
		for _, slug := range n.Slugs {
			from, err := store.Move(ctx, slug, to, at)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			fmt.Printf("%s: %s, was %s\n", slug, to, from)
		}
		return errors.Join(failed...)
	})
}

type articlesPublishCommand struct {
	articlesNamed `embed:""`
	At            time.Time `help:"When, or since when, as in 2026-12-24T18:00:00Z; by default the time that they have if it has come, else now."`
}

// Run is called by kong.
func (c *articlesPublishCommand) Run(ctx context.Context) error {
	if c.At.After(time.Now()) {
		return c.move(ctx, articles.Scheduled, c.At)
	}
	return c.move(ctx, articles.Published, c.At)
}

type articlesArchiveCommand struct {
	articlesNamed `embed:""`
}

// Run is called by kong.
func (c *articlesArchiveCommand) Run(ctx context.Context) error {
	return c.move(ctx, articles.Archived, time.Time{})
}

type articlesDraftCommand struct {
	articlesNamed `embed:""`
}

// Run is called by kong.
func (c *articlesDraftCommand) Run(ctx context.Context) error {
	return c.move(ctx, articles.Draft, time.Time{})
}

type articlesPreviewCommand struct {
	databaseConfig `embed:""`
	BaseURL        string `env:"BASE_URL" default:"http://127.0.0.1:8080" help:"Where readers come."`
	Slug           string `arg:"" help:"The article's slug."`
}

// Run is called by kong.
func (c *articlesPreviewCommand) Run(ctx context.Context) error {
	return c.withArticles(ctx, func(store *articles.Store) error {
		id, err := store.IDOf(ctx, c.Slug)
		if err != nil {
			return err
		}
		links, err := openArticlePreviews(ctx, store.Pool, c.BaseURL)
		if err != nil {
			return err
		}
		token, until := links.Mint(id)
		fmt.Println(preview.With(strings.TrimSuffix(c.BaseURL, "/")+"/blog/"+c.Slug, token))
		fmt.Fprintln(os.Stderr, "good until", until.Format(time.RFC3339))
		return nil
	})
}
