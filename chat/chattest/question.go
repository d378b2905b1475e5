package chattest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

// Question is a visitor's message; without a session it begins a new one.
type Question struct {
	Message string
	Session uuid.UUID
	Client  uuid.UUID
	Agent   string
	Lens    string
	History []chat.HistoryItem
	Preview string
	Address string // of the client; this machine's by default
}

// Post sends a question and returns its answer as HTTP has it.
func (s *Server) Post(ctx context.Context, churchID uuid.UUID, q Question) (*http.Response, error) {
	if q.Session == uuid.Nil {
		q.Session = uuid.New()
	}
	payload := map[string]any{"message": q.Message, "churchId": churchID, "sessionId": q.Session, "history": q.History, "agentType": q.Agent}
	if q.Lens != "" {
		payload["lensOverride"] = q.Lens
	}
	if q.Preview != "" {
		payload["preview"] = q.Preview
	}
	if q.Client != uuid.Nil {
		payload["clientMessageId"] = q.Client
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.StreamURL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if q.Address != "" {
		req.Header.Set("X-Forwarded-For", q.Address)
	}
	return http.DefaultClient.Do(req)
}

// Ask returns the events of an answer, having checked the form of the stream.
func (s *Server) Ask(t testing.TB, churchID uuid.UUID, q Question) Events {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), WaitLimit)
	defer cancel()
	res, err := s.Post(ctx, churchID, q)
	Must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		t.Fatalf("status %d: %s", res.StatusCode, body)
	}
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("content type %q", got)
	}
	events, err := ReadEvents(res.Body)
	Must(t, err)
	CheckStream(t, events)
	return events
}

// Resume returns what a turn has to say after an event.
func (s *Server) Resume(t testing.TB, churchID, session uuid.UUID, turn string, after int) Events {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), WaitLimit)
	defer cancel()
	res, err := s.RequestResume(ctx, churchID, session, turn, after)
	Must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		t.Fatalf("status %d: %s", res.StatusCode, body)
	}
	events, err := ReadEvents(res.Body)
	Must(t, err)
	return events
}

// RequestResume is Resume as HTTP has it, of a client that knows the event by its number.
func (s *Server) RequestResume(ctx context.Context, churchID, session uuid.UUID, turn string, after int) (*http.Response, error) {
	return s.requestAfter(ctx, churchID, session, turn, fmt.Sprintf("%s:%d", turn, after))
}

func (s *Server) requestAfter(ctx context.Context, churchID, session uuid.UUID, turn, id string) (*http.Response, error) {
	url := fmt.Sprintf("%s/api/chatbot/turns/%s/stream?sessionId=%s", s.URL, turn, session)
	if churchID != uuid.Nil {
		url += "&churchId=" + churchID.String()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", id)
	return http.DefaultClient.Do(req)
}

// PostToTurn posts to one of a turn's actions, stop or feedback, and returns the status.
func (s *Server) PostToTurn(t testing.TB, turn, action string, body map[string]any) int {
	t.Helper()
	data, err := json.Marshal(body)
	Must(t, err)
	res, err := http.Post(s.URL+"/api/chatbot/turns/"+turn+"/"+action, "application/json", bytes.NewReader(data))
	Must(t, err)
	Must(t, res.Body.Close())
	return res.StatusCode
}
