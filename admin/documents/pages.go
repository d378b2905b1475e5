package documents

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/retrieval/knowledge"
	"narthex/static/web"
)

const patience = 10 * time.Second // for Postgres

// state is a document as the page follows it.
type state struct {
	ID       uuid.UUID `json:"id"`
	Title    string    `json:"title"`
	FileName string    `json:"fileName"`
	Status   string    `json:"status"` // queued, working, failed, ready
	Internal bool      `json:"internal"`
	Pages    int       `json:"pages"` // 0: it has none, or is not read yet
	Total    int       `json:"total"` // passages
	Done     int       `json:"done"`  // of them, that can be found
	Reason   string    `json:"reason"`
	// Published says that visitors are answered from it, if from the version before: it is not to be deleted in passing.
	Published bool `json:"published"`
}

func stateOf(d knowledge.Document) state {
	s := state{ID: d.ID, Title: d.Title, FileName: d.FileName, Status: d.Status, Internal: d.Visibility == knowledge.VisibilityInternal, Total: d.ChunksTotal, Done: d.ChunksEmbedded, Published: d.Published}
	if d.Status == knowledge.StatusExtracting || d.Status == knowledge.StatusEmbedding {
		s.Status = "working"
	}
	if d.PageCount != nil {
		s.Pages = *d.PageCount
	}
	if d.ErrorCode != nil {
		s.Reason = *d.ErrorCode
	}
	return s
}

// Unfinished reports whether the document is still being read.
func (s state) Unfinished() bool { return s.Status == "queued" || s.Status == "working" }

// page is what documents.html shows.
type page struct {
	Frame     frame.Frame
	Church    string
	Changes   bool
	Documents []state
	Deleted   bool
}

// onePage is what document.html shows.
type onePage struct {
	Frame        frame.Frame
	Church       string
	Changes      bool
	Document     state
	Excerpts     []knowledge.Excerpt
	From, To     int
	Newer, Older string
}

func (h *Handler) changes(a access.Admin) bool {
	return a.Changes(access.Knowledge) && a.Church.Chatbot
}

func (h *Handler) list(ctx context.Context, a access.Admin) ([]state, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := h.parts.Library.Documents(ctx, a.ChurchID)
	if err != nil {
		return nil, errors.Join(web.ErrUnavailable, err)
	}
	states := make([]state, 0, len(found))
	for _, d := range found {
		states = append(states, stateOf(d))
	}
	return states, nil
}

// show is GET /admin/training/documents.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	states, err := h.list(r.Context(), a)
	if err != nil {
		return err
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "documents", &page{
		Frame: frame.Of(a, frame.Knowledge), Church: a.Church.Name, Changes: h.changes(a), Documents: states, Deleted: r.URL.Query().Has("deleted"),
	})
}

// states is GET /api/admin/documents: what the page follows while documents are read.
func (h *Handler) states(w http.ResponseWriter, r *http.Request) error {
	states, err := h.list(r.Context(), access.From(r.Context()))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]any{"documents": states})
}

// perPage is how many passages a page shows.
const perPage = 30

// showOne is GET /admin/training/documents/{id}: what was read of a document.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	number, _ := strconv.Atoi(r.URL.Query().Get("page"))
	number = min(max(number, 1), 10_000)
	document, excerpts, err := h.parts.Library.Excerpts(ctx, a.ChurchID, id, (number-1)*perPage, perPage)
	switch {
	case errors.Is(err, knowledge.ErrDocumentNotFound):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &onePage{Frame: frame.Of(a, frame.Knowledge), Church: a.Church.Name, Changes: h.changes(a), Document: stateOf(document), Excerpts: excerpts}
	if n := len(excerpts); n > 0 {
		shown.From, shown.To = (number-1)*perPage+1, (number-1)*perPage+n
	}
	address := func(n int) string { return path + "/" + id.String() + "?page=" + strconv.Itoa(n) }
	if number > 1 {
		shown.Newer = address(number - 1)
	}
	if len(excerpts) == perPage {
		shown.Older = address(number + 1)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "document", shown)
}

// retry is POST /admin/training/documents/{id}/retry.
func (h *Handler) retry(w http.ResponseWriter, r *http.Request) error {
	return h.act(w, r, path, func(ctx context.Context, a access.Admin, id uuid.UUID) error {
		return h.parts.Library.Retry(ctx, a.ChurchID, id)
	})
}

// remove is POST /admin/training/documents/{id}/delete. It is for documents that are still being read too.
func (h *Handler) remove(w http.ResponseWriter, r *http.Request) error {
	return h.act(w, r, path+"?deleted", func(ctx context.Context, a access.Admin, id uuid.UUID) error {
		document, _, err := h.parts.Library.Excerpts(ctx, a.ChurchID, id, 0, 0)
		if err != nil {
			return err
		}
		if err := h.parts.Library.DeleteDocument(ctx, a.ChurchID, id); err != nil {
			return err
		}
		if err := h.note(ctx, "document.deleted", document.Title); err != nil {
			h.parts.Logger.ErrorContext(ctx, "a deletion could not be noted", "church", a.ChurchID, "error", err)
		}
		return nil
	})
}

// act does something with a document. One that is gone is what was wanted, or nothing that could be helped.
func (h *Handler) act(w http.ResponseWriter, r *http.Request, to string, do func(context.Context, access.Admin, uuid.UUID) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	if err := do(ctx, access.From(ctx), id); err != nil && !errors.Is(err, knowledge.ErrDocumentNotFound) {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
