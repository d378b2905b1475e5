package simulator

import (
	"context"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/static/web"
)

// Parts are what the simulator needs.
type Parts struct {
	Pool  *pgxpool.Pool
	Guard *access.Guard
	Pages *web.Pages
	Edge  *web.Edge
	// Churches reads a church as visitors are answered today.
	Churches func(context.Context, uuid.UUID) (*church.Snapshot, error)
	// Ask answers a question without effect on anybody.
	Ask func(context.Context, evaluate.Question) (*evaluate.Evaluation, error)
	// Within is a context in which a church is as its draft would have it.
	Within func(ctx context.Context, churchID uuid.UUID) context.Context
	// Limit counts what a church's admins do, over all nodes.
	Limit func(ctx context.Context, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error)
}

// Handler serves the simulator.
type Handler struct{ parts Parts }

// NewHandler returns the simulator.
func NewHandler(p Parts) *Handler { return &Handler{p} }

// path is where the simulator is.
const path = "/admin/training/simulator"

// Routes adds it to a router. Trying out changes nothing, but models are paid for: it is for who may change what is tried.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.parts.Guard.Sees(access.Theology)).Get(path, h.parts.Edge.Handle(h.show))
	conversations := r.With(h.parts.Guard.Sees(access.Conversations))
	conversations.With(h.parts.Guard.Sees(access.Theology)).Get(answerPath, h.parts.Edge.Handle(h.showAnswer))
	conversations.With(h.parts.Guard.Changes(access.Theology), h.parts.Guard.NeedsChatbot).Post(answerPath, h.parts.Edge.Handle(h.askAgain))
	r.With(h.parts.Guard.Changes(access.Theology), h.parts.Guard.NeedsChatbot).Post(path, h.parts.Edge.Handle(h.try))
}
