package regression

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate/cases"
	"narthex/static/web"
)

// page is what regression.html shows.
type page struct {
	Frame   frame.Frame
	Church  string
	Changes bool // the admin may
	Set     []kept
	Runs    []shownRun
	Running bool
	Drafted bool // there is a draft to be asked
	Full    bool
	Most    int
	Added   bool  // a question just was
	Begun   bool  // something led here, to be added
	There   *kept // asks the same already, and expects something else; nil: none does
	Fields  fields
}

// onePage is what regression-case.html shows.
type onePage struct {
	Frame   frame.Frame
	Church  string
	Changes bool
	ID      uuid.UUID
	Version string // of the case that is stored
	Stored  *kept  // as somebody else has changed it meanwhile; nil: nobody did
	Fields  fields
}

// fields are those of the form.
type fields struct {
	cases.Case
	Agents    []church.Agent
	Tiers     []cases.Tier
	Languages []string
	Longest   int // characters of a question
	Faulty    []cases.Fault
}

func fieldsOf(c cases.Case, faults []cases.Fault) fields {
	return fields{Case: c, Agents: church.Agents(), Tiers: cases.Tiers(), Languages: cases.Languages(), Longest: chat.MaxMessageRunes, Faulty: faults}
}

// Fault is the key of the text that says what is the matter with a field; empty: nothing.
func (f fields) Fault(field string) string {
	for _, fault := range f.Faulty {
		if fault.Field == field {
			return "regression.fault." + fault.Field + "." + fault.Code
		}
	}
	return ""
}

// MustSayLines is as it stands in the form, one saying a line.
func (f fields) MustSayLines() string { return strings.Join(f.MustSay, "\n") }

// MustNotSayLines is, too.
func (f fields) MustNotSayLines() string { return strings.Join(f.MustNotSay, "\n") }

// read reads a case from a form, or from an address that leads here.
func read(values url.Values) cases.Case {
	lines := func(name string) []string { return strings.Split(strings.ReplaceAll(values.Get(name), "\r", ""), "\n") }
	return cases.Case{
		Question: values.Get("question"), Agent: church.Agent(values.Get("agent")), Language: values.Get("language"), Tier: cases.Tier(values.Get("tier")),
		MustSay: lines("must_say"), MustNotSay: lines("must_not_say"),
	}.Clean()
}

// show is GET /admin/training/regression?question=&agent=&tier=&language=: the set, and a form that is filled with what led here.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	led := read(r.URL.Query())
	if len(led.Faults()) > 0 { // an address may say anything
		led = cases.Case{Question: string([]rune(led.Question)[:min(len([]rune(led.Question)), chat.MaxMessageRunes)]), Agent: church.Coordinator}
	}
	return h.render(w, r, http.StatusOK, fieldsOf(led, nil))
}

func (h *Handler) render(w http.ResponseWriter, r *http.Request, status int, form fields) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	set, runs, err := h.store.overview(ctx, a)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &page{
		Frame: frame.Of(a, frame.Simulator), Church: a.Church.Name, Changes: mayChange(a), Set: set, Full: len(set) >= cases.MostCases, Most: cases.MostCases, Drafted: a.Draft.Begun,
		Added: r.URL.Query().Has("added"), Begun: form.Question != "" || len(form.Faulty) > 0, Fields: form,
	}
	if there := asking(set, form.Case); there != nil && versionOf(there.Case) != versionOf(form.Case) {
		shown.There = there
	}
	for _, run := range runs {
		shown.Runs = append(shown.Runs, shownRunOf(a, run))
		shown.Running = shown.Running || run.Status == "working"
	}
	return h.parts.Pages.Render(w, status, h.texts(r), "regression", shown)
}

func mayChange(a access.Admin) bool { return a.Changes(access.Theology) && a.Church.Chatbot }

// texts are the words of the language that an admin reads.
func (h *Handler) texts(r *http.Request) *web.Language {
	return h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)
}

// longestForm is of the largest case, in bytes, as a form writes it.
const longestForm = 256 << 10

