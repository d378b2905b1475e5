package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static"
	"narthex/static/web"
)

// server serves the real pages and, in place of the chat, whatever the test says: each request for an answer is handed
// to it.
type server struct {
	t         *testing.T
	url       string
	exchanges chan *exchange
	stops     chan stop
}

// stop is a request to stop an answer.
type stop struct{ turn, session, church string }

// exchange is one request for an answer. The test answers it step by step.
type exchange struct {
	t       *testing.T
	request streamRequest
	turn    uuid.UUID
	seq     int
	steps   chan step
	gone    chan struct{} // closed when the client has left
}

// step writes a part of the response; last ends it.
type step struct {
	write func(w httpWriter) error
	last  bool
	done  chan error
}

// run does the step; the test hears that it is done even when it panics.
func (s step) run(w httpWriter) (err error) {
	defer func() { s.done <- err }()
	return s.write(w)
}

type httpWriter = http.ResponseWriter

// streamRequest is the body of the wire.
type streamRequest struct {
	Message          string
	ChurchID         string
	SessionID        string
	History          []struct{ Role, Content string }
	AgentType        string
	LensOverride     any
	LensNameOverride any
	ClientMessageID  string
}

// serve starts a server for churches.
func serve(t *testing.T, churches ...*church.Snapshot) *server {
	t.Helper()
	s := &server{t: t, exchanges: make(chan *exchange), stops: make(chan stop, 10)}
	edge, views, assets := newEdge(t)
	router := chi.NewRouter()
	router.Use(edge.Observe, web.SecurityHeaders)
	router.NotFound(edge.Handle(web.NotFound))
	router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	router.Post("/api/chatbot/stream", edge.Handle(s.stream))
	router.Post("/api/chatbot/turns/{turnId}/stop", edge.Handle(s.stop))
	pages.NewHandler(lookupIn(churches), views, edge).Routes(router)
	started := httptest.NewServer(router)
	s.url = started.URL
	t.Cleanup(func() {
		started.CloseClientConnections()
		started.Close()
	})
	return s
}

func newEdge(t *testing.T) (*web.Edge, *web.Pages, *web.Assets) {
	t.Helper()
	languages, err := web.LoadLanguages(static.Messages)
	if err != nil {
		t.Fatal(err)
	}
	assets, err := web.NewAssets(static.Assets)
	if err != nil {
		t.Fatal(err)
	}
	views, err := web.NewPages(static.Templates, languages, assets)
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	return web.NewEdge(logger, prometheus.NewRegistry(), views), views, assets
}

func lookupIn(churches []*church.Snapshot) pages.Lookup {
	return func(_ context.Context, slug string) (*church.Snapshot, error) {
		for _, snapshot := range churches {
			if snapshot.Slug == slug {
				return snapshot, nil
			}
		}
		return nil, church.ErrNotFound
	}
}

// stop notes which answer is to be stopped.
func (s *server) stop(w http.ResponseWriter, r *http.Request) error {
	var body struct{ SessionID, ChurchID string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err
	}
	s.stops <- stop{chi.URLParam(r, "turnId"), body.SessionID, body.ChurchID}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// stream hands the request to the test and does what it says.
func (s *server) stream(w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	x := &exchange{t: s.t, turn: uuid.New(), steps: make(chan step), gone: make(chan struct{})}
	if err := json.Unmarshal(body, &x.request); err != nil {
		return err
	}
	select {
	case s.exchanges <- x:
	case <-r.Context().Done():
		return r.Context().Err()
	}
	defer close(x.gone)
	for {
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case next := <-x.steps:
			err := next.run(w)
			if err != nil || next.last {
				return err
			}
		}
	}
}

// next is the next request for an answer.
func (s *server) next() *exchange {
	s.t.Helper()
	select {
	case x := <-s.exchanges:
		return x
	case <-time.After(patience):
		s.t.Fatal("nobody asked")
		return nil
	}
}

// run makes the handler do one step.
func (x *exchange) run(last bool, write func(w httpWriter) error) {
	x.t.Helper()
	done := make(chan error, 1)
	select {
	case x.steps <- step{write: write, last: last, done: done}:
	case <-x.gone:
		x.t.Fatal("the client has left")
	case <-time.After(patience):
		x.t.Fatal("the handler does not listen")
	}
	if err := <-done; err != nil && !last {
		x.t.Fatalf("write to the client: %v", err)
	}
}

