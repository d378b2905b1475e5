package modeltest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// exchange is one request being answered.
type exchange struct {
	server    *Server
	request   *http.Request
	writer    http.ResponseWriter
	chat      ChatRequest
	opened    bool
	abandoned bool // the client left while the behaviour still had something to do

	// The whole answer, for requests that did not ask for a stream.
	text   strings.Builder
	calls  []ToolCall
	finish string
	usage  map[string]any
}

const streamType = "text/event-stream; charset=utf-8"

// play runs the steps while the client is there.
func (e *exchange) play(steps []Step, between time.Duration) {
	for _, step := range steps {
		if step.paced && !e.pause(between) {
			return
		}
		step.do(e)
		if e.abandoned {
			return
		}
	}
	if !e.chat.Stream {
		e.answerWhole()
		return
	}
	e.open(http.StatusOK, streamType)
}

// pause waits and reports whether the client is still there.
func (e *exchange) pause(wait time.Duration) bool {
	if wait <= 0 {
		return !e.abandoned
	}
	elapsed, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	return e.hold(elapsed.Done())
}

// hold waits for the channel and reports whether the client is still there.
func (e *exchange) hold(until <-chan struct{}) bool {
	select {
	case <-until:
		return true
	case <-e.request.Context().Done():
	case <-e.server.closing:
	}
	e.abandoned = true
	return false
}

// open sends the status line and headers, once.
func (e *exchange) open(status int, contentType string) {
	if e.opened {
		return
	}
	e.opened = true
	if contentType != "" && e.writer.Header().Get("Content-Type") == "" {
		e.writer.Header().Set("Content-Type", contentType)
	}
	e.writer.WriteHeader(status)
	_ = http.NewResponseController(e.writer).Flush()
}

func (e *exchange) raw(bytes string) {
	if !e.chat.Stream {
		return
	}
	e.open(http.StatusOK, streamType)
	e.write(bytes)
}

func (e *exchange) write(bytes string) {
	if _, err := fmt.Fprint(e.writer, bytes); err != nil {
		e.abandoned = true
		return
	}
	if err := http.NewResponseController(e.writer).Flush(); err != nil {
		e.abandoned = true
	}
}
