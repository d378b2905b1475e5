package billing

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"narthex/static/web"
)

const (
	longestEvent = 256 << 10
	eventLimit   = 25 * time.Second // Stripe waits for about half a minute
)

// webhook is POST /api/stripe/webhook. It answers 200 when what an event asks for is committed, was done before, or is of no
// interest; 400 to what is not the provider's, too old or too long; 503 when it is to be sent again.
func (h *Handler) webhook(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), eventLimit)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestEvent))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return h.refuseEvent("oversized", err)
	}
	if err != nil {
		return h.refuseEvent("unreadable", err)
	}
	event, err := h.Service.payments.ReadEvent(body, r.Header.Get("Stripe-Signature"))
	switch {
	case errors.Is(err, ErrTooOld):
		return h.refuseEvent("old", err)
	case err != nil:
		return h.refuseEvent("forged", err)
	}
	became, err := h.Service.receive(ctx, event, body)
	if err != nil {
		h.Service.metrics.events.WithLabelValues("failed").Inc()
		return errors.Join(web.ErrUnavailable, err)
	}
	h.Service.metrics.events.WithLabelValues(string(became)).Inc()
	w.Header().Set("Content-Type", "application/json")
	_, err = io.WriteString(w, "{\"received\":true}\n")
	return err
}

// eventRefusal is for programs: it is not in the message files.
type eventRefusal struct {
	code  string
	cause error
}

func (e *eventRefusal) Error() string { return e.code + ": " + e.cause.Error() }
func (e *eventRefusal) Unwrap() error { return e.cause }
func (e *eventRefusal) Kind() string  { return "invalid" }
func (e *eventRefusal) Code() string  { return "event_" + e.code }
func (e *eventRefusal) Public() string {
	return "This is not an event of the payment provider that can be taken."
}

func (h *Handler) refuseEvent(code string, cause error) error {
	h.Service.metrics.events.WithLabelValues(code).Inc()
	return &eventRefusal{code, cause}
}
