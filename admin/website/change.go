package website

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

const longestBody = 8 << 10 // bytes

// begin readies a form for being read.
func begin(w http.ResponseWriter, r *http.Request) (ctx context.Context, a access.Admin, cancel context.CancelFunc) {
	r.Body = http.MaxBytesReader(w, r.Body, longestBody)
	ctx, cancel = context.WithTimeout(r.Context(), patience)
	return ctx, access.From(ctx), cancel
}

// note writes down in the audit what an admin did.
func (h *Handler) note(ctx context.Context, a access.Admin, what string, detail map[string]string) error {
	err := church.InChurch(ctx, h.parts.Pool, a.ChurchID, func(tx pgx.Tx) error { return audit.Record(ctx, tx, what, detail) })
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return nil
}

// allow is POST /admin/settings/website/sites with site=<address>.
func (h *Handler) allow(w http.ResponseWriter, r *http.Request) error {
	ctx, a, cancel := begin(w, r)
	defer cancel()
	site := r.PostFormValue("site")
	origin, err := h.widgets.Allow(ctx, a.ChurchID, site)
	switch {
	case errors.Is(err, church.ErrInvalidOrigin):
		return h.render(w, r, http.StatusUnprocessableEntity, state{SiteFault: "website.site.invalid", Site: site})
	case errors.Is(err, church.ErrTooManyOrigins):
		return h.render(w, r, http.StatusConflict, state{SiteFault: "website.site.too_many", Site: site})
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	if err := h.note(ctx, a, "website.site_allowed", map[string]string{"site": origin}); err != nil {
		return err
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// disallow is POST /admin/settings/website/sites/remove with site=<origin>.
func (h *Handler) disallow(w http.ResponseWriter, r *http.Request) error {
	ctx, a, cancel := begin(w, r)
	defer cancel()
	origin, err := church.ParseOrigin(r.PostFormValue("site"))
	if err != nil {
		return web.ErrNotFound
	}
	if err := h.widgets.Disallow(ctx, a.ChurchID, origin); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if err := h.note(ctx, a, "website.site_removed", map[string]string{"site": origin}); err != nil {
		return err
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// createKey is POST /admin/settings/website/keys with name=<what for>. The answer is the page with the key, which is nowhere else.
func (h *Handler) createKey(w http.ResponseWriter, r *http.Request) error {
	ctx, a, cancel := begin(w, r)
	defer cancel()
	secret, made, err := h.parts.Keys.Create(ctx, a.ChurchID, r.PostFormValue("name"))
	if errors.Is(err, church.ErrInvalidAPIKeyName) {
		return h.render(w, r, http.StatusUnprocessableEntity, state{KeyFault: "website.key.invalid"})
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if err := h.note(ctx, a, "website.key_created", map[string]string{"name": made.Name}); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, state{Secret: secret})
}

// revokeKey is POST /admin/settings/website/keys/{id}/revoke.
func (h *Handler) revokeKey(w http.ResponseWriter, r *http.Request) error {
	ctx, a, cancel := begin(w, r)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	err = h.parts.Keys.Revoke(ctx, a.ChurchID, id)
	if errors.Is(err, church.ErrUnknownAPIKey) {
		return web.ErrNotFound
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if err := h.note(ctx, a, "website.key_revoked", map[string]string{"key": id.String()}); err != nil {
		return err
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
