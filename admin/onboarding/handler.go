package onboarding

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/signup"
	"narthex/static/web"
)

// Parts are what the handler needs.
type Parts struct {
	Pool      *pgxpool.Pool
	Catalogue *signup.Catalogue
	// Limit counts a request of a kind by the address that it comes from against a number a minute, over all nodes. A wait
	// of 0: it may go on.
	Limit func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error)
	// ResendLink has the link to a church's dashboard sent to its admin's address, unless it has just been.
	ResendLink func(ctx context.Context, churchID uuid.UUID, email string) (sent bool, err error)
	Pages      *web.Pages
	Script     string // address of the payment provider's script
	BaseURL    string // without a slash at the end
	Contact    string // whoever runs it reads this address; "": none is given
	Edge       *web.Edge
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Handler shows the pages from the first look to the thanks, and takes the form.
type Handler struct {
	store      store
	catalogue  *signup.Catalogue
	limit      func(r *http.Request, kind string, perMinute int) (time.Duration, error)
	resendLink func(ctx context.Context, churchID uuid.UUID, email string) (sent bool, err error)
	pages      *web.Pages
	script     string
	baseURL    string
	contact    string
	edge       *web.Edge
	metrics    *metrics
	logger     *slog.Logger
}

// NewHandler returns the pages and the form's end.
func NewHandler(p Parts) *Handler {
	return &Handler{
		store: store{p.Pool}, catalogue: p.Catalogue, limit: p.Limit, resendLink: p.ResendLink, pages: p.Pages, script: p.Script, baseURL: p.BaseURL, contact: p.Contact, edge: p.Edge,
		metrics: newMetrics(p.Registerer), logger: p.Logger,
	}
}
