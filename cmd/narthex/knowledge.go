package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
)

// The commands that work on churches' knowledge without a server.

type ingestCommand struct {
	databaseConfig `embed:""`
	modelConfig    `embed:""`
	Church         string `required:"" help:"The church's slug."`
	Title          string `help:"Title shown to visitors; the file's name by default."`
	Internal       bool   `help:"Keep it from visitors."`
	Language       string `help:"ISO 639-1 code of its language; the church's by default."`
	File           string `arg:"" type:"existingfile" help:"Text, Markdown, HTML, PDF or DOCX."`
}

// Run is called by kong.
func (c *ingestCommand) Run(ctx context.Context) error {
	content, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	library, pool, err := openLibrary(ctx, c.databaseConfig, c.modelConfig)
	if err != nil {
		return err
	}
	defer pool.Close()
	churchID, err := churchBySlug(ctx, pool, c.Church)
	if err != nil {
		return err
	}
	upload := knowledge.Upload{FileName: filepath.Base(c.File), Title: c.Title, Language: c.Language, Content: content}
	if c.Internal {
		upload.Visibility = knowledge.VisibilityInternal
	}
	document, err := library.PutDocument(ctx, churchID, upload)
	if err != nil {
		return err
	}
	return ingest(ctx, library, churchID, document.ID, document.Title)
}

// ingest brings one document in and shows how far it is.
func ingest(ctx context.Context, library *knowledge.Library, churchID, documentID uuid.UUID, title string) error {
	var last knowledge.Progress
	err := library.Ingest(ctx, churchID, documentID, func(p knowledge.Progress) {
		if last = p; isTerminal(os.Stderr) {
			fmt.Fprintf(os.Stderr, "\r%s: %s, %d of %d passages  ", title, p.Status, p.ChunksEmbedded, p.ChunksTotal)
		}
	})
	if isTerminal(os.Stderr) {
		fmt.Fprintln(os.Stderr)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	documents, err := library.Documents(ctx, churchID)
	if err != nil {
		return err
	}
	for _, d := range documents {
		if d.ID == documentID && d.ErrorMessage != nil {
			return fmt.Errorf("%s: %s", title, *d.ErrorMessage)
		}
	}
	fmt.Printf("%s: %d passages can be asked about\n", title, last.ChunksTotal)
	return nil
}

type reembedCommand struct {
	databaseConfig `embed:""`
	modelConfig    `embed:""`
	Church         string `help:"The church's slug; all churches, the curated texts of the lenses and the articles of the blog, by default."`
}

// Run is called by kong.
func (c *reembedCommand) Run(ctx context.Context) error {
	library, pool, err := openLibrary(ctx, c.databaseConfig, c.modelConfig)
	if err != nil {
		return err
	}
	defer pool.Close()
	churches, err := reembedded(ctx, pool, c.Church)
	if err != nil {
		return err
	}
	var failures int
	for _, churchID := range churches {
		converted, failed, err := library.Reembed(ctx, churchID, nil)
		if err != nil {
			return err
		}
		failures += failed
		if converted+failed > 0 {
			fmt.Printf("%s: %d rows converted, %d failed\n", churchID, converted, failed)
		}
	}
	if c.Church == "" {
		if _, err := library.EmbedLensTexts(ctx, true); err != nil {
			return err
		}
		failed, err := reembedArticles(ctx, pool, c.modelConfig)
		if err != nil {
			return err
		}
		failures += failed
	}
	if failures > 0 {
		return fmt.Errorf("%d rows kept their old embedding; run it again", failures)
	}
	return nil
}

func reembedded(ctx context.Context, pool *pgxpool.Pool, slug string) ([]uuid.UUID, error) {
	if slug != "" {
		id, err := churchBySlug(ctx, pool, slug)
		return []uuid.UUID{id}, err
	}
	rows, err := pool.Query(ctx, `select id from churches order by id`)
	if err != nil {
		return nil, fmt.Errorf("list the churches: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func churchBySlug(ctx context.Context, pool *pgxpool.Pool, slug string) (uuid.UUID, error) {
	var id uuid.UUID
	err := pool.QueryRow(ctx, `select id from churches where slug = $1`, slug).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, fmt.Errorf("there is no church with the slug %q", slug)
	}
	return id, err
}

// openLibrary is the library for a command that ends by itself; nobody scrapes its metrics.
func openLibrary(ctx context.Context, database databaseConfig, models modelConfig) (*knowledge.Library, *pgxpool.Pool, error) {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	pool, err := openDatabase(ctx, database.DatabaseURL)
	if err != nil {
		return nil, nil, err
	}
	embedder, err := models.openEmbedder(prometheus.NewRegistry(), logger)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	library, err := knowledge.NewLibrary(pool, embedder, knowledge.Config{Logger: logger})
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return library, pool, nil
}

// makeSearchable embeds and ingests all that waits for it.
func makeSearchable(ctx context.Context, library *knowledge.Library) error {
	if _, err := library.EmbedLensTexts(ctx, false); err != nil {
		return err
	}
	pending, err := library.Pending(ctx)
	if err != nil {
		return err
	}
	for _, waiting := range pending {
		documents, err := library.Documents(ctx, waiting.ChurchID)
		if err != nil {
			return err
		}
		for _, d := range documents {
			if d.Status == knowledge.StatusReady || d.Status == knowledge.StatusFailed {
				continue
			}
			if err := ingest(ctx, library, waiting.ChurchID, d.ID, d.Title); err != nil {
				if ctx.Err() != nil {
					return err
				}
				fmt.Fprintln(os.Stderr, "cannot be asked about:", err) // the others can
			}
		}
		if _, _, err := library.EmbedPending(ctx, waiting.ChurchID); err != nil {
			return err
		}
	}
	return nil
}

type extractCommand struct{}

// Run is called by kong.
func (extractCommand) Run() error { return extract.Serve(os.Stdin, os.Stdout) }
