package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/chat/preview"
)

// openPreviews returns the links by which admins see their church's pages before visitors do.
func openPreviews(ctx context.Context, pool *pgxpool.Pool, baseURL string) (*preview.Links, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "preview")
	if err != nil {
		return nil, err
	}
	return preview.New(baseURL, key, time.Now)
}
