package main

import (
	"context"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/migrations"
)

type migrateCommand struct {
	ownerConfig `embed:""`
	Down        bool `help:"Take the schema away again, with all data. Asks for --yes."`
	Yes         bool `help:"Confirms --down."`
}

// Run is called by kong.
func (c *migrateCommand) Run(ctx context.Context) error {
	pool, err := pgxpool.New(ctx, c.DatabaseAdminURL)
	if err != nil {
		return fmt.Errorf("read DATABASE_ADMIN_URL: %w", err)
	}
	defer pool.Close()
	if !c.Down {
		if err := migrations.Up(ctx, pool); err != nil {
			return err
		}
		notes, err := migrations.InstallTrigger(ctx, pool)
		for _, note := range notes {
			fmt.Fprintln(os.Stderr, "narthex:", note)
		}
		return err
	}
	if !c.Yes {
		return fmt.Errorf("migrate --down deletes all data; say --yes if that is meant")
	}
	return migrations.Down(ctx, pool)
}
