package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// apiKeyCommand manages the keys with which programs of a church use the OpenAI-compatible API.
type apiKeyCommand struct {
	Create apiKeyCreateCommand `cmd:"" help:"Make a key and print it, this once."`
	List   apiKeyListCommand   `cmd:"" help:"List a church's keys."`
	Revoke apiKeyRevokeCommand `cmd:"" help:"End a key for good; servers refuse it within a second."`
}

type apiKeyCreateCommand struct {
	databaseConfig `embed:""`
	Church         string `required:"" help:"The church's slug."`
	Name           string `required:"" help:"What uses the key, such as the name of a program."`
}

// Run is called by kong.
func (c *apiKeyCreateCommand) Run(ctx context.Context) error {
	return withAPIKeys(ctx, c.databaseConfig, c.Church, func(keys *church.APIKeys, churchID uuid.UUID) error {
		secret, key, err := keys.Create(ctx, churchID, c.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "key %s of %s, which cannot be shown again:\n", key.ID, c.Church)
		fmt.Println(secret)
		return nil
	})
}

type apiKeyListCommand struct {
	databaseConfig `embed:""`
	Church         string `required:"" help:"The church's slug."`
}

// Run is called by kong.
func (c *apiKeyListCommand) Run(ctx context.Context) error {
	return withAPIKeys(ctx, c.databaseConfig, c.Church, func(keys *church.APIKeys, churchID uuid.UUID) error {
		list, err := keys.List(ctx, churchID)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tKEY\tNAME\tCREATED\tLAST USED\tREVOKED")
		for _, key := range list {
			fmt.Fprintf(table, "%s\t%s…\t%s\t%s\t%s\t%s\n", key.ID, key.Prefix, key.Name, moment(&key.CreatedAt), moment(key.LastUsedAt), moment(key.RevokedAt))
		}
		return table.Flush()
	})
}

func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

type apiKeyRevokeCommand struct {
	databaseConfig `embed:""`
	Church         string    `required:"" help:"The church's slug."`
	ID             uuid.UUID `arg:"" help:"The key's id, from list."`
}

// Run is called by kong.
func (c *apiKeyRevokeCommand) Run(ctx context.Context) error {
	return withAPIKeys(ctx, c.databaseConfig, c.Church, func(keys *church.APIKeys, churchID uuid.UUID) error {
		return keys.Revoke(ctx, churchID, c.ID)
	})
}

// withAPIKeys opens the database for one of the commands.
func withAPIKeys(ctx context.Context, config databaseConfig, slug string, do func(*church.APIKeys, uuid.UUID) error) error {
	pool, err := openDatabase(ctx, config.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	churchID, err := churchBySlug(ctx, pool, slug)
	if err != nil {
		return err
	}
	return do(church.NewAPIKeys(church.NewStore(pool, church.Config{})), churchID) // a store that hears no announcements will do
}
