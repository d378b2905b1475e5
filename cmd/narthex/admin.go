package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/dashboard"
	"narthex/static/web"
)

// adminRoutes adds the admin's house: the way in, and a line for each part.
func (s *server) adminRoutes(r chi.Router, limit limitOf, pages *web.Pages, edge *web.Edge) {
	baseURL := strings.TrimSuffix(s.config.BaseURL, "/")
	guard := access.NewGuard(s.pool, edge, baseURL)
	board := dashboard.NewHandler(dashboard.Parts{
		Pool: s.pool, Guard: guard, Limit: limit, Pages: pages, Edge: edge, BaseURL: baseURL, Portal: s.payments.portal(),
	})
	access.NewHandler(access.Parts{
		Guard: guard, Pages: pages, Edge: edge, Limit: limit, Home: http.HandlerFunc(edge.Handle(board.Home)), Resend: s.resendLinks,
	}).Routes(r)
	board.Routes(r)
}

// resendLinks has the links to all dashboards that an address is the admin's of sent to it, each at most once an hour.
func (s *server) resendLinks(ctx context.Context, email string) error {
	rows, err := s.pool.Query(ctx, "select churches_administered_by($1)", email)
	if err != nil {
		return fmt.Errorf("look for the churches of an address: %w", err)
	}
	churches, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("look for the churches of an address: %w", err)
	}
	for _, id := range churches {
		if err := s.resendLink(ctx, id, email); err != nil {
			return err
		}
	}
	return nil
}
