package requests

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/static/web"
)

// page is what requests.html shows.
type page struct {
	Frame        frame.Frame
	Church       string
	Filter       filter
	Filtered     bool
	Deleted      bool // one was, just now
	Kinds        []string
	States       []string
	Team         []member
	Rows         []row
	Flood        *Flood // that is listed; nil: none, or the admin may not close it
	Undelivered  []unsent
	All          int
	From, To     int
	Newer, Older string
	Export       string
}

// row is a request as a list shows it.
type row struct {
	Request
	When string // by the church's clock
}

// unsent is a message as a page shows it.
type unsent struct {
	Undelivered
	When string
}

// Words is the beginning of what the visitor wrote, for who looks through many.
func (r row) Words() string { return cut(r.Message, 200) }

// clock says when something was, by the church's clock and with its zone.
func clock(a access.Admin, at time.Time) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format("2006-01-02 15:04 MST")
}

// rowsOf are requests as an admin is shown them.
func rowsOf(a access.Admin, found []Request) []row {
	rows := make([]row, len(found))
	for i, one := range found {
		rows[i] = row{one, clock(a, one.CreatedAt)}
	}
	return rows
}

func unsentOf(a access.Admin, found []Undelivered) []unsent {
	shown := make([]unsent, len(found))
	for i, one := range found {
		shown[i] = unsent{one, clock(a, one.HappenedAt)}
	}
	return shown
}

var states = []string{"open", stateNew, stateAcknowledged, stateDone}

// filterOf reads a filter; what is none of its values wants all.
func filterOf(asked url.Values) filter {
	f := filter{Search: cut(asked.Get("q"), 200), Kind: asked.Get("kind"), State: asked.Get("state"), Assignee: cut(asked.Get("assignee"), 36), Flood: cut(asked.Get("flood"), 32)}
	if !slices.Contains(kinds, f.Kind) {
		f.Kind = ""
	}
	if !slices.Contains(states, f.State) {
		f.State = ""
	}
	return f
}

// cut is as much of a text as is taken, without what Postgres does not store.
func cut(text string, characters int) string {
	runes := []rune(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", ""))
	return string(runes[:min(len(runes), characters)])
}

func (f filter) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{"q": f.Search, "kind": f.Kind, "state": f.State, "assignee": f.Assignee, "flood": f.Flood} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// show is GET /admin/requests.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	f := filterOf(r.URL.Query())
	number, _ := strconv.Atoi(r.URL.Query().Get("page"))
	number = min(max(number, 1), 100_000)
	found, all, err := h.store.list(ctx, a, f, number)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	undelivered, err := h.store.undelivered(ctx, a, nil)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	team, err := h.store.team(ctx, a, seen(a)...)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &page{
		Frame: frame.Of(a, frame.Requests), Church: a.Church.Name, Filter: f, Filtered: f != filter{}, Deleted: r.URL.Query().Has("deleted"), Kinds: kinds, States: states, Team: team,
		Rows: rowsOf(a, found), Undelivered: unsentOf(a, undelivered), All: all, Export: path + ".csv?" + f.values().Encode(),
	}
	if a.Changes(access.Care) {
		shown.Flood = floodShown(f, found)
	}
	if len(found) > 0 {
		shown.From, shown.To = (number-1)*perPage+1, (number-1)*perPage+len(found)
	}
	at := func(number int) string {
		values := f.values()
		values.Set("page", strconv.Itoa(number))
		return path + "?" + values.Encode()
	}
	if number > 1 {
		shown.Newer = at(number - 1)
	}
	if shown.To > 0 && shown.To < all {
		shown.Older = at(number + 1)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "requests", shown)
}
