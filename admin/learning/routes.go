package learning

import (
	"context"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/retrieval"
	"narthex/static/web"
)

// Parts are what the open questions need.
type Parts struct {
	Pool     *pgxpool.Pool
	Guard    *access.Guard
	Churches *church.Store
	Embedder retrieval.Embedder // one that counts nothing of visitors'
	// Ask answers a question without effect on anybody.
	Ask func(context.Context, evaluate.Question) (*evaluate.Evaluation, error)
	// Publish stores a FAQ of the admin's in ctx, or refuses it in a language.
	Publish func(ctx context.Context, language *web.Language, question, answer string, exact bool) (uuid.UUID, error)
	// Drafting is a context in which what is published goes into the church's draft.
	Drafting func(ctx context.Context, language *web.Language) context.Context
	// Limit counts what a church's admins do, over all nodes.
	Limit func(ctx context.Context, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error)
	Jobs  *river.Client[pgx.Tx]
	// Answers are those that visitors may be given again.
	Answers *cache.Answers
	Pages   *web.Pages
	Edge    *web.Edge
}

// Handler shows the open questions, and has them answered.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the pages of the open questions.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool, p.Embedder.Name()}} }

const (
	path        = "/admin/training/questions"
	patience    = 10 * time.Second // for Postgres
	longestForm = 64 << 10         // bytes: a letter of many scripts takes nine in a form
)

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	seen := r.With(h.parts.Guard.Sees(access.Knowledge))
	seen.Get(path, h.parts.Edge.Handle(h.show))
	seen.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	seen.Get(answersPath, h.parts.Edge.Handle(h.showAnswers))
	changed := r.With(h.parts.Guard.Changes(access.Knowledge), h.parts.Guard.NeedsChatbot)
	changed.Post(path+"/gather", h.parts.Edge.Handle(h.gather))
	changed.Post(path+"/{id}/dismiss", h.parts.Edge.Handle(h.dismiss))
	changed.Post(path+"/{id}/restore", h.parts.Edge.Handle(h.restore))
	changed.Post(path+"/{id}/draft", h.parts.Edge.Handle(h.draft))
	changed.Post(path+"/{id}/answer", h.parts.Edge.Handle(h.answer))
	changed.Post(answersPath+"/forget", h.parts.Edge.Handle(h.forgetAnswers))
	changed.Post(answersPath+"/{id}/forget", h.parts.Edge.Handle(h.forgetAnswer))
	changed.Post(answersPath+"/{id}/promote", h.parts.Edge.Handle(h.promote))
}
