package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/articles"
	"narthex/migrations/seed"
)

type seedCommand struct {
	ownerConfig `embed:""`
	modelConfig `embed:""`
	Demo        bool   `env:"NARTHEX_SEED_DEMO" help:"Load the demonstration churches, the directory and the articles of the blog as well, and make them searchable."`
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"Postgres, as the app's role; needed with --demo."`
}

// Run is called by kong.
func (c *seedCommand) Run(ctx context.Context) error {
	owner, err := pgxpool.New(ctx, c.DatabaseAdminURL)
	if err != nil {
		return fmt.Errorf("read DATABASE_ADMIN_URL: %w", err)
	}
	defer owner.Close()
	report, err := seed.Apply(ctx, owner, seed.Options{Reference: true, Directory: c.Demo, Demo: c.Demo})
	if err != nil {
		return err
	}
	if report.Changed() {
		fmt.Println(report)
	}
	if !c.Demo {
		return nil
	}
	library, pool, err := openLibrary(ctx, databaseConfig{c.DatabaseURL}, c.modelConfig)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := importArticles(ctx, &articles.Store{Pool: pool}, seed.Articles); err != nil {
		return err
	}
	if _, err := reembedArticles(ctx, pool, c.modelConfig); err != nil {
		return err
	}
	return makeSearchable(ctx, library)
}