// raw writes bytes of the stream as they are.
func (x *exchange) raw(text string) {
	x.t.Helper()
	x.run(false, func(w httpWriter) error { return writeStream(w, text) })
}

func writeStream(w httpWriter, text string) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

func (x *exchange) format(event string, data any) string {
	x.t.Helper()
	encoded, err := json.Marshal(data)
	if err != nil {
		x.t.Fatal(err)
	}
	x.seq++
	return fmt.Sprintf("event: %s\nid: %s:%d\ndata: %s\n\n", event, x.turn, x.seq, encoded)
}

// object is the data of an event.
type object map[string]any

// send sends one event.
func (x *exchange) send(event string, data any) {
	x.t.Helper()
	x.raw(x.format(event, data))
}

func (x *exchange) start() {
	x.t.Helper()
	x.send("start", object{"turnId": x.turn, "sessionId": x.request.SessionID, "agent": x.request.AgentType, "resumed": false})
}

// resume starts the answer to a message that was sent before.
func (x *exchange) resume() {
	x.t.Helper()
	x.send("start", object{"turnId": x.turn, "sessionId": x.request.SessionID, "agent": x.request.AgentType, "resumed": true})
}

func (x *exchange) delta(text string) {
	x.t.Helper()
	x.send("delta", object{"text": text})
}

// finish sends the last event and ends the response.
func (x *exchange) finish(event string, data any) {
	x.t.Helper()
	text := x.format(event, data)
	x.run(true, func(w httpWriter) error { return writeStream(w, text) })
}

func (x *exchange) done() {
	x.t.Helper()
	x.finish("done", object{"finish": "stop", "tier": 4, "ms": 420})
}

// answer gives a whole answer of the full model.
func (x *exchange) answer(markdown string) {
	x.t.Helper()
	x.start()
	x.send("tier", object{"tier": 4, "reason": "model"})
	x.delta(markdown)
	x.done()
}

// cut ends the connection in the middle of the response.
func (x *exchange) cut() {
	x.t.Helper()
	x.run(true, func(httpWriter) error { panic(http.ErrAbortHandler) })
}

// refuse answers with a problem.
func (x *exchange) refuse(problem error) {
	x.t.Helper()
	x.run(true, func(httpWriter) error { return problem })
}

// refusal is a problem as the chat makes them.
type refusal struct {
	kind, code, public string
	wait               time.Duration
}

func (r refusal) Error() string             { return r.code }
func (r refusal) Kind() string              { return r.kind }
func (r refusal) Code() string              { return r.code }
func (r refusal) Public() string            { return r.public }
func (r refusal) RetryAfter() time.Duration { return r.wait }

// graceHarbor is a church with everything.
func graceHarbor() *church.Snapshot {
	return &church.Snapshot{
		ID: uuid.New(), Slug: "grace-harbor", Name: "Grace Harbor Church", Denomination: "Baptist",
		Address: church.Address{Street: "212 Breakwater Lane", City: "Rockland", State: "ME", PostalCode: "04841", Country: "US"},
		Phone:   "(207) 555-0142", Email: "hello@graceharbor.example.org", Website: "https://graceharbor.example.org",
		Location: time.UTC, Language: "en",
		Plan: church.SuiteBoth, Status: church.Active, ChatbotEnabled: true, CareEnabled: true,
		Agents: map[church.Agent]church.AgentConfig{
			church.Care: {Enabled: true}, church.Coordinator: {Enabled: true},
			church.Discipleship: {Enabled: true}, church.Stewardship: {Enabled: true},
		},
	}
}

// nuevaVida is a church on the basic tier that speaks Spanish and has told little about itself.
func nuevaVida() *church.Snapshot {
	return &church.Snapshot{
		ID: uuid.New(), Slug: "nueva-vida", Name: "Iglesia Nueva Vida",
		Address: church.Address{City: "Laredo", State: "TX", Country: "US"}, Location: time.UTC, Language: "es",
		Plan: church.StarterChat, Status: church.Active, ChatbotEnabled: true,
		Agents: map[church.Agent]church.AgentConfig{church.Care: {Enabled: true}, church.Coordinator: {Enabled: true}},
	}
}
