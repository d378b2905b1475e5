package learning

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// perPage is how many groups a page shows.
const perPage = 20

// page is what questions.html shows.
type page struct {
	Frame     frame.Frame
	Church    string
	Changes   bool // the admin may
	Dismissed bool // those that were dismissed are shown
	Rows      []row
	Found     int
	Older     string // addresses of other pages; empty: there is none
	Newer     string
	Gathered  string // when conversations were last looked through; empty: never
	Waiting   bool   // they are being looked through
	Done      string // the key of what was just done; empty: nothing
}

// row is a group with its texts.
type row struct {
	Group
	Label string // in the visitors' commonest wording
	When  string // it was asked last, by the church's clock
}

func rowOf(a access.Admin, g Group) row { return row{g, g.Wordings[0].Text, dayOf(a, g.Last)} }

func dayOf(a access.Admin, at time.Time) string { return inZone(a, at).Format(time.DateOnly) }

func inZone(a access.Admin, at time.Time) time.Time {
	zone, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone)
}

// done are what a page says after something was done, by the query that led to it.
var done = map[string]string{"dismissed": "learning.done.dismissed", "restored": "learning.done.restored", "published": "learning.done.published", "added": "draft.faq.created"}

// show is GET /admin/training/questions?dismissed&page=.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	asked := r.URL.Query()
	p := &page{
		Frame: frame.Of(a, frame.Questions), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot,
		Dismissed: asked.Has("dismissed"), Waiting: asked.Has("waiting"), Done: done[asked.Get("done")],
	}
	snapshot, err := h.parts.Churches.ByID(ctx, a.ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	groups, gathered, err := h.store.groups(ctx, snapshot, p.Dismissed)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if !gathered.IsZero() {
		p.Gathered = inZone(a, gathered).Format("2006-01-02 15:04 MST")
	}
	number, _ := strconv.Atoi(asked.Get("page"))
	number = min(max(number, 1), mostGroups/perPage)
	p.Found = len(groups)
	from, to := min((number-1)*perPage, len(groups)), min(number*perPage, len(groups))
	for _, g := range groups[from:to] {
		p.Rows = append(p.Rows, rowOf(a, g))
	}
	if number > 1 {
		p.Newer = p.address(number - 1)
	}
	if to < len(groups) {
		p.Older = p.address(number + 1)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.texts(r), "questions", p)
}

func (p *page) address(number int) string {
	if p.Dismissed {
		return path + "?dismissed&page=" + strconv.Itoa(number)
	}
	return path + "?page=" + strconv.Itoa(number)
}

// texts are the words of the language that an admin reads.
func (h *Handler) texts(r *http.Request) *web.Language {
	return h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)
}

// read reads the group that a request is about.
func (h *Handler) read(ctx context.Context, r *http.Request) (Group, *church.Snapshot, error) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return Group{}, nil, web.ErrNotFound
	}
	snapshot, err := h.parts.Churches.ByID(ctx, access.From(ctx).ChurchID)
	if err != nil {
		return Group{}, nil, errors.Join(web.ErrUnavailable, err)
	}
	group, err := h.store.group(ctx, snapshot, id)
	switch {
	case errors.Is(err, errGone):
		return Group{}, nil, web.ErrNotFound
	case err != nil:
		return Group{}, nil, errors.Join(web.ErrUnavailable, err)
	}
	return group, snapshot, nil
}

// How long a page waits for conversations to be looked through, and how often it asks whether they were.
const (
	gatherPatience = 4 * time.Second
	gatherAsk      = 100 * time.Millisecond
)

// gather is POST /admin/training/questions/gather: conversations are looked through now. It leads to the page when that is done, or says
// there that it is under way.
func (h *Handler) gather(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	if err := h.limit(r, "gather", 6); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	began := time.Now()
	if _, err := h.parts.Jobs.Insert(ctx, gatherQuestions{ChurchID: a.ChurchID}, nil); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	tick := time.NewTicker(gatherAsk)
	defer tick.Stop()
	for time.Since(began) < gatherPatience {
		gathered, err := h.store.gathered(ctx, a.ChurchID)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		if gathered.After(began) {
			http.Redirect(w, r, path, http.StatusSeeOther)
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return errors.Join(web.ErrUnavailable, ctx.Err())
		}
	}
	http.Redirect(w, r, path+"?waiting", http.StatusSeeOther)
	return nil
}

// limit refuses what is done too often.
func (h *Handler) limit(r *http.Request, kind string, perMinute int) error {
	wait, err := h.parts.Limit(r.Context(), access.From(r.Context()).ChurchID, kind, perMinute)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if wait > 0 {
		return h.texts(r).Refuse("rate_limited", "too_often", "learning.slow").After(wait)
	}
	return nil
}

// gathered is when a church's conversations were last looked through; zero: never.
func (s store) gathered(ctx context.Context, churchID uuid.UUID) (at time.Time, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, "select gathered_at from question_gatherings where church_id = $1", churchID).Scan(&at)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return at, err
}

// dismiss is POST /admin/training/questions/{id}/dismiss.
func (h *Handler) dismiss(w http.ResponseWriter, r *http.Request) error {
	return h.put(w, r, "learning.dismissed", "dismissed_at = coalesce(dismissed_at, now())", "?done=dismissed")
}

// restore is POST /admin/training/questions/{id}/restore.
func (h *Handler) restore(w http.ResponseWriter, r *http.Request) error {
	return h.put(w, r, "learning.restored", "dismissed_at = null", "?dismissed&done=restored")
}

// put sets something of a group, and notes that it did.
func (h *Handler) put(w http.ResponseWriter, r *http.Request, what, set, query string) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	group, snapshot, err := h.read(ctx, r)
	if err != nil {
		return err
	}
	err = church.InChurch(ctx, h.parts.Pool, snapshot.ID, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "update question_groups set "+set+" where church_id = $1 and id = $2", snapshot.ID, group.ID); err != nil {
			return err
		}
		return audit.Record(ctx, tx, what, map[string]string{"question": group.Wordings[0].Text})
	})
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+query, http.StatusSeeOther)
	return nil
}
