package model_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"narthex/chat/model"
)

// paced is a body whose events come after pauses, and which goes silent after the last one.
type paced struct {
	ctx    context.Context
	events []pacedEvent
}

type pacedEvent struct {
	pause time.Duration
	data  string
}

func (p *paced) Read(into []byte) (int, error) {
	if len(p.events) == 0 {
		<-p.ctx.Done()
		return 0, context.Cause(p.ctx)
	}
	next := p.events[0]
	p.events = p.events[1:]
	select {
	case <-time.After(next.pause):
		return copy(into, "data: "+next.data+"\n\n"), nil
	case <-p.ctx.Done():
		return 0, context.Cause(p.ctx)
	}
}

func (p *paced) Close() error { return nil }

func word(pause time.Duration) pacedEvent {
	return pacedEvent{pause, `{"choices":[{"delta":{"content":"word"}}]}`}
}

func TestTimeIsUpToTheSecond(t *testing.T) {
	const s = time.Second
	finish := pacedEvent{s, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`}
	for name, test := range map[string]struct {
		events []pacedEvent
		reader time.Duration // the reader's own time for each chunk
		takes  time.Duration
		kind   model.Kind // "": none
	}{
		"the first event late":                 {events: []pacedEvent{word(21 * s)}, takes: 20 * s, kind: model.KindTimeout},
		"the first event in time":              {events: []pacedEvent{word(19 * s), finish}, takes: 21 * s},
		"each event almost late, then silence": {events: []pacedEvent{word(s), word(9 * s), word(9 * s), word(9 * s)}, takes: 38 * s, kind: model.KindTimeout},
		"an event late":                        {events: []pacedEvent{word(s), word(2 * s), word(11 * s)}, takes: 13 * s, kind: model.KindTimeout},
		"a reader slower than the service may": {events: []pacedEvent{word(s), word(s), finish}, reader: 13 * s, takes: 30 * s},
		"silence after a slow reader":          {events: []pacedEvent{word(s), word(s)}, reader: 13 * s, takes: 38 * s, kind: model.KindTimeout},
		"silence after the finish reason":      {events: []pacedEvent{word(s), finish}, takes: 3 * s},
		"the whole too long":                   {events: []pacedEvent{word(9 * s), word(9 * s), word(9 * s), word(9 * s), word(9 * s), word(9 * s), word(9 * s)}, takes: 60 * s, kind: model.KindTimeout},
		"the whole too long for the reader":    {events: []pacedEvent{word(s), word(s)}, reader: 61 * s, takes: 62 * s, kind: model.KindTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, err := model.New(model.Config{BaseURL: "http://nowhere.invalid/v1", ChatModel: "m",
					Timeouts: model.Timeouts{FirstByte: 20 * s, Idle: 10 * s, Whole: 60 * s}})
				if err != nil {
					t.Fatal(err)
				}
				client.SetRoundTrip(func(req *http.Request) (*http.Response, error) {
					body := &paced{ctx: req.Context(), events: test.events}
					return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: req}, nil
				})
				started := time.Now()
				var last error
				for chunk, err := range client.Stream(t.Context(), question()) {
					if last = err; chunk.Text != "" {
						time.Sleep(test.reader)
					}
				}
				kind := model.Kind("")
				if failed, ok := last.(*model.Error); ok {
					kind = failed.Kind
				}
				if took := time.Since(started); took != test.takes || kind != test.kind {
					t.Fatalf("ended after %s with %v", took, last)
				}
			})
		})
	}
}

func TestEventsAreReadHoweverTheyAreSplit(t *testing.T) {
	body := longAnswer()
	for _, size := range []int{1, 2, 3, 7, 333, 1023, 1024, 1025, 5000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			client := offTheWire(t, nil, false)
			client.SetRoundTrip(func(req *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(&split{body, size}), Request: req}, nil
			})
			if got := collect(t, client.Stream(t.Context(), question())); got.Err != nil || strings.Count(got.text(), "word") != benchTokens {
				t.Fatalf("%d words, %v", strings.Count(got.text(), "word"), got.Err)
			}
		})
	}
}

// split reads pieces of a size.
type split struct {
	rest []byte
	size int
}

func (s *split) Read(into []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(into[:min(len(into), s.size)], s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
