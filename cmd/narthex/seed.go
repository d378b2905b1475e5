package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/migrations/seed"
)

type seedCommand struct {
	ownerConfig `embed:""`
	Demo        bool `env:"NARTHEX_SEED_DEMO" help:"Load the demonstration churches and the directory as well."`
}

// Run is called by kong. What it loads is embedded and made searchable by the running server.
func (c *seedCommand) Run(ctx context.Context) error {
	pool, err := pgxpool.New(ctx, c.DatabaseAdminURL)
	if err != nil {
		return fmt.Errorf("read DATABASE_ADMIN_URL: %w", err)
	}
	defer pool.Close()
	report, err := seed.Apply(ctx, pool, seed.Options{Reference: true, Directory: c.Demo, Demo: c.Demo})
	if err != nil {
		return err
	}
	if report.Changed() {
		fmt.Println(report)
	}
	return nil
}
