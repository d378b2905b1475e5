package faqs

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/static/web"
)

// page is what faqs.html shows.
type page struct {
	Frame            frame.Frame
	Church           string
	Changes          bool // the admin may
	Search, Category string
	List             listing
	Limit            int  // that the plan holds; 0: any number
	Full             bool // the plan holds no more
	From, To         int  // those shown, of List.Found
	Newer, Older     string
	Deleted          bool
	Begun            string // a question that is to be answered; empty: none
	Fields           fields
}

// fields are those of the form.
type fields struct {
	Draft
	Categories         []string // that there are
	LongestQ, LongestA int      // characters
}

func fieldsOf(d Draft, categories []string) fields {
	return fields{d, categories, longestQuestion, longestAnswer}
}

// onePage is what faq.html shows.
type onePage struct {
	Frame   frame.Frame
	Church  string
	Changes bool
	FAQ     FAQ
	Similar []Similar
	New     bool // it was just created
	Fields  fields
}

// show is GET /admin/training/faqs.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	asked := r.URL.Query()
	shown := &page{
		Frame: frame.Of(a, frame.FAQs), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot,
		Search: cut(asked.Get("q"), 200), Category: cut(asked.Get("category"), longestCategory), Limit: planLimit(a), Deleted: asked.Has("deleted"),
	}
	number, _ := strconv.Atoi(asked.Get("page"))
	number = min(max(number, 1), 100_000)
	var err error
	if shown.List, err = h.store.list(ctx, a, shown.Search, shown.Category, number); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	// What visitors asked leads here, to be answered: see the overview.
	shown.Begun = cut(strings.TrimSpace(asked.Get("question")), longestQuestion)
	shown.Fields = fieldsOf(Draft{Question: shown.Begun, Visibility: "public"}, shown.List.Categories)
	shown.Full = shown.Limit > 0 && shown.List.All >= shown.Limit
	if n := len(shown.List.FAQs); n > 0 {
		shown.From, shown.To = (number-1)*perPage+1, (number-1)*perPage+n
	}
	if number > 1 {
		shown.Newer = shown.address(number - 1)
	}
	if shown.To > 0 && shown.To < shown.List.Found {
		shown.Older = shown.address(number + 1)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "faqs", shown)
}

// address is that of another page of the same search.
func (p *page) address(number int) string {
	values := url.Values{"page": {strconv.Itoa(number)}}
	if p.Search != "" {
		values.Set("q", p.Search)
	}
	if p.Category != "" {
		values.Set("category", p.Category)
	}
	return path + "?" + values.Encode()
}

func cut(text string, characters int) string {
	runes := []rune(storable(text))
	return string(runes[:min(len(runes), characters)])
}

// showOne is GET /admin/training/faqs/{id}.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	shown := &onePage{
		Frame: frame.Of(a, frame.FAQs), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot, New: r.URL.Query().Has("new"),
	}
	shown.FAQ, shown.Similar, err = h.store.one(ctx, a, id, h.nearness())
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	list, err := h.store.list(ctx, a, "", "", 1)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	f := shown.FAQ
	shown.Fields = fieldsOf(Draft{f.Question, f.Answer, f.Category, f.Visibility, f.Exact}, list.Categories)
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "faq", shown)
}

// remove is POST /admin/training/faqs/{id}/delete.
func (h *Handler) remove(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := h.store.remove(ctx, a, id, r.PostFormValue("version")); err != nil && !errors.Is(err, errGone) {
		return h.refused(h.parts.Pages.Asked(r, a.Church.Language), err)
	}
	http.Redirect(w, r, path+"?deleted", http.StatusSeeOther)
	return nil
}
