package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/preview"
	"narthex/chat/tools/events"
	"narthex/static/web"
)

// Lookup finds a subscribed church by its slug; church.Store.BySlug is one.
type Lookup func(ctx context.Context, slug string) (*church.Snapshot, error)

// DirectoryLookup finds the directory's facts of any church by its slug; church.Store.Directory is one.
type DirectoryLookup func(ctx context.Context, slug string) (*church.Directory, error)

// EventLookup finds a public event of a church; events.Store.Public is one.
type EventLookup func(ctx context.Context, churchID, event uuid.UUID) (events.Event, error)

// Limit counts a request of a kind for a church against what whoever sent it may have in a minute, and tells how long they
// have to wait for it: 0 if not at all.
type Limit func(r *http.Request, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error)

// Parts are what a Handler works with.
type Parts struct {
	Lookup    Lookup
	Directory DirectoryLookup
	Events    EventLookup
	Limit     Limit // for what costs a look into the database at each request
	Previews  *preview.Links
	Pages     *web.Pages
	Edge      *web.Edge
	BaseURL   string // the service's address, without a slash at its end
}

// Handler serves the pages.
type Handler struct {
	lookup    Lookup
	directory DirectoryLookup
	events    EventLookup
	limit     Limit
	previews  *preview.Links
	pages     *web.Pages
	edge      *web.Edge
	baseURL   string
}

// NewHandler returns a handler of the churches that the parts find.
func NewHandler(parts Parts) *Handler {
	return &Handler{
		lookup: parts.Lookup, directory: parts.Directory, events: parts.Events, limit: parts.Limit, previews: parts.Previews,
		pages: parts.Pages, edge: parts.Edge, baseURL: parts.BaseURL,
	}
}

// find looks a church up. Beside what it returns itself, the error may be church.ErrNotFound or church.ErrNotSubscribed.
func (h *Handler) find(ctx context.Context, slug string) (*church.Snapshot, error) {
	snapshot, err := h.lookup(ctx, slug)
	return snapshot, lookupError(slug, err)
}

// lookupError says which church was looked up, and tells a database that is away from a fault.
func lookupError(slug string, err error) error {
	switch {
	case errors.Is(err, church.ErrUnavailable):
		return fmt.Errorf("look up church %q: %w: %w", slug, web.ErrUnavailable, err)
	case err != nil:
		return fmt.Errorf("look up church %q: %w", slug, err)
	}
	return nil
}

// listing is a church of which only the directory's facts are known.
func listing(d *church.Directory) *church.Snapshot {
	return &church.Snapshot{
		ID: d.ID, Slug: d.Slug, Name: d.Name, DirectoryName: d.Name, Address: d.Address, Phone: d.Phone, Email: d.Email,
		Website: d.Website, Denomination: d.Denomination, Photo: d.Photo, PhotoAlt: d.PhotoAlt,
		Location: d.Location, Language: d.Language, Demo: d.Demo,
	}
}
