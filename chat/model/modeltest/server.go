package modeltest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Server is an upstream on a loopback port. Its methods may be called from any goroutine, also while requests run.
type Server struct {
	// URL is the base URL to configure a client with. It ends in /v1.
	URL string

	http      *httptest.Server
	closing   chan struct{} // closed when the test ends: releases behaviours that wait
	chatted   signal        // a chat request was read
	cancelled signal        // a client went away before its answer was whole

	mu              sync.Mutex
	script          []Behaviour
	otherwise       Behaviour
	embeddingScript []Behaviour
	chats           []ChatRequest
	embeddings      []EmbeddingRequest
	counts          Counts
}

// Counts says how many requests were received, by kind, and how many of them the client gave up.
type Counts struct {
	Chats, Embeddings, Others, Cancelled int
}

// New starts a server that stops when the test ends. Unscripted chat requests are answered "Hello there.".
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{closing: make(chan struct{}), chatted: newSignal(), cancelled: newSignal(), otherwise: Reply("Hello", " there.")}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL + "/v1"
	t.Cleanup(func() {
		close(s.closing)
		s.http.CloseClientConnections()
		s.http.Close()
	})
	return s
}

// Script appends behaviours for the next chat requests, one each, in the order in which the requests arrive.
func (s *Server) Script(behaviours ...Behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, behaviours...)
}

// Default sets how chat requests are answered once the script is used up.
func (s *Server) Default(b Behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.otherwise = b
}

// ScriptEmbeddings appends behaviours for the next embedding requests, one each. Requests beyond them get their vectors.
func (s *Server) ScriptEmbeddings(behaviours ...Behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.embeddingScript = append(s.embeddingScript, behaviours...)
}

// Chats are the chat requests received so far, oldest first.
func (s *Server) Chats() []ChatRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]ChatRequest(nil), s.chats...)
}

// LastChat is the newest chat request; the zero value when there was none.
func (s *Server) LastChat() ChatRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.chats) == 0 {
		return ChatRequest{}
	}
	return s.chats[len(s.chats)-1]
}

// Embeddings are the embedding requests received so far, oldest first.
func (s *Server) Embeddings() []EmbeddingRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]EmbeddingRequest(nil), s.embeddings...)
}

// Counts are the numbers of requests so far.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// WaitChat waits until one more chat request has arrived than earlier calls have waited for.
func (s *Server) WaitChat(ctx context.Context) error {
	if err := s.chatted.wait(ctx); err != nil {
		return fmt.Errorf("modeltest: waiting for a chat request: %w", err)
	}
	return nil
}

// WaitCancelled waits until one more request was given up by its client than earlier calls have waited for.
func (s *Server) WaitCancelled(ctx context.Context) error {
	if err := s.cancelled.wait(ctx); err != nil {
		return fmt.Errorf("modeltest: waiting for a client to cancel: %w", err)
	}
	return nil
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions"):
		s.serveChat(w, r)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/embeddings"):
		s.serveEmbeddings(w, r)
	default:
		s.mu.Lock()
		s.counts.Others++
		s.mu.Unlock()
		writeError(w, http.StatusNotFound, "invalid_request_error", "unknown_url", "Unknown request URL: "+r.Method+" "+r.URL.Path)
	}
}

// run plays a behaviour and counts a client that left before its end.
func (s *Server) run(b Behaviour, e *exchange) {
	defer func() {
		if !e.abandoned && e.request.Context().Err() == nil {
			return
		}
		select {
		case <-s.closing: // the server, not the client, ended it
		default:
			s.mu.Lock()
			s.counts.Cancelled++
			s.mu.Unlock()
			s.cancelled.raise()
		}
	}()
	b.play(e)
}

func writeError(w http.ResponseWriter, status int, kind, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": errorBody(kind, code, message)})
}

// signal counts how often something happened; each wait uses up one.
type signal chan struct{}

// newSignal makes room for more events than any test causes; events beyond it would only be forgotten.
func newSignal() signal { return make(signal, 4096) }

func (s signal) raise() {
	select {
	case s <- struct{}{}:
	default:
	}
}

func (s signal) wait(ctx context.Context) error {
	select {
	case <-s:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
