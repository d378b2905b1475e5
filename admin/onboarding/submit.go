package onboarding

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/admin/match"
	"narthex/admin/signup"
	"narthex/static/web"
)

const (
	submitsPerMinute = 5 // of one address, over all nodes together
	longestBody      = 32 << 10
	patience         = 5 * time.Second // for Postgres and Redis
)

// accepted is the answer to a form that may go on to the checkout.
type accepted struct {
	OK              bool       `json:"ok"`
	MatchedChurchID *uuid.UUID `json:"matchedChurchId"`
}

// submit is POST /api/onboard: it checks a form, finds the church in the directory, and writes nothing to the database.
func (h *Handler) submit(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	language := h.pages.Asked(r, "")
	if wait, err := h.limit(r, "onboard", submitsPerMinute); err != nil {
		return err
	} else if wait > 0 {
		h.metrics.submits.WithLabelValues("limited").Inc()
		return h.refusal(language, "rate_limited", "too_many_sign_ups", wait)
	}
	form, err := h.readForm(w, r, language)
	if err != nil {
		h.metrics.submits.WithLabelValues("unreadable").Inc()
		return err
	}
	form = form.Clean()
	if faults := form.Validate(h.catalogue); faults != nil {
		h.metrics.submits.WithLabelValues("invalid").Inc()
		return h.invalid(language, faults)
	}
	suspicion := form.Suspicion()
	h.metrics.suspicion.Observe(float64(suspicion.Score))
	if suspicion.Score >= signup.Suspicious {
		h.logger.WarnContext(ctx, "a sign-up looks odd", "score", suspicion.Score, "reasons", suspicion.Reasons, "request_id", web.RequestID(ctx))
	}
	if err := h.refuseSecond(ctx, language, form.Email); err != nil {
		return err
	}
	found, err := match.Church(ctx, h.store.pool, form)
	if err != nil {
		return h.unavailable(language, err)
	}
	if err := h.refuseTaken(ctx, language, form, found.Surely()); err != nil {
		return err
	}
	outcome := accepted{OK: true}
	if sure := found.Surely(); sure != uuid.Nil {
		outcome.MatchedChurchID = &sure
	}
	h.metrics.submits.WithLabelValues("accepted").Inc()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(outcome)
}

// readForm reads the request's body, a JSON object.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request, language *web.Language) (form signup.SignUp, err error) {
	body := http.MaxBytesReader(w, r.Body, longestBody)
	decoder := json.NewDecoder(body)
	if err = decoder.Decode(&form); err == nil {
		_, err = decoder.Token()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return form, h.refusal(language, "too_large", "form_too_large", 0)
	}
	return form, h.refusal(language, "invalid", "unreadable_form", 0)
}

// refuseSecond sends an admin who is one already to the dashboard instead: its link goes to that address, and to no other.
func (h *Handler) refuseSecond(ctx context.Context, language *web.Language, email string) error {
	churches, err := h.store.administeredBy(ctx, email)
	if err != nil {
		return h.unavailable(language, err)
	}
	if len(churches) == 0 {
		return nil
	}
	key := "onboard.problem.already_subscribed.lately"
	for _, id := range churches {
		sent, err := h.resendLink(ctx, id, email)
		if err != nil {
			return h.unavailable(language, err)
		}
		if sent {
			key = "onboard.problem.already_subscribed"
		}
	}
	h.metrics.submits.WithLabelValues("known").Inc()
	return language.Refuse("conflict", "already_subscribed", key)
}

// refuseTaken refuses a form for a church that has a subscription: at the payment nothing could be corrected any more. Another church of
// the name is told apart by where it is, so what is not said of that is asked for.
func (h *Handler) refuseTaken(ctx context.Context, language *web.Language, form signup.SignUp, churchID uuid.UUID) error {
	if churchID == uuid.Nil {
		return nil
	}
	taken, err := h.store.subscribed(ctx, churchID)
	if err != nil {
		return h.unavailable(language, err)
	}
	if !taken {
		return nil
	}
	h.metrics.submits.WithLabelValues("taken").Inc()
	text, err := language.Text("onboard.fault.which")
	if err != nil {
		return err
	}
	fields := make(map[string]string)
	for field, given := range map[string]string{"address": form.Address, "postalCode": form.PostalCode} {
		if given == "" {
			fields[field] = text
		}
	}
	key := "onboard.problem.church_taken"
	if h.contact != "" {
		key += ".at"
	}
	return language.Refuse("unprocessable", "church_taken", key, "email", h.contact).In(fields)
}

func unavailable(err error) error { return errors.Join(web.ErrUnavailable, err) }

// unavailable says in the language of whoever sent the form that something is away: the page with the form shows it.
func (h *Handler) unavailable(language *web.Language, err error) error {
	return errors.Join(h.refusal(language, "unavailable", "temporarily_unavailable", 0), err)
}

// refusal is a problem in the language of whoever sent the form.
func (h *Handler) refusal(language *web.Language, kind, code string, wait time.Duration) error {
	return language.Refuse(kind, code, "onboard.problem."+code).After(wait)
}

// invalid says what is the matter with which field.
func (h *Handler) invalid(language *web.Language, faults signup.Faults) error {
	fields := make(map[string]string, len(faults))
	for field, fault := range faults {
		text, err := language.Text("onboard.fault." + string(fault))
		if err != nil {
			return err
		}
		fields[field] = text
	}
	return language.Refuse("unprocessable", "invalid_form", "onboard.problem.invalid_form").In(fields)
}
