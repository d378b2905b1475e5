package drafts

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/static/web"
)

const (
	trainingPath = "/admin/training/"
	faqsPath     = trainingPath + "faqs"
	// header says that a request comes from a page that shows the draft; a form's address says so with parameter. What was written on a
	// page that shows what visitors see is never put into the draft, whatever another window of the same browser shows.
	header      = "X-Narthex-Draft"
	parameter   = "draft"
	comparePath = "/api/admin/theology/compare" // answers, and writes nothing
	// cookieName keeps that an admin works in the draft, of the church that it names.
	cookieName = "narthex_draft"
	patience   = 5 * time.Second // for Postgres
)

// shows reports whether a page shows the draft.
func shows(path string) bool {
	switch path {
	case trainingPath + "knowledge", trainingPath + "week", faqsPath, faqsPath + ".csv", trainingPath + "theology", trainingPath + "agents", trainingPath + "safety":
		return true
	}
	return oneFAQ(path, "")
}

// oneFAQ reports whether a path is that of a FAQ's page, or of something below it.
func oneFAQ(path, below string) bool {
	rest, within := strings.CutPrefix(path, faqsPath+"/")
	id, ends := strings.CutSuffix(rest, below)
	return within && ends && uuid.Validate(id) == nil
}

// writable are the addresses at which what can be drafted is written. Whom the church names for what cannot wait is not among them: a
// contact that has changed must be reached today.
var writable = []string{
	"/api/premium/update", "/api/admin/settings", "/api/admin/kb-proxy", "/api/admin/theology/lens", "/api/admin/theology/texts",
	"/api/admin/theology/overrides", comparePath, "/api/admin/agents", "/api/admin/agents/tools", "/api/admin/safety/crisis", "/api/admin/safety/words",
}

func writes(path string) bool { return slices.Contains(writable, path) || oneFAQ(path, "/delete") }

// elsewhere are pages that say themselves what they do with a draft.
func elsewhere(path string) bool {
	return path == trainingPath+"draft" || path == trainingPath+"simulator" || strings.HasPrefix(path, trainingPath+"regression")
}

// Entry is access.Entry: it has the requests of who works in the draft work in it, and tells the pages of it.
func (d *Drafts) Entry(pages *web.Pages) access.Entry {
	return func(r *http.Request) (*http.Request, error) {
		a, path := access.From(r.Context()), r.URL.Path
		looks := r.Method == http.MethodGet || r.Method == http.MethodHead
		meant := !looks && (r.Header.Get(header) != "" || r.URL.Query().Has(parameter))
		if meant && !writes(path) { // it would be live at once, and its page would say that it is not
			return nil, refusal(pages.Asked(r, a.Church.Language), errNotHere)
		}
		works := meant && a.SessionID != uuid.Nil
		if !works && !strings.HasPrefix(path, trainingPath) {
			return r, nil
		}
		var err error
		if a.Draft, err = d.State(r.Context(), a.ChurchID); err != nil {
			return nil, errors.Join(web.ErrUnavailable, err)
		}
		if works && !a.Draft.Begun {
			return nil, refusal(pages.Asked(r, a.Church.Language), errGone)
		}
		a.Draft.On = a.Draft.Begun && (works || chosen(r, a))
		a.Draft.AtOnce, a.Draft.May, a.Draft.Here = !shows(path) && !elsewhere(path), mayDraft(a), here(r)
		ctx := access.With(r.Context(), a)
		switch {
		case works && path == comparePath:
			ctx = d.Within(ctx, a.ChurchID)
		case works:
			ctx = d.Working(ctx, a, pages.Asked(r, a.Church.Language))
		case a.Draft.On && looks && shows(path):
			ctx = d.Within(ctx, a.ChurchID)
		}
		return r.WithContext(ctx), nil
	}
}

// State is what there is to say of a church's draft.
func (d *Drafts) State(ctx context.Context, churchID uuid.UUID) (found access.Draft, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = church.InChurch(ctx, d.pool, churchID, func(tx pgx.Tx) error {
		found, err = state(ctx, tx, churchID)
		return err
	})
	return found, err
}

// mayDraft reports whether an admin may change anything that can be drafted.
func mayDraft(a access.Admin) bool { return slices.ContainsFunc(Areas(), a.Changes) }

// chosen reports whether the admin's browser works in the draft of the church.
func chosen(r *http.Request, a access.Admin) bool {
	cookie, err := r.Cookie(cookieName)
	return err == nil && cookie.Value == a.ChurchID.String()
}

// choose is the cookie with which a browser works in the draft of a church from now on, or in none.
func choose(r *http.Request, a access.Admin, in bool) *http.Cookie {
	cookie := &http.Cookie{Name: cookieName, Value: a.ChurchID.String(), Path: "/admin", MaxAge: int(access.SessionAge / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil}
	if !in {
		cookie.Value, cookie.MaxAge = "", -1
	}
	return cookie
}

// here is the address of a page of Training, to be led back to. Of one that a form was answered with, which nobody can open, it is that of
// the page above.
func here(r *http.Request) string {
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	routes := chi.RouteContext(r.Context()).Routes
	for at := r.URL.Path; len(at) > len(trainingPath); at = path.Dir(at) {
		if routes.Match(chi.NewRouteContext(), http.MethodGet, at) {
			return at
		}
	}
	return draftPath
}

// backOf is where a form leads back to: a page of Training, whatever it says.
func backOf(r *http.Request) string {
	at, err := url.Parse(r.PostFormValue("back"))
	if err != nil || at.Host != "" || at.Scheme != "" || !strings.HasPrefix(at.Path, trainingPath) {
		return draftPath
	}
	return at.RequestURI()
}
