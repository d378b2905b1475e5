package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static/web"
)

// server serves the real pages and, in place of the chat, whatever the test says: each request for an answer is handed
// to it.
type server struct {
	t         *testing.T
	url       string
	exchanges chan *exchange
	stops     chan stop
	opinions  chan opinion
	forgotten chan string // sessions
	answers   chan cardAnswer
	became    chan object // what becomes of a card that is answered; nil: the answer gets lost
	sockets   atomic.Bool // whether WebSockets open
	refused   atomic.Int32
	keeps     atomic.Bool // whether conversations cannot be deleted just now
	live      liveSockets
}

// opinion is what a visitor thinks of an answer.
type opinion struct{ Turn, SessionID, ChurchID, Value, Comment string }

// stop is a request to stop an answer.
type stop struct{ turn, session, church string }

// exchange is one request for an answer, or for the rest of one. The test answers it step by step.
type exchange struct {
	t        *testing.T
	request  streamRequest // of a message
	resumes  bool          // it asks for the rest, after the event seq
	turn     uuid.UUID
	seq      int
	socket   *websocket.Conn // over which it came; nil: it is a request of its own
	steps    chan step
	gone     chan struct{} // closed when the client has left
	language string        // of the answer, as start says it
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
	s := &server{
		t: t, exchanges: make(chan *exchange), stops: make(chan stop, 10), opinions: make(chan opinion, 10), forgotten: make(chan string, 10),
		answers: make(chan cardAnswer, 10), became: make(chan object, 10),
	}
	edge, views, assets := newEdge(t)
	router := chi.NewRouter()
	router.Use(edge.Observe, web.SecurityHeaders)
	router.NotFound(edge.Handle(web.NotFound))
	router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	s.chat(router, edge)
	pages.NewHandler(partsOf(lookupIn(churches), views, edge)).Routes(router)
	started := newOrigin(router)
	started.Start()
	s.url = started.URL
	t.Cleanup(func() {
		s.live.end()
		started.CloseClientConnections()
		started.Close()
	})
	return s
}

// chat adds the chat's endpoints to a router.
func (s *server) chat(router chi.Router, edge *web.Edge) {
	router.Post("/api/chatbot/stream", edge.Handle(s.stream))
	router.Get("/api/chatbot/ws", edge.Handle(s.socket))
	router.Get("/api/chatbot/turns/{turnId}/stream", edge.Handle(s.resume))
	router.Post("/api/chatbot/turns/{turnId}/stop", edge.Handle(s.stop))
	router.Post("/api/chatbot/turns/{turnId}/feedback", edge.Handle(s.feedback))
	router.Post("/api/chatbot/turns/{turnId}/confirm", edge.Handle(s.confirm))
	router.Delete("/api/chatbot/conversations/{sessionId}", edge.Handle(s.forget))
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

// feedback notes what a visitor thinks.
func (s *server) feedback(w http.ResponseWriter, r *http.Request) error {
	told := opinion{Turn: chi.URLParam(r, "turnId")}
	if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
		return err
	}
	s.opinions <- told
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// forget notes which conversation is to be deleted.
func (s *server) forget(w http.ResponseWriter, r *http.Request) error {
	if s.keeps.Load() {
		return chat.ErrUnavailable
	}
	s.forgotten <- chi.URLParam(r, "sessionId")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// stream hands a message to the test and does what it says.
func (s *server) stream(w http.ResponseWriter, r *http.Request) error {
	x := s.exchange(uuid.New())
	if err := json.NewDecoder(r.Body).Decode(&x.request); err != nil {
		return err
	}
	return s.serveExchange(x, w, r)
}

// resume does so with a request for the rest of an answer.
func (s *server) resume(w http.ResponseWriter, r *http.Request) error {
	turn, err := uuid.Parse(chi.URLParam(r, "turnId"))
	if err != nil {
		return err
	}
	x := s.exchange(turn)
	x.resumes = true
	x.request.SessionID, x.request.ChurchID = r.URL.Query().Get("sessionId"), r.URL.Query().Get("churchId")
	if x.seq, err = strconv.Atoi(r.URL.Query().Get("after")); err != nil {
		return err
	}
	return s.serveExchange(x, w, r)
}

func (s *server) exchange(turn uuid.UUID) *exchange {
	return &exchange{t: s.t, turn: turn, steps: make(chan step), gone: make(chan struct{})}
}

func (s *server) serveExchange(x *exchange, w http.ResponseWriter, r *http.Request) error {
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
	if x.socket != nil {
		x.write(text)
		return
	}
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
	if x.socket != nil {
		return fmt.Sprintf(`{"event":%q,"id":"%s:%d","data":%s}`, event, x.turn, x.seq, encoded)
	}
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
	data := object{"turnId": x.turn, "sessionId": x.request.SessionID, "agent": x.request.AgentType, "resumed": false}
	if x.language != "" {
		data["language"] = x.language
	}
	x.send("start", data)
}

// startAgain starts the answer to a message that was sent before.
func (x *exchange) startAgain() {
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
	if x.socket != nil {
		x.raw(text)
		return
	}
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
	if x.socket != nil {
		_ = x.socket.CloseNow()
		return
	}
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
