package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/frame"
	"narthex/static/web"
)

// publishPatience is for Postgres, with all changes of a draft.
const publishPatience = 20 * time.Second

// page is what draft.html shows.
type page struct {
	Frame     frame.Frame
	Church    string
	Begun     bool
	Mine      bool // all of it is the admin's to publish
	May       bool // some could be the admin's
	BegunBy   string
	Day       string // on which it was begun
	Revision  int64
	Changes   []shownChange // without conflicts
	Conflicts []shownChange
	Hidden    int    // in areas that the admin does not see
	Done      string // the key of what was just done; empty: nothing
	Problem   string // the key of what was refused; empty: nothing
}

// shownChange is a change in words.
type shownChange struct {
	Change
	Words, When        string
	Was, Is, Now, Page string // values, and where it is changed; empty: there is none
	Mine               bool
}

// done are what the page says after something was done, by the query that led to it.
var done = map[string]string{"published": "draft.done.published", "discarded": "draft.done.discarded"}

// show is GET /admin/training/draft.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error { return h.render(w, r, nil) }

// render shows the draft, with what was refused.
func (h *Handler) render(w http.ResponseWriter, r *http.Request, refused error) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	a, status := access.From(ctx), http.StatusOK
	language := h.parts.Pages.Asked(r, a.Church.Language)
	p := &page{Frame: frame.Of(a, frame.DraftPage), Church: a.Church.Name, May: mayDraft(a), Done: done[r.URL.Query().Get("done")]}
	if refused != nil {
		problem := refusal(language, refused).(web.Problem) // it has a code
		p.Problem, status = "draft.problem."+problem.Code(), web.Status(problem)
	}
	shown, err := h.parts.Drafts.show(ctx, a.ChurchID)
	switch {
	case errors.Is(err, errGone):
		return h.parts.Pages.Render(w, status, language, "draft", p)
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	p.fill(a, language, shown)
	return h.parts.Pages.Render(w, status, language, "draft", p)
}

// fill puts a draft into words, as far as it is the admin's to see.
func (p *page) fill(a access.Admin, l *web.Language, shown Shown) {
	p.Begun, p.BegunBy, p.Revision = true, shown.BegunBy, shown.Revision
	p.Day, p.Mine = clock(a, shown.BegunAt).Format(time.DateOnly), mayChange(a, shown.Changes)
	read := reader{l, shown.Lenses}
	now := make(map[place]json.RawMessage)
	for _, c := range shown.Conflicts {
		now[c.place()] = c.Now
	}
	for _, c := range shown.Changes {
		if !a.Sees(c.Area()) {
			p.Hidden++
			continue
		}
		one := shownChange{Change: c, Words: audit.Words(l, c.What, c.Detail), When: clock(a, c.ChangedAt).Format("2006-01-02 15:04"), Was: read.value(c, c.Before), Is: read.value(c, c.After), Page: c.page(a.Draft.On || c.Before != nil), Mine: a.Changes(c.Area())}
		if held, conflicting := now[c.place()]; conflicting {
			one.Now, one.Page = read.value(c, held), c.page(a.Draft.On || held != nil)
			p.Conflicts = append(p.Conflicts, one)
		} else {
			p.Changes = append(p.Changes, one)
		}
	}
}

func clock(a access.Admin, at time.Time) time.Time {
	zone, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone)
}

// page is where a change was made; empty: there is no such page, as what it is about is not there for the admin.
func (c Change) page(there bool) string {
	switch {
	case c.Target == faqTarget && c.After != nil && !there:
		return ""
	case c.Target == faqTarget && c.After == nil:
		return faqsPath
	case c.Target == faqTarget:
		return faqsPath + "/" + c.RowID.String()
	case strings.HasPrefix(c.Field, "agent_"):
		return trainingPath + "agents"
	}
	return trainingPath + string(c.Area())
}
