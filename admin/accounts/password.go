package accounts

import (
	"errors"
	"net/http"
	"strings"

	"narthex/admin/accounts/session"
)

const (
	passwordPath     = "/sermons/password"
	forgotsPerMinute = 3
	recoveryCallback = "/auth/callback?next=/sermons/password&flow=recovery"
	passwordsAMinute = 5
)

// forgotPage is GET /sermons/forgot.
func (h *Handler) forgotPage(w http.ResponseWriter, r *http.Request) error {
	return h.renderForgot(w, r, http.StatusOK, &accountHeader{Email: emailOf(r.URL.Query().Get("email"))})
}

func (h *Handler) renderForgot(w http.ResponseWriter, r *http.Request, status int, page *accountHeader) error {
	private(w)
	language := h.pages.Asked(r, "")
	if err := h.fill(r, language, page); err != nil {
		return err
	}
	return h.pages.Render(w, status, language, "sermons-forgot", page)
}

// forgot is POST /sermons/forgot: it has a link mailed that lets its reader choose another password. Whether somebody has the address
// is not said.
func (h *Handler) forgot(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limited(r, language, "forgot", forgotsPerMinute); err != nil {
		h.metrics.forms.WithLabelValues("forgot", "limited").Inc()
		return err
	}
	email := emailOf(form.Get("email"))
	if email == "" {
		h.metrics.forms.WithLabelValues("forgot", "invalid").Inc()
		page := &accountHeader{Email: strings.TrimSpace(form.Get("email")), Faults: faults{"email": "sermons.fault.email"}}
		return h.renderForgot(w, r, http.StatusUnprocessableEntity, page)
	}
	err = h.identity.Recover(r.Context(), email, h.baseURL+recoveryCallback, h.address(r))
	if err := h.mailOutcome(r.Context(), "forgot", language, err); err != nil {
		return err
	}
	return h.sent(w, r, email, "recovery")
}

// passwordPage is GET /sermons/password: for who is signed in, by a mailed link or otherwise.
func (h *Handler) passwordPage(w http.ResponseWriter, r *http.Request) error {
	who, err := h.signedIn(w, r)
	if errors.Is(err, session.ErrSignedOut) {
		return redirect(w, r, h.spoken(r, "/sermons/forgot"))
	}
	if err != nil {
		return err
	}
	return h.renderPassword(w, r, http.StatusOK, &accountHeader{Email: who.Email})
}

func (h *Handler) renderPassword(w http.ResponseWriter, r *http.Request, status int, page *accountHeader) error {
	private(w)
	language := h.pages.Asked(r, "")
	if err := h.fill(r, language, page); err != nil {
		return err
	}
	return h.pages.Render(w, status, language, "sermons-password", page)
}

// changePassword is POST /sermons/password.
func (h *Handler) changePassword(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	who, err := h.signedIn(w, r)
	if errors.Is(err, session.ErrSignedOut) {
		return redirect(w, r, h.spoken(r, "/sermons/forgot"))
	}
	if err != nil {
		return err
	}
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limited(r, language, "password", passwordsAMinute); err != nil {
		return err
	}
	page := &accountHeader{Email: who.Email, Faults: faults{}}
	page.Faults.checkPassword(form.Get("password"))
	if len(page.Faults) == 0 {
		err = h.identity.SetPassword(r.Context(), who.AccessToken, form.Get("password"), h.address(r))
		if err == nil || !page.Faults.refused(err) {
			if err := h.outcome("password", language, err); err != nil {
				return err
			}
			return redirect(w, r, h.spoken(r, appPath+"?done=password"))
		}
	}
	h.metrics.forms.WithLabelValues("password", "invalid").Inc()
	return h.renderPassword(w, r, http.StatusUnprocessableEntity, page)
}
