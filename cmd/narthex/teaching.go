package main

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/teaching"
	"narthex/chat/church"
	"narthex/chat/preview"
	"narthex/chat/tools/catalog"
	"narthex/static/web"
)

// teaching are the pages on which a church says in whose voice its assistant speaks, and what it leaves alone.
func (s *server) teaching(guard *access.Guard, pages *web.Pages, edge *web.Edge) *teaching.Handler {
	return teaching.NewHandler(teaching.Parts{
		Pool: s.pool, Guard: guard, Pages: pages, Edge: edge, Previews: s.previews, Tools: catalog.All, Churches: s.churches.ByID, Test: s.notices.Test,
		Limit: s.limitAdmins, Ask: s.tryOut,
	})
}

// limitAdmins counts what a church's admins do, over all nodes.
func (s *server) limitAdmins(ctx context.Context, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error) {
	decision, err := s.limiter.Allow(ctx, churchID, kind, "admins", perMinute)
	if err != nil || decision.Allowed {
		return 0, err
	}
	return max(decision.RetryAfter, time.Second), nil
}

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
