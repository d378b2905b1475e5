package team

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/static/web"
)

// Parts are what the pages of the team need.
type Parts struct {
	Pool   *pgxpool.Pool
	Links  *Links
	Mailer Mailer
	Guard  *access.Guard
	Pages  *web.Pages
	Edge   *web.Edge
	Limit  func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error) // by address, over all nodes
}

// Handler shows the pages, and does what is asked on them or by a program.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the pages of the team.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool, p.Mailer, p.Links}} }

// Where the pages are.
const (
	teamPath     = "/admin/settings/team"
	sessionsPath = "/admin/settings/sessions"
	activityPath = "/admin/settings/audit"
)

const patience = 5 * time.Second // for Postgres

// Routes adds the pages and their API to a router. Whatever can be done on a page, without a script, a program can do too.
func (h *Handler) Routes(r chi.Router) {
	handle, guard := h.parts.Edge.Handle, h.parts.Guard
	team := r.With(guard.Sees(access.Team))
	team.Get(teamPath, handle(h.showTeam))
	team.Get("/api/admin/team", handle(h.listTeam))
	h.teamChanges(r.With(guard.Changes(access.Team)))

	own := r.With(guard.SeesAny(access.Areas()...))
	own.Get(sessionsPath, handle(h.showSessions))
	own.Get("/api/admin/sessions", handle(h.listSessions))
	h.ownChanges(r.With(guard.ChangesAny(access.Areas()...)))

	activity := r.With(guard.Sees(access.Audit))
	activity.Get(activityPath, handle(h.showActivity))
	activity.Get("/api/admin/audit", handle(h.listActivity))

	r.Get(addressPath+"{token}", handle(h.showAddress))
	r.Head(addressPath+"{token}", handle(h.showAddress))
	r.Post(addressPath+"{token}", handle(h.confirmAddress))
}

func (h *Handler) teamChanges(r chi.Router) {
	each := func(page, method, api string, a action) {
		a.back, a.show = teamPath, h.teamPage
		r.Post(teamPath+page, h.act(a))
		r.Method(method, "/api/admin/team"+api, h.act(a))
	}
	each("", http.MethodPost, "", action{done: "invited", do: h.invite})
	each("/{id}/roles", http.MethodPatch, "/{id}", action{done: "changed", do: h.changeRoles})
	each("/{id}/remove", http.MethodDelete, "/{id}", action{done: "removed", do: h.remove})
	each("/{id}/link", http.MethodPost, "/{id}/link", action{done: "link_sent", do: h.resend})
	each("/address", http.MethodPost, "/address", action{done: "address_asked", do: h.askAddress})
	each("/address/withdraw", http.MethodDelete, "/address", action{done: "address_withdrawn", do: h.withdrawAddress})
	each("/token", http.MethodPost, "/token", action{done: "link_renewed", do: h.renewAccount})
}

func (h *Handler) ownChanges(r chi.Router) {
	each := func(page, method, api string, a action) {
		a.back, a.show = sessionsPath, h.sessionsPage
		r.Post(sessionsPath+page, h.act(a))
		r.Method(method, "/api/admin"+api, h.act(a))
	}
	each("/others", http.MethodDelete, "/sessions", action{done: "sessions_ended", do: h.endOthers})
	each("/{id}/end", http.MethodDelete, "/sessions/{id}", action{done: "sessions_ended", do: h.endSession})
	each("/link", http.MethodPost, "/link", action{done: "link_renewed", do: h.renewOwn})
}

// Resend mails somebody of a church their own link again, at most once an hour. Who has none but the church's own gets nothing:
// that one is sent to the address of the account.
func (h *Handler) Resend(ctx context.Context, churchID, identityID uuid.UUID) error {
	if err := h.store.resendTo(ctx, churchID, identityID); !errors.Is(err, errNobody) {
		return err
	}
	return nil
}
