package main

import (
	"context"
	"crypto/sha256"
	"errors"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static/web"
)

// shortestWidgetKey is how many characters a configured key needs: one that people can remember, others can guess.
const shortestWidgetKey = 32

func (s *server) newWidget(ctx context.Context, templates *web.Pages, edge *web.Edge, assets *web.Assets) (*pages.Widget, error) {
	key, err := s.widgetKey(ctx)
	if err != nil {
		return nil, err
	}
	return pages.NewWidget(pages.WidgetParts{
		Lookup: s.churches.BySlug, ByID: s.churches.ByID, Pages: templates, Edge: edge, Assets: assets,
		BaseURL: s.config.BaseURL, Key: key, Origins: s.config.AllowedOrigins,
		Attempts: church.NewWidgets(s.pool), Registerer: s.registry, Logger: s.logger,
	})
}

// widgetKey is made of what is configured, or is the one that all nodes share.
func (s *server) widgetKey(ctx context.Context) ([]byte, error) {
	configured := s.config.WidgetKey.reveal()
	if configured == "" {
		ctx, cancel := context.WithTimeout(ctx, connectTimeout)
		defer cancel()
		return church.DeploymentKey(ctx, s.pool, "widget")
	}
	if len(configured) < shortestWidgetKey {
		return nil, errors.New("NARTHEX_WIDGET_KEY must have 32 characters or more")
	}
	sum := sha256.Sum256([]byte(configured))
	return sum[:], nil
}
