package pages

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"narthex/chat/church"
	"narthex/chat/tools/events"
	"narthex/static/web"
)

// eventTimeout bounds the look into the database for an event.
const eventTimeout = 5 * time.Second

// calendarsPerMinute is how many events one address may ask a church for in a minute. A congregation sits behind one
// address, but nobody puts more into a calendar than they go to.
const calendarsPerMinute = 120

// calendar is GET /api/churches/{slug}/events/{event}.ics: a public event for the visitor's own calendar.
func (h *Handler) calendar(w http.ResponseWriter, r *http.Request) error {
	id, err := uuid.Parse(chi.URLParam(r, "event"))
	if err != nil {
		return web.ErrNotFound
	}
	snapshot, err := h.find(r.Context(), chi.URLParam(r, "slug"))
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return web.ErrNotFound
	case err != nil:
		return err
	case !snapshot.Subscribed():
		return web.ErrNotFound
	}
	wait, err := h.limit(r, snapshot.ID, "calendar", calendarsPerMinute)
	if err != nil {
		return fmt.Errorf("limit calendar files: %w", err)
	}
	if wait > 0 {
		return tooManyRequests(wait)
	}
	ctx, cancel := context.WithTimeout(r.Context(), eventTimeout)
	defer cancel()
	event, err := h.events(ctx, snapshot.ID, id)
	switch {
	case errors.Is(err, events.ErrNoEvent):
		return web.ErrNotFound
	case err != nil:
		return eventError(id, err)
	}
	file := events.Calendar(event, snapshot)
	sum := sha256.Sum256(file)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": snapshot.Slug + ".ics"}))
	return sendVersioned(w, r, string(file), hex.EncodeToString(sum[:8]), events.CalendarType, "no-cache")
}

// eventError tells a database that answered with an error from one that did not answer.
func eventError(id uuid.UUID, err error) error {
	if _, answered := errors.AsType[*pgconn.PgError](err); answered || errors.Is(err, context.Canceled) {
		return fmt.Errorf("find event %s: %w", id, err)
	}
	return fmt.Errorf("find event %s: %w: %w", id, web.ErrUnavailable, err)
}

// tooManyRequests refuses a request of somebody who has to wait so long before the next.
type tooManyRequests time.Duration

func (tooManyRequests) Error() string { return "rate_limited" }
func (tooManyRequests) Kind() string  { return "rate_limited" }
func (tooManyRequests) Code() string  { return "rate_limited" }
func (tooManyRequests) Public() string {
	return "There were too many requests in a short time. Please wait a minute, and try again."
}
func (t tooManyRequests) RetryAfter() time.Duration { return time.Duration(t) }
