package main

import (
	"context"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/blog"
	"narthex/admin/directory"
	"narthex/admin/discovery"
	"narthex/admin/reference"
	"narthex/chat/church"
	"narthex/chat/preview"
	"narthex/static/web"
)

// openArticlePreviews returns the links to articles that are not public yet. Their key is no other links'.
func openArticlePreviews(ctx context.Context, pool *pgxpool.Pool, baseURL string) (*preview.Links, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "article_preview")
	if err != nil {
		return nil, err
	}
	return preview.New(baseURL, key, time.Now)
}

// blogRoutes adds the blog, what tells programs what there is to find, the API's reference and the directory.
func (s *server) blogRoutes(ctx context.Context, r chi.Router, assets *web.Assets, pages *web.Pages, edge *web.Edge) error {
	previews, err := openArticlePreviews(ctx, s.pool, s.config.BaseURL)
	if err != nil {
		return err
	}
	blog.NewHandler(blog.Parts{
		Pool: s.pool, Pages: pages, Edge: edge, BaseURL: s.config.BaseURL,
		Previewed: func(article uuid.UUID, token string) bool { return previews.Check(article, token) == nil },
	}).Routes(r)
	found, err := discovery.NewHandler(discovery.Parts{
		Pool: s.pool, Assets: assets, Edge: edge, Contact: s.config.FounderEmail, BaseURL: s.config.BaseURL,
	})
	if err != nil {
		return err
	}
	found.Routes(r)
	reference.NewHandler(reference.Parts{Pages: pages, Edge: edge, BaseURL: s.config.BaseURL}).Routes(r)
	directory.NewHandler(directory.Parts{Pool: s.pool, Pages: pages, Edge: edge, BaseURL: s.config.BaseURL}).Routes(r)
	return nil
}
