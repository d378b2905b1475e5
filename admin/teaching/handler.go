package teaching

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/preview"
	"narthex/chat/tools"
	"narthex/static/web"
)

// Parts are what the pages need.
type Parts struct {
	Pool     *pgxpool.Pool
	Guard    *access.Guard
	Pages    *web.Pages
	Edge     *web.Edge
	Previews *preview.Links
	Tools    []tools.Tool // all that there are
	Churches func(context.Context, uuid.UUID) (*church.Snapshot, error)
	// Limit counts what a church's admins do, over all nodes.
	Limit func(ctx context.Context, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error)
	// Ask answers a question without effect on anybody.
	Ask func(context.Context, evaluate.Question) (*evaluate.Evaluation, error)
	// Test queues a test message to a church's contacts in a transaction; by its key it is found again.
	Test func(ctx context.Context, tx pgx.Tx, churchID, key uuid.UUID, safeguarding bool) error
}

// Handler serves the pages.
type Handler struct{ parts Parts }

// NewHandler returns the pages.
func NewHandler(p Parts) *Handler { return &Handler{p} }

const patience = 5 * time.Second // for Postgres

// texts are the words of the language that an admin reads.
func (h *Handler) texts(r *http.Request) *web.Language {
	return h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)
}
