package blog

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/articles"
	"narthex/static/web"
)

// Parts are what the handler needs.
type Parts struct {
	Pool *pgxpool.Pool
	// Previewed reports whether a token of a link lets whoever has it see an article that is not public.
	Previewed func(article uuid.UUID, token string) bool
	Pages     *web.Pages
	Edge      *web.Edge
	BaseURL   string // without a slash at the end
}

// Handler shows the blog.
type Handler struct {
	store     articles.Store
	previewed func(article uuid.UUID, token string) bool
	pages     *web.Pages
	edge      *web.Edge
	baseURL   string
	started   time.Time // from when on the pages look as they do
	pictures  pictures
}

// NewHandler returns the blog's pages.
func NewHandler(p Parts) *Handler {
	return &Handler{
		store: articles.Store{Pool: p.Pool}, previewed: p.Previewed, pages: p.Pages, edge: p.Edge, baseURL: p.BaseURL, started: time.Now(),
	}
}

// patience is how long an answer may take to be looked up.
const patience = 5 * time.Second

func patient(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), patience)
}

// siteHeader is what all pages of the product itself show.
type siteHeader struct {
	Languages []web.OtherLanguage
	Canonical string
}

// missing says of what was not found that it is not there, and of a database that is away that it will be back.
func missing(err error) error {
	switch {
	case errors.Is(err, articles.ErrNotFound), errors.Is(err, articles.ErrCursor):
		return fmt.Errorf("%w: %w", web.ErrNotFound, err)
	case err == nil:
		return nil
	}
	if _, said := errors.AsType[*pgconn.PgError](err); said {
		return err
	}
	return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
}
