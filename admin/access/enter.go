package access

import (
	"context"
	"errors"
	"net/http"
	"net/mail"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/static/web"
)

const (
	looksPerMinute   = 60      // of one address: tokens cannot be guessed, and nobody shall try
	resendsPerMinute = 5       // of one address
	longestForm      = 4 << 10 // bytes
	longestEmail     = 254     // characters, RFC 5321
)

// entrance is what admin.html shows.
type entrance struct {
	Sent    bool   // the link is on its way, if the address is known
	Problem string // key of a text, empty if there is none
	Email   string
}

// show is GET /admin: on to the first page for whoever has a session, and a form to have the link sent again for all others.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	private(w.Header())
	a, extended, err := h.parts.Guard.who(r)
	switch {
	case errors.Is(err, errNobody):
		return h.entrance(w, r, http.StatusOK, entrance{Sent: r.URL.Query().Has("sent")})
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	http.SetCookie(w, extended)
	h.parts.Home.ServeHTTP(w, r.WithContext(With(r.Context(), a)))
	return nil
}

// enter is GET /admin/{token}: the link is exchanged for a session, and the first page shown. HEAD makes no session.
func (h *Handler) enter(w http.ResponseWriter, r *http.Request) error {
	private(w.Header())
	if err := h.limit(r, "admin", looksPerMinute); err != nil {
		return err
	}
	token, err := uuid.Parse(chi.URLParam(r, "token"))
	if err != nil {
		return web.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	a, err := h.parts.Guard.store.byLink(ctx, token)
	switch {
	case errors.Is(err, errNobody):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	if r.Method == http.MethodGet {
		if a, err = h.admit(ctx, w, r, a); err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
	}
	h.parts.Home.ServeHTTP(w, r.WithContext(With(r.Context(), a)))
	return nil
}

// admit gives the browser a session, unless it has one of the same person.
func (h *Handler) admit(ctx context.Context, w http.ResponseWriter, r *http.Request, a Admin) (Admin, error) {
	known, extended, err := h.parts.Guard.who(r)
	if err == nil && known.IdentityID == a.IdentityID {
		http.SetCookie(w, extended)
		return known, nil
	}
	if err != nil && !errors.Is(err, errNobody) {
		return Admin{}, err
	}
	set, hash := h.parts.Guard.cookie.made()
	if a.SessionID, err = h.parts.Guard.store.open(ctx, a, hash); err != nil {
		return Admin{}, err
	}
	http.SetCookie(w, set)
	return a, nil
}

// resend is POST /admin: the answer is the same whether anybody is known by the address or not.
func (h *Handler) resend(w http.ResponseWriter, r *http.Request) error {
	private(w.Header())
	if err := h.limit(r, "admin_link", resendsPerMinute); err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	typed := strings.TrimSpace(r.PostFormValue("email"))
	parsed, err := mail.ParseAddress(typed)
	if err != nil || parsed.Address != typed || len(typed) > longestEmail {
		return h.entrance(w, r, http.StatusUnprocessableEntity, entrance{Problem: "admin.entrance.invalid", Email: typed})
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := h.parts.Resend(ctx, typed); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, "/admin?sent", http.StatusSeeOther)
	return nil
}

// signOut is POST /admin/sign-out.
func (h *Handler) signOut(w http.ResponseWriter, r *http.Request) error {
	private(w.Header())
	a, _, err := h.parts.Guard.who(r)
	if err == nil {
		err = h.parts.Guard.store.end(r.Context(), a)
	}
	if err != nil && !errors.Is(err, errNobody) {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.SetCookie(w, h.parts.Guard.cookie.gone())
	http.Redirect(w, r, "/admin", http.StatusSeeOther)
	return nil
}

func (h *Handler) entrance(w http.ResponseWriter, r *http.Request, status int, shown entrance) error {
	return h.parts.Pages.Render(w, status, h.parts.Pages.Asked(r, ""), "admin", &shown)
}

func (h *Handler) limit(r *http.Request, kind string, perMinute int) error {
	wait, err := h.parts.Limit(r, kind, perMinute)
	if err == nil && wait > 0 {
		return tooMany(wait)
	}
	return err
}
