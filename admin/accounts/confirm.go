package accounts

import (
	"encoding/json"
	"errors"
	"net/http"

	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

const (
	longestToken   = 512
	confirmsMinute = 20 // of one address
)

// confirmPage is what confirm.html shows.
type confirmPage struct {
	Languages             []web.OtherLanguage // of what went wrong; see renderConfirm
	TokenHash, Kind, Next string
	Recovery              bool
	Failure               string // name of a text; "" before it was tried
	SignedIn              bool   // somebody is signed in here already
}

// confirmFailures are what can be the matter with a link, and the statuses that say so.
var confirmFailures = map[string]int{
	"incomplete":          http.StatusNotFound,
	"used":                http.StatusForbidden,
	"unavailable":         http.StatusServiceUnavailable,
	"no_session":          http.StatusServiceUnavailable, // it is used up, and its owner is not signed in
	"no_session_recovery": http.StatusServiceUnavailable,
}

// confirmPage is GET /auth/confirm?token_hash=&type=&next=: the request alone uses nothing up, for mail scanners open links. The page's
// module (static/assets/js/confirm.js) does when a person is seen to be there, and for a link that confirms an address also once the page
// was in sight for a moment. It comes back with failure=, if it was in vain.
func (h *Handler) confirmPage(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	page := &confirmPage{TokenHash: asked.Get("token_hash"), Kind: kindOf(asked.Get("type")), Next: localPath(asked.Get("next"))}
	if page.TokenHash == "" || len(page.TokenHash) > longestToken {
		return h.confirmFailed(w, r, page, "incomplete")
	}
	if failure := asked.Get("failure"); confirmFailures[failure] != 0 {
		return h.confirmFailed(w, r, page, failure)
	}
	return h.renderConfirm(w, r, http.StatusOK, page)
}

// confirm is POST /auth/confirm: it uses the link up and signs its owner in.
func (h *Handler) confirm(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	page := &confirmPage{TokenHash: form.Get("token_hash"), Kind: kindOf(form.Get("type")), Next: localPath(form.Get("next"))}
	if page.Kind == identity.KindRecovery {
		page.Next = passwordPath
	}
	if page.TokenHash == "" || len(page.TokenHash) > longestToken {
		return h.confirmFailed(w, r, page, "incomplete")
	}
	if err := h.limited(r, language, "confirm", confirmsMinute); err != nil {
		return err
	}
	var signedIn identity.Session
	if err = h.sessions.Ready(r.Context()); err == nil {
		signedIn, err = h.identity.Verify(r.Context(), page.TokenHash, page.Kind, h.address(r))
	}
	if refused, ok := errors.AsType[*identity.Error](err); ok && !refused.Limited() {
		h.metrics.confirms.WithLabelValues("expired").Inc()
		return h.confirmFailed(w, r, page, "used")
	}
	failure := "unavailable"
	if err == nil {
		failure = "no_session"
		if page.Kind == identity.KindRecovery {
			failure = "no_session_recovery"
		}
		err = h.sessions.Begin(w, r, signedIn)
	}
	if err != nil {
		h.metrics.confirms.WithLabelValues("failed").Inc()
		h.logger.ErrorContext(r.Context(), "a mailed link signed nobody in", "failure", failure, "error", err)
		return h.confirmFailed(w, r, page, failure)
	}
	h.metrics.confirms.WithLabelValues("confirmed").Inc()
	if asksJSON(r) {
		return answer(w, map[string]string{"next": h.spoken(r, page.Next)})
	}
	return redirect(w, r, h.spoken(r, page.Next))
}

// asksJSON reports whether it is the page's module that asks.
func asksJSON(r *http.Request) bool { return r.Header.Get("Accept") == "application/json" }

// confirmFailed says what went wrong with a link, and what can be done.
func (h *Handler) confirmFailed(w http.ResponseWriter, r *http.Request, page *confirmPage, failure string) error {
	status := confirmFailures[failure]
	if asksJSON(r) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		return json.NewEncoder(w).Encode(map[string]string{"failure": failure})
	}
	page.Failure = "sermons.confirm.failure." + failure
	_, err := h.sessions.Of(w, r)
	page.SignedIn = err == nil
	return h.renderConfirm(w, r, status, page)
}

func (h *Handler) renderConfirm(w http.ResponseWriter, r *http.Request, status int, page *confirmPage) (err error) {
	private(w)
	language := h.pages.Asked(r, "")
	page.Recovery = page.Kind == identity.KindRecovery
	// While the link is not used, whatever a person does uses it, and what leads elsewhere would keep them from hearing what became
	// of it. What was sent by POST would be asked for by GET, and what is too long for a link is not said again.
	if page.Failure != "" && r.Method != http.MethodPost && len(page.TokenHash) <= longestToken {
		if page.Languages, err = h.pages.Others(r, language); err != nil {
			return err
		}
	}
	return h.pages.Render(w, status, language, "confirm", page)
}

// limited refuses a request of an address that asks too often.
func (h *Handler) limited(r *http.Request, language *web.Language, kind string, perMinute int) error {
	wait, err := h.limit(r, "sermons_"+kind, perMinute)
	if err != nil {
		return err
	}
	if wait > 0 {
		return language.Refuse("rate_limited", "too_many_requests", "sermons.problem.limited").After(wait)
	}
	return nil
}
