package mailbox

import (
	"context"
	"crypto/tls"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

//go:embed page
var pageFiles embed.FS

// Config says how a mailbox is reached.
type Config struct {
	TLS *tls.Config // for STARTTLS; nil: mails come unencrypted
}

// Mailbox holds what has arrived. Its methods may be called from any goroutine.
type Mailbox struct {
	config Config
	store  *store
	faults *faults
}

// New returns an empty mailbox.
func New(config Config) *Mailbox {
	return &Mailbox{config: config, store: newStore(), faults: newFaults()}
}

// Messages returns what has arrived, newest first, and a channel that is closed when that changes.
func (m *Mailbox) Messages() ([]Message, <-chan struct{}) { return m.store.list() }

// SetFaults makes the mailbox misbehave from the next message on.
func (m *Mailbox) SetFaults(faults Faults) { m.faults.set(faults) }

// Held returns how many messages a fault makes wait right now, and a channel that is closed when that changes. Those that wait
// are not let go by [Mailbox.SetFaults].
func (m *Mailbox) Held() (int, <-chan struct{}) { return m.faults.holds() }

// Release has the messages that wait out a Delay or DelayReply now wait no longer.
func (m *Mailbox) Release() { m.faults.release() }

// ServeHTTP serves the page, the JSON and Twilio's API until ctx ends.
func (m *Mailbox) ServeHTTP(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: m.routes(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }, // pages that listen end with it
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the mailbox: %w", err)
	}
	return nil
}

// strict lets the page load nothing from elsewhere, and run nothing that is not its own file.
const strict = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

func (m *Mailbox) routes() http.Handler {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // only for an invalid name
	}
	r := chi.NewRouter()
	m.twilioRoutes(r)
	r.Route("/api", func(r chi.Router) {
		r.Get("/messages", m.list)
		r.Delete("/messages", m.clear)
		r.Get("/messages/{id}", m.one)
		r.Get("/events", m.events)
		r.Get("/faults", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, m.faults.get()) })
		r.Put("/faults", m.putFaults)
	})
	r.Get("/messages/{id}/html", m.html)
	r.Get("/*", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strict)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		http.FileServerFS(files).ServeHTTP(w, r)
	})
	// Any page that is open in the same browser could ask a server on this machine; it may not change anything.
	return http.NewCrossOriginProtection().Handler(r)
}

// list answers {"messages":[…]}, without the mails' sources.
func (m *Mailbox) list(w http.ResponseWriter, _ *http.Request) {
	messages, _ := m.store.list()
	for i := range messages {
		messages[i].Raw = ""
	}
	if messages == nil {
		messages = []Message{}
	}
	writeJSON(w, http.StatusOK, map[string]any{"messages": messages})
}

func (m *Mailbox) one(w http.ResponseWriter, r *http.Request) {
	found, ok := m.store.find(chi.URLParam(r, "id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, http.StatusOK, found)
}

func (m *Mailbox) clear(w http.ResponseWriter, _ *http.Request) {
	m.store.clear()
	w.WriteHeader(http.StatusNoContent)
}

// putFaults takes Faults; {} ends them.
func (m *Mailbox) putFaults(w http.ResponseWriter, r *http.Request) {
	var faults Faults
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&faults); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.faults.set(faults)
	w.WriteHeader(http.StatusNoContent)
}

// html shows a mail's HTML by itself, as strangers' HTML is to be shown: no scripts, nothing loaded, an origin of its own.
func (m *Mailbox) html(w http.ResponseWriter, r *http.Request) {
	found, ok := m.store.find(chi.URLParam(r, "id"))
	if !ok || found.HTML == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write([]byte(found.HTML)) // the client has gone
}

// keepAlive is how often a page that listens hears that the connection is alive.
const keepAlive = 15 * time.Second

// events says "changed" whenever something has.
func (m *Mailbox) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for line := "event: changed\ndata: {}\n\n"; ; {
		_, changed := m.store.list()
		if _, err := w.Write([]byte(line)); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-changed:
			line = "event: changed\ndata: {}\n\n"
		case <-tick.C:
			line = ": still here\n\n"
		}
	}
}