// form reads a case that was sent.
func (h *Handler) form(w http.ResponseWriter, r *http.Request) (cases.Case, error) {
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return cases.Case{}, h.texts(r).Refuse("invalid", "form_unreadable", "simulator.unreadable")
	}
	return read(r.PostForm), nil
}

// add is POST /admin/training/regression.
func (h *Handler) add(w http.ResponseWriter, r *http.Request) error {
	sent, err := h.form(w, r)
	if err != nil {
		return err
	}
	if faults := sent.Faults(); len(faults) > 0 {
		return h.render(w, r, http.StatusUnprocessableEntity, fieldsOf(sent, faults))
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	err = h.store.addOne(ctx, access.From(ctx), sent)
	if _, known := errors.AsType[*differs](err); known {
		return h.render(w, r, http.StatusConflict, fieldsOf(sent, nil))
	}
	if err != nil {
		return h.refused(r, err)
	}
	http.Redirect(w, r, path+"?added", http.StatusSeeOther)
	return nil
}

// refused is what an admin is told of an error of the store.
func (h *Handler) refused(r *http.Request, err error) error {
	l := h.texts(r)
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case errors.Is(err, errFull):
		return l.Refuse("conflict", "set_full", "regression.problem.full", "most", strconv.Itoa(cases.MostCases))
	case errors.Is(err, errRunning):
		return l.Refuse("conflict", "running", "regression.problem.running")
	case errors.Is(err, errEmpty):
		return l.Refuse("conflict", "set_empty", "regression.problem.empty")
	case errors.Is(err, errNoDraft):
		return l.Refuse("conflict", "no_draft", "regression.problem.no_draft")
	}
	return errors.Join(web.ErrUnavailable, err)
}

// idOf is the id that an address names.
func idOf(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return uuid.Nil, web.ErrNotFound
	}
	return id, nil
}

// showCase is GET /admin/training/regression/cases/{id}.
func (h *Handler) showCase(w http.ResponseWriter, r *http.Request) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.store.one(ctx, access.From(ctx), id)
	if err != nil {
		return h.refused(r, err)
	}
	return h.renderCase(w, r, http.StatusOK, &onePage{ID: id, Version: versionOf(found.Case), Fields: fieldsOf(found.Case, nil)})
}

func (h *Handler) renderCase(w http.ResponseWriter, r *http.Request, status int, p *onePage) error {
	a := access.From(r.Context())
	p.Frame, p.Church, p.Changes = frame.Of(a, frame.Simulator), a.Church.Name, mayChange(a)
	return h.parts.Pages.Render(w, status, h.texts(r), "regression-case", p)
}

// change is POST /admin/training/regression/cases/{id}.
func (h *Handler) change(w http.ResponseWriter, r *http.Request) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	sent, err := h.form(w, r)
	if err != nil {
		return err
	}
	shown := r.PostForm.Get("version")
	if faults := sent.Faults(); len(faults) > 0 {
		return h.renderCase(w, r, http.StatusUnprocessableEntity, &onePage{ID: id, Version: shown, Fields: fieldsOf(sent, faults)})
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	err = h.store.change(ctx, access.From(ctx), id, shown, sent)
	if other, changed := errors.AsType[*differs](err); changed { // who reads that, and saves again, means it
		return h.renderCase(w, r, http.StatusConflict, &onePage{ID: id, Version: versionOf(other.stored.Case), Stored: &other.stored, Fields: fieldsOf(sent, nil)})
	}
	if err != nil {
		return h.refused(r, err)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// remove is POST /admin/training/regression/cases/{id}/delete.
func (h *Handler) remove(w http.ResponseWriter, r *http.Request) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	return h.then(w, r, path, func(ctx context.Context, a access.Admin) error { return h.store.remove(ctx, a, id) })
}

// then does something, and leads on.
func (h *Handler) then(w http.ResponseWriter, r *http.Request, to string, do func(context.Context, access.Admin) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := do(ctx, access.From(ctx)); err != nil {
		return h.refused(r, err)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// clock says when something was, by the church's clock and with its zone.
func clock(a access.Admin, at time.Time) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format("2006-01-02 15:04 MST")
}
