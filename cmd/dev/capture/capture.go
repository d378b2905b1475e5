// Package capture is an analytics store for trying Narthex out and for its tests: it takes events as PostHog does (POST /capture/) and
// shows them, newest first. An event that comes again with the same id is one event that came twice, as it is there.
//
// Programs read them as JSON: GET /api/events, and DELETE /api/events forgets them.
package capture

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// Event is what the store was told, however often.
type Event struct {
	UUID       string         `json:"uuid"`
	Name       string         `json:"event"`
	DistinctID string         `json:"distinct_id"`
	Timestamp  string         `json:"timestamp"`
	Properties map[string]any `json:"properties"`
	Key        string         `json:"api_key"`
	// Via are the properties confirmed_via of all who told it, in their order; "" of who said none.
	Via []string `json:"via"`
}

// Store keeps the latest events. Its methods may be called from any goroutine.
type Store struct {
	mu      sync.Mutex
	events  []Event // oldest first
	changed chan struct{}
}

const (
	most    = 500 // events
	longest = 1 << 20
)

// New returns an empty store.
func New() *Store { return &Store{changed: make(chan struct{})} }

// Events returns what was told, newest first, and a channel that is closed when that changes.
func (s *Store) Events() ([]Event, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := make([]Event, 0, len(s.events))
	for _, event := range slices.Backward(s.events) {
		event.Via = slices.Clone(event.Via)
		events = append(events, event)
	}
	return events, s.changed
}

func (s *Store) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *Store) keep(event Event) {
	via, _ := event.Properties["confirmed_via"].(string)
	s.change(func() {
		same := slices.IndexFunc(s.events, func(e Event) bool { return e.UUID != "" && e.UUID == event.UUID && e.Timestamp == event.Timestamp })
		if same >= 0 {
			s.events[same].Via = append(s.events[same].Via, via)
			return
		}
		event.Via = []string{via}
		s.events = append(s.events, event)
		if len(s.events) > most {
			s.events = slices.Delete(s.events, 0, len(s.events)-most)
		}
	})
}

// Serve serves until ctx ends.
func (s *Store) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the analytics store: %w", err)
	}
	return nil
}

// Handler takes and shows events.
func (s *Store) Handler() http.Handler {
	r := chi.NewRouter()
	r.Post("/capture/", s.take)
	r.Get("/", s.page)
	r.Get("/api/events", func(w http.ResponseWriter, _ *http.Request) {
		events, _ := s.Events()
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"events": events}) // the client has gone
	})
	r.Delete("/api/events", func(w http.ResponseWriter, _ *http.Request) {
		s.change(func() { s.events = nil })
		w.WriteHeader(http.StatusNoContent)
	})
	// Any page that is open in the same browser could ask a server on this machine; it may not change anything.
	return http.NewCrossOriginProtection().Handler(r)
}

func (s *Store) take(w http.ResponseWriter, r *http.Request) {
	var event Event
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, longest)).Decode(&event)
	switch {
	case err != nil || event.Name == "" || event.DistinctID == "":
		http.Error(w, `{"type":"validation_error","detail":"an event needs a name and a distinct id"}`, http.StatusBadRequest)
	case event.Key == "":
		http.Error(w, `{"type":"authentication_error","detail":"Project API key invalid."}`, http.StatusUnauthorized)
	default:
		s.keep(event)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":1}`)) // the client has gone
	}
}

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

func (s *Store) page(w http.ResponseWriter, _ *http.Request) {
	events, _ := s.Events()
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	header.Set("Cache-Control", "no-store")
	_ = pageTemplate.Execute(w, events) // the client has gone
}
