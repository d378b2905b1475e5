package team

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/static/web"
)

// addressPage is what adminaddress.html shows.
type addressPage struct {
	fate

	Church, Email string
	Done          bool
	Fault         string // the rest of a text's key, team.fault.<fault>
}

// showAddress is what the link to a new address leads to, for people and scanners alike: it changes nothing.
func (h *Handler) showAddress(w http.ResponseWriter, r *http.Request) error {
	return h.address(w, r, h.store.pending, false)
}

// confirmAddress is what the button does.
func (h *Handler) confirmAddress(w http.ResponseWriter, r *http.Request) error {
	return h.address(w, r, h.store.confirm, true)
}

func (h *Handler) address(w http.ResponseWriter, r *http.Request, do func(ctx context.Context, churchID, id uuid.UUID) (confirmation, error), done bool) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	page, status := addressPage{}, http.StatusOK
	var c confirmation
	churchID, id, err := h.parts.Links.readAddress(chi.URLParam(r, "token"))
	if err == nil {
		c, err = do(ctx, churchID, id)
	}
	switch refused, is := errors.AsType[*refusal](err); {
	case err == nil:
		page.fate, page.Church, page.Email, page.Done = c.fate, c.Church, c.Email, done
	case !is:
		return errors.Join(web.ErrUnavailable, err)
	case refused == errAddressForge:
		page.Fault, status = refused.code, http.StatusNotFound
	case refused == errNoAdmin:
		page.Fault, status = refused.code, http.StatusConflict
	default:
		page.Fault, status = errAddressGone.code, http.StatusGone
	}
	return h.parts.Pages.Render(w, status, h.parts.Pages.Language(r, c.Language), "adminaddress", page)
}
