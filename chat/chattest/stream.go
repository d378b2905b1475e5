package chattest

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Stream is an answer that is read event by event.
type Stream struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	leave context.CancelFunc
}

// Stream posts a question and returns its answer as it streams.
func (s *Server) Stream(t testing.TB, churchID uuid.UUID, q Question) *Stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*WaitLimit)
	res, err := s.Post(ctx, churchID, q)
	Must(t, err)
	return ReadStream(t, res, cancel)
}

// ResumeStream is Stream for a turn under way, after an event.
func (s *Server) ResumeStream(t testing.TB, churchID, session uuid.UUID, turn string, after int) *Stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*WaitLimit)
	res, err := s.RequestResume(ctx, churchID, session, turn, after)
	Must(t, err)
	return ReadStream(t, res, cancel)
}

// ResumeAfter is ResumeStream as browsers do it: after the id of the last event that was seen.
func (s *Server) ResumeAfter(t testing.TB, churchID, session uuid.UUID, turn string, seen Events) *Stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*WaitLimit)
	res, err := s.requestAfter(ctx, churchID, session, turn, seen[len(seen)-1].ID)
	Must(t, err)
	return ReadStream(t, res, cancel)
}

// ReadStream reads the response to a question; leave ends the request.
func ReadStream(t testing.TB, res *http.Response, leave context.CancelFunc) *Stream {
	t.Helper()
	s := &Stream{body: res.Body, lines: bufio.NewScanner(res.Body), leave: leave}
	t.Cleanup(s.Close)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("status %d", res.StatusCode)
	}
	return s
}

// Close leaves, as a visitor who closes the page.
func (s *Stream) Close() {
	s.leave()
	s.body.Close()
}

// Next reads one event; false at the end.
func (s *Stream) Next(t testing.TB) (Event, bool) {
	t.Helper()
	event, ok, err := readEvent(s.lines)
	if s.lines.Err() == nil { // however the connection ends, there is no more to read
		Must(t, err)
	}
	return event, ok
}

// Until reads events up to the first whose text holds the words.
func (s *Stream) Until(t testing.TB, words string) Events {
	t.Helper()
	var events Events
	for {
		e, ok := s.Next(t)
		if !ok {
			t.Fatalf("the stream ended before %q: %v", words, events)
		}
		events = append(events, e)
		if said, _ := e.Data["text"].(string); strings.Contains(said, words) {
			return events
		}
	}
}

// Rest reads to the end.
func (s *Stream) Rest(t testing.TB) Events {
	t.Helper()
	var events Events
	for {
		e, ok := s.Next(t)
		if !ok {
			return events
		}
		events = append(events, e)
	}
}
