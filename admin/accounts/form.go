package accounts

import (
	"context"
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"unicode/utf8"

	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

const (
	longestBody      = 32 << 10
	longestEmail     = 254
	longestName      = 120
	shortestPassword = 8
	longestPassword  = 72 // bytes: what the provider's hash (bcrypt) can tell apart
)

// readForm reads the fields of a form.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request, language *web.Language) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, longestBody)
	if err := r.ParseForm(); err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return nil, language.Refuse("too_large", "form_too_large", "sermons.problem.unreadable")
		}
		return nil, language.Refuse("invalid", "unreadable_form", "sermons.problem.unreadable")
	}
	return r.PostForm, nil
}

// emailOf is the address in a field, "" if it is none.
func emailOf(text string) string {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > longestEmail || !strings.Contains(text[strings.LastIndex(text, "@")+1:], ".") {
		return ""
	}
	return strings.ToLower(text)
}

// faults are names of texts that say what is the matter with which field.
type faults map[string]string

// checkPassword notes what is the matter with a new password.
func (f faults) checkPassword(password string) {
	switch {
	case utf8.RuneCountInString(password) < shortestPassword:
		f["password"] = "sermons.fault.password_short"
	case len(password) > longestPassword:
		f["password"] = "sermons.fault.password_long"
	}
}

// refused notes what the provider refused of a form; it reports false for what is no fault of the form.
func (f faults) refused(err error) bool {
	switch {
	case identity.IsCode(err, identity.CodeWeakPassword):
		f["password"] = "sermons.fault.password_weak"
	case identity.IsCode(err, identity.CodeSamePassword):
		f["password"] = "sermons.fault.password_same"
	case identity.IsCode(err, identity.CodeAddressInvalid, identity.CodeAddressRefused, identity.CodeValidation):
		f["email"] = "sermons.fault.email"
	default:
		return false
	}
	return true
}

// mailOutcome is outcome for what has a mail sent to who has the address, and to nobody else: only for them the provider may say that
// it was too soon after the last one. Whoever asks is told what they are told of other addresses.
func (h *Handler) mailOutcome(ctx context.Context, form string, language *web.Language, err error) error {
	refused, ok := errors.AsType[*identity.Error](err)
	if !ok || refused.Code != identity.CodeMailLimit {
		return h.outcome(form, language, err)
	}
	h.metrics.forms.WithLabelValues(form, "too_soon").Inc()
	if refused.NoMailsLeft() {
		h.logger.WarnContext(ctx, "the identity provider sends no more mails for now: somebody waits for one in vain", "form", form)
	}
	return nil
}

// outcome counts what became of a form that the provider was asked about, and returns err as it is to be answered.
func (h *Handler) outcome(form string, language *web.Language, err error) error {
	refused, ok := errors.AsType[*identity.Error](err)
	switch {
	case err == nil:
		h.metrics.forms.WithLabelValues(form, "taken").Inc()
		return nil
	case ok && refused.Limited():
		h.metrics.forms.WithLabelValues(form, "limited").Inc()
		return language.Refuse("rate_limited", "too_many_requests", "sermons.problem.limited").After(refused.Wait)
	case ok:
		h.metrics.forms.WithLabelValues(form, "refused").Inc()
		return errors.Join(language.Refuse("unprocessable", "refused", "sermons.problem.refused"), err)
	}
	h.metrics.forms.WithLabelValues(form, "failed").Inc()
	return unavailable(err)
}
