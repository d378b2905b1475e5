package siteimport

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/siteimport/crawl"
	"narthex/static/web"
)

const patience = 10 * time.Second // for Postgres

// page is what siteimport.html shows.
type page struct {
	Frame   frame.Frame
	Church  string
	Changes bool // the admin may
	Most    int  // pages that are read
	URL     string
	Fault   string // the key of what is the matter with the address
	Imports []shownImport
	Import  *shownImport  // the one that the page is about; nil: none
	Refused []refusedPage // pages of it that could not be read
	Groups  []group       // to be decided about
	Done    bool          // nothing is open any more
}

// shownImport is an import with when it began, by the church's clock.
type shownImport struct {
	Import
	When  string
	Place string // the address as it is shown
}

// Cut reports whether the website may have more pages that a visitor's questions are answered on: as many as are read at most were, or the
// time for it was over.
func (i shownImport) Cut() bool {
	return i.Done() >= mostPages || i.SpentMs >= int(budget.Milliseconds())
}

func shownOf(a access.Admin, one Import) shownImport {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return shownImport{one, one.BegunAt.In(place).Format("2006-01-02 15:04 MST"), placeOf(one.URL)}
}

func (h *Handler) page(a access.Admin) *page {
	return &page{Frame: frame.Of(a, frame.Knowledge), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot, Most: mostPages}
}

// list is GET /admin/training/website.
func (h *Handler) list(w http.ResponseWriter, r *http.Request) error {
	return h.form(w, r, http.StatusOK, cut(r.URL.Query().Get("url"), 1000), "")
}

// form shows where a website is named, with the earlier ones.
func (h *Handler) form(w http.ResponseWriter, r *http.Request, status int, address, fault string) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	shown := h.page(a)
	shown.URL, shown.Fault = address, fault
	found, err := h.store.imports(ctx, a)
	if err == nil && address == "" && fault == "" {
		shown.URL, err = h.store.website(ctx, a)
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	for _, one := range found {
		shown.Imports = append(shown.Imports, shownOf(a, one))
	}
	return h.parts.Pages.Render(w, status, h.parts.Pages.Asked(r, a.Church.Language), "siteimport", shown)
}

func cut(text string, characters int) string {
	runes := []rune(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD"))
	return string(runes[:min(len(runes), characters)])
}

// begin is POST /admin/training/website: url is the address of the church's website.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	address := cut(strings.TrimSpace(r.PostFormValue("url")), 2000)
	site, err := h.parts.Fetcher.NewSite(address)
	if err != nil {
		return h.form(w, r, http.StatusUnprocessableEntity, address, "siteimport.fault.unreadable")
	}
	id, err := h.store.begin(ctx, a, site, func(ctx context.Context, tx pgx.Tx, job readSite) error {
		_, err := h.parts.Jobs.InsertTx(ctx, tx, job, nil)
		return err
	})
	switch {
	case errors.Is(err, errWorking):
		return h.form(w, r, http.StatusConflict, address, "siteimport.fault.working")
	case errors.Is(err, errTooMany):
		return h.form(w, r, http.StatusTooManyRequests, address, "siteimport.fault.too_many")
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"/"+id.String(), http.StatusSeeOther)
	return nil
}

// asked is the import that a request is about.
func (h *Handler) asked(ctx context.Context, r *http.Request) (Import, error) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return Import{}, web.ErrNotFound
	}
	found, err := h.store.one(ctx, access.From(ctx).ChurchID, id)
	switch {
	case errors.Is(err, errGone):
		return Import{}, web.ErrNotFound
	case err != nil:
		return Import{}, errors.Join(web.ErrUnavailable, err)
	}
	return found, nil
}

// show is GET /admin/training/website/{id}: how far the reading is, and then what was found.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.asked(ctx, r)
	if err != nil {
		return err
	}
	of := said{group: r.URL.Query().Get("done")}
	of.stored, _ = strconv.Atoi(r.URL.Query().Get("stored"))
	return h.review(ctx, w, r, http.StatusOK, found, of)
}

// state is GET /api/admin/site-imports/{id}: what the page follows meanwhile.
func (h *Handler) state(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.asked(ctx, r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(struct {
		Import
		Done int `json:"done"`
		Most int `json:"most"`
	}{found, found.Done(), mostPages})
}

// cancel is POST /admin/training/website/{id}/cancel.
func (h *Handler) cancel(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.asked(ctx, r)
	if err != nil {
		return err
	}
	if err := h.store.cancel(ctx, access.From(ctx), found.ID); err != nil && !errors.Is(err, errGone) {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"/"+found.ID.String(), http.StatusSeeOther)
	return nil
}

// reader is GET /reader: who reads websites in whose name, and how that is forbidden.
func (h *Handler) reader(w http.ResponseWriter, r *http.Request) error {
	name, _, _ := strings.Cut(AgentName(""), "/")
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Language(r, ""), "reader", struct {
		Agent string
		Most  int
	}{name, mostPages})
}

// Elsewhere reports whether the address leads to another website, which may be the church's.
func (i shownImport) Elsewhere() bool {
	return i.Reason == string(crawl.Moved) && i.MovedTo != ""
}
