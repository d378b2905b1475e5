package pages_test

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/chat/tools/events"
	"narthex/static"
	"narthex/static/bundle/bundletest"
	"narthex/static/messages"
	"narthex/static/web"
)

// baseURL is where the tests say that the service is.
const baseURL = "https://narthex.example"

// site is what is the same in every test, and read once.
var site = sync.OnceValues(func() (loaded struct {
	assets *web.Assets
	views  *web.Pages
}, err error) {
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		return loaded, err
	}
	if loaded.assets, err = web.NewAssets(static.Assets, static.Modules); err != nil {
		return loaded, err
	}
	loaded.views, err = web.NewPages(static.Templates, languages, loaded.assets)
	return loaded, err
})

// newEdge is an edge of the test's own, with the pages and assets of all.
func newEdge(t *testing.T) (*web.Edge, *web.Pages, *web.Assets) {
	t.Helper()
	bundletest.Current(t)
	loaded, err := site()
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	return web.NewEdge(logger, prometheus.NewRegistry(), loaded.views), loaded.views, loaded.assets
}

// partsOf makes the parts of a handler: the directory knows whom lookup finds, nothing is on, and nothing limited.
func partsOf(lookup pages.Lookup, views *web.Pages, edge *web.Edge) pages.Parts {
	return pages.Parts{
		Lookup: lookup,
		Directory: func(ctx context.Context, slug string) (*church.Directory, error) {
			snapshot, err := lookup(ctx, slug)
			if err != nil {
				return nil, err
			}
			return directoryOf(snapshot), nil
		},
		Events: func(context.Context, uuid.UUID, uuid.UUID) (events.Event, error) {
			return events.Event{}, events.ErrNoEvent
		},
		Limit: func(*http.Request, uuid.UUID, string, int) (time.Duration, error) { return 0, nil },
		Pages: views, Edge: edge, BaseURL: baseURL,
	}
}

// directoryOf is the directory's entry of a subscribed church.
func directoryOf(s *church.Snapshot) *church.Directory {
	name := s.DirectoryName
	if name == "" {
		name = s.Name
	}
	return &church.Directory{
		ID: s.ID, Slug: s.Slug, Name: name, Address: s.Address, Phone: s.Phone, Email: s.Email, Website: s.Website,
		Denomination: s.Denomination, Photo: s.Photo, PhotoAlt: s.PhotoAlt, Location: s.Location, Language: s.Language, Demo: s.Demo,
	}
}
