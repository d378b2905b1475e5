package calls

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/cursor"
	"narthex/admin/frame"
	"narthex/static/web"
)

// page is what calls.html shows.
type page struct {
	Frame   frame.Frame
	Church  string
	Number  string // that the church is called at
	Serves  bool   // it is in service
	Rows    []row
	Totals  *shownTotals // nil: nobody has called lately
	First   string       // the address of the first page; empty: this is it
	Older   string
	Deleted bool
}

// shownTotals are totals as the page shows them.
type shownTotals struct{ Days, Calls, Lasted, Cost string }

// row is a call as a page shows it.
type row struct {
	Call
	When   string // by the church's clock
	Lasted string
	Cost   string
}

// onePage is what call.html shows.
type onePage struct {
	Frame   frame.Frame
	Church  string
	Call    row
	Lines   []shownLine
	Changes bool
	Reads   bool // the admin sees the conversation, with why each answer was given
	Asks    bool // the admin sees what was asked of the church
}

type shownLine struct {
	Line
	Words string // that were heard, where not all were
	When  string
}

func rowOf(a access.Admin, c Call) row {
	return row{c, clock(a, c.BeganAt, "2006-01-02 15:04 MST"), lasted(c.Seconds), dollars(c.CostMicros)}
}

func lasted(seconds int) string { return fmt.Sprintf("%d:%02d", seconds/60, seconds%60) }

func dollars(micros int64) string { return fmt.Sprintf("$%.4f", float64(micros)/1e6) }

// clock says when something was, by the church's clock.
func clock(a access.Admin, at time.Time, layout string) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format(layout)
}

// show is GET /admin/calls, of plans with a telephone, and where there are calls from before.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	after := cursor.Parse(r.URL.Query().Get("after"))
	found, more, err := h.store.list(ctx, a, after)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if deleted := r.URL.Query().Has("deleted"); !a.Church.Plan.HasVoice() && len(found) == 0 && !deleted {
		return web.ErrNotFound
	}
	number, serves, err := h.store.line(ctx, a.ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	sum, err := h.store.total(ctx, a)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &page{Frame: frame.Of(a, frame.Calls), Church: a.Church.Name, Number: number, Serves: serves, Deleted: r.URL.Query().Has("deleted")}
	if sum.Calls > 0 {
		shown.Totals = &shownTotals{strconv.Itoa(totalDays), strconv.Itoa(sum.Calls), lasted(sum.Seconds), dollars(sum.CostMicros)}
	}
	for _, one := range found {
		shown.Rows = append(shown.Rows, rowOf(a, one))
	}
	if after != nil {
		shown.First = path
	}
	if more {
		last := found[len(found)-1]
		shown.Older = path + "?after=" + cursor.Cursor{At: last.BeganAt, ID: last.ID}.String()
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "calls", shown)
}

// showOne is GET /admin/calls/{id}.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	found, lines, err := h.store.read(ctx, a, id)
	if errors.Is(err, errGone) {
		return web.ErrNotFound
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &onePage{
		Frame: frame.Of(a, frame.Calls), Church: a.Church.Name, Call: rowOf(a, found), Changes: a.Changes(access.Calls),
		Reads: a.Sees(access.Conversations) && found.Conversed && found.Transcribed, Asks: a.Sees(access.Requests),
	}
	for _, line := range lines {
		one := shownLine{Line: line, When: clock(a, line.SaidAt, "15:04:05")}
		if line.Heard != nil {
			one.Words = *line.Heard
		}
		shown.Lines = append(shown.Lines, one)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "call", shown)
}

// delete is POST /admin/calls/{id}/delete.
func (h *Handler) delete(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	err = h.store.remove(ctx, access.From(r.Context()), id, h.parts.Forget)
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"?deleted", http.StatusSeeOther)
	return nil
}
