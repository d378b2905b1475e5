package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/static/web"
)

// Parts are what the pages of the draft need.
type Parts struct {
	Drafts *Drafts
	Guard  *access.Guard
	Pages  *web.Pages
	Edge   *web.Edge
}

// Handler serves the page of the draft.
type Handler struct{ parts Parts }

// NewHandler returns it.
func NewHandler(p Parts) *Handler { return &Handler{p} }

const (
	draftPath   = trainingPath + "draft"
	longestForm = 8 << 10 // bytes
)

// Routes adds them to a router. A draft is for who may change something that can be in it; what of it they may publish is another matter.
func (h *Handler) Routes(r chi.Router) {
	guard, handle := h.parts.Guard, h.parts.Edge.Handle
	seen := r.With(guard.SeesAny(Areas()...))
	seen.Get(draftPath, handle(h.show))
	seen.Get("/api/admin/draft", handle(h.state))
	changed := r.With(guard.ChangesAny(Areas()...))
	changed.Post(draftPath+"/begin", handle(h.begin))
	changed.Post(draftPath+"/leave", handle(h.leave))
	changed.Post(draftPath+"/publish", handle(h.then("published", h.parts.Drafts.publish)))
	changed.Post(draftPath+"/discard", handle(h.then("discarded", h.parts.Drafts.discard)))
	changed.Post(draftPath+"/changes/{id}/drop", handle(h.decide(true)))
	changed.Post(draftPath+"/changes/{id}/keep", handle(h.decide(false)))
}

// state is GET /api/admin/draft: what the bar shows after something was saved.
func (h *Handler) state(w http.ResponseWriter, r *http.Request) error {
	found, err := h.parts.Drafts.State(r.Context(), access.From(r.Context()).ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(struct {
		Begun   bool `json:"begun"`
		Changes int  `json:"changes"`
	}{found.Begun, found.Changes})
}

// begin is POST /admin/training/draft/begin: from here on this browser works in the draft.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	if err := h.parts.Drafts.begin(ctx); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.SetCookie(w, choose(r, access.From(ctx), true))
	http.Redirect(w, r, backOf(r), http.StatusSeeOther)
	return nil
}

// leave is POST /admin/training/draft/leave: this browser shows what visitors see again. The draft stays.
func (h *Handler) leave(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	http.SetCookie(w, choose(r, access.From(r.Context()), false))
	http.Redirect(w, r, backOf(r), http.StatusSeeOther)
	return nil
}

// then ends the draft that a form names, and shows how.
func (h *Handler) then(done string, end func(context.Context, int64) error) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		return h.lead(w, r, done, func(ctx context.Context, revision int64) error {
			err := end(ctx, revision)
			if err == nil {
				http.SetCookie(w, choose(r, access.From(ctx), false))
			}
			return err
		})
	}
}

// decide is POST /admin/training/draft/changes/{id}/drop and …/keep.
func (h *Handler) decide(drop bool) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := uuid.Parse(chi.URLParam(r, "id"))
		if err != nil {
			return web.ErrNotFound
		}
		return h.lead(w, r, "", func(ctx context.Context, revision int64) error { return h.parts.Drafts.decide(ctx, revision, id, drop) })
	}
}

// lead does something with the draft of a revision, and leads to its page, which says what came of it.
func (h *Handler) lead(w http.ResponseWriter, r *http.Request, done string, do func(context.Context, int64) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), publishPatience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	revision, err := strconv.ParseInt(r.PostFormValue("revision"), 10, 64)
	if err != nil {
		err = errStale
	} else {
		err = do(ctx, revision)
	}
	if err != nil && codeOf(err) == "" {
		return errors.Join(web.ErrUnavailable, err)
	}
	if err != nil {
		return h.render(w, r, err)
	}
	to := draftPath
	if done != "" {
		to += "?done=" + done
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
