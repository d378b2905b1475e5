// Package stripetest stands in for Stripe in tests, on the wire: what it keeps is little, but each request is first checked
// against Stripe's own description of its API, and a request that Stripe would refuse fails the test.
package stripetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"
)

// Object is one of Stripe's, as in its JSON.
type Object map[string]any

// Stripe is a small one.
type Stripe struct {
	URL    string
	Secret string // that webhooks are signed with

	t    testing.TB
	spec *server.StubServer

	mu       sync.Mutex
	made     int
	objects  map[string][]Object // by the path that lists them, in the order in which they were made
	answered map[string][]byte   // by idempotency key
	requests []Request
	down     bool
	bad      string // an address that is refused
}

// Request is one that came.
type Request struct {
	Method, Path string
	Form         url.Values
}

var loadSpec = sync.OnceValues(func() (*server.StubServer, error) {
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		return nil, err
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		return nil, err
	}
	return server.NewStubServer(fixtures, spec, false, false)
})

// New starts one that ends with the test.
func New(t testing.TB) *Stripe {
	t.Helper()
	spec, err := loadSpec()
	if err != nil {
		t.Fatalf("stripetest: read Stripe's description: %v", err)
	}
	s := &Stripe{Secret: "whsec_test", t: t, spec: spec, objects: make(map[string][]Object), answered: make(map[string][]byte)}
	listening := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// Down has it refuse every request from now on, or no longer.
func (s *Stripe) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// Refuse has it take an address for none.
func (s *Stripe) Refuse(email string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bad = email
}

// Requests are those of a method and path that came so far.
func (s *Stripe) Requests(method, path string) (found []Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.requests {
		if r.Method == method && r.Path == path {
			found = append(found, r)
		}
	}
	return found
}

func (s *Stripe) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	checked := httptest.NewRecorder()
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		http.Error(w, `{"error":{"type":"api_error","message":"down"}}`, http.StatusServiceUnavailable)
		return
	}
	s.spec.HandleRequest(checked, copied)
	if checked.Code >= http.StatusBadRequest {
		s.t.Errorf("Stripe would refuse %s %s %s: %s", r.Method, r.URL, body, checked.Body)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		s.t.Errorf("%s %s: %v", r.Method, r.URL, err)
	}
	for key, values := range r.URL.Query() {
		form[key] = values
	}
	request := Request{Method: r.Method, Path: r.URL.Path, Form: form}
	s.requests = append(s.requests, request)
	w.Header().Set("Content-Type", "application/json")
	key := r.Header.Get("Idempotency-Key")
	if before, ok := s.answered[key]; ok && key != "" {
		w.Header().Set("Idempotent-Replayed", "true")
		_, _ = w.Write(before)
		return
	}
	status, answer := s.answer(request)
	text, err := json.Marshal(answer)
	if err != nil {
		s.t.Errorf("stripetest: %v", err)
	}
	if key != "" && status == http.StatusOK {
		s.answered[key] = text
	}
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// id is a new one.
func (s *Stripe) id(prefix string) string {
	s.made++
	return fmt.Sprintf("%s_%d", prefix, s.made)
}

func refusal(status int, code, message string) (int, any) {
	return status, Object{"error": Object{"type": "invalid_request_error", "code": code, "message": message}}
}
