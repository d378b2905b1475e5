package compat_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/turns"
)

func TestWhatOnlyOpenAIHasIsRefusedInItsForm(t *testing.T) {
	server := newServer(t, turns.Config{})
	forgotten := uuid.New()
	server.Ask(t, server.churchID, chattest.Question{Message: "What time is church on Sunday?", Session: forgotten})
	server.refusedInForm(t, http.MethodDelete, "/api/chatbot/conversations/"+forgotten.String()+"?churchId="+server.churchID.String(), "", 204, "")
	for name, test := range map[string]struct {
		method, path, body string
		status             int
		code               string
	}{
		"another protocol":         {http.MethodPost, "/v1/responses", `{}`, 404, "unknown_url"},
		"below a known address":    {http.MethodGet, "/v1/models/a/b", "", 404, "unknown_url"},
		"another method":           {http.MethodGet, "/v1/chat/completions", "", 405, "method_not_allowed"},
		"deleting a model":         {http.MethodDelete, "/v1/models/narthex-care", "", 405, "method_not_allowed"},
		"a forgotten conversation": {http.MethodPost, "/v1/chat/completions", `{"model":"narthex-coordinator","user":"` + forgotten.String() + `","messages":[{"role":"user","content":"And on Easter?"}]}`, 410, "conversation_forgotten"},
	} {
		t.Run(name, func(t *testing.T) { server.refusedInForm(t, test.method, test.path, test.body, test.status, test.code) })
	}
}

// refusedInForm sends a request with the church's key and holds the answer against a status and, if there is one, OpenAI's error.
func (s *server) refusedInForm(t *testing.T, method, path, body string, status int, code string) {
	t.Helper()
	response := s.send(t, method, path, body)
	defer response.Body.Close()
	if response.StatusCode != status {
		t.Errorf("%s %s: %d", method, path, response.StatusCode)
	}
	if code == "" {
		return
	}
	var got struct {
		Error struct{ Message, Type, Code string }
	}
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil || got.Error.Code != code || got.Error.Type != "invalid_request_error" || got.Error.Message == "" {
		t.Errorf("%s %s: %+v %v", method, path, got, err)
	}
}

func (s *server) send(t *testing.T, method, path, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	chattest.Must(t, err)
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	chattest.Must(t, err)
	return response
}
