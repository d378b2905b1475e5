package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"strings"
	"time"

	"narthex/chat/upstream"
)

// Client asks the models of one OpenAI-compatible service. It is safe for concurrent use.
type Client struct {
	config   Config
	endpoint *upstream.Endpoint
	meter    *meter
	pace     pace
}

// New makes a client. It does not connect.
func New(config Config) (*Client, error) {
	config, err := config.complete()
	if err != nil {
		return nil, err
	}
	meter, err := newMeter(config.Registerer)
	if err != nil {
		return nil, err
	}
	endpoint, err := upstream.New(upstream.Config{
		APIKey: config.APIKey, BaseURL: config.BaseURL, Path: "/chat/completions", Accept: "text/event-stream",
		Connect: config.Timeouts.Connect,
	})
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	return &Client{config: config, endpoint: endpoint, meter: meter}, nil
}

// Close lets go of idle connections. Requests that run are not touched.
func (c *Client) Close() { c.endpoint.Close() }

// String leaves out the key.
func (c *Client) String() string { return c.config.String() }

// Stream asks for one answer. Errors are *Error.
func (c *Client) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	model := c.config.of(req.Class)
	return func(yield func(Chunk, error) bool) {
		call := &call{model: model, yield: yield, metered: c.meter.begin(model, req.Class), gathering: gathering{pace: &c.pace, urgent: req.Urgent}}
		defer call.metered.end()
		sent, unanswered := ctx.Err() == nil, req.Unanswered
		if failed := call.run(ctx, c, req); failed != nil && !call.left {
			failed.Model, failed.Streamed = model, call.streamed
			if sent && !call.streamed && unanswered != nil && failed.billable() {
				unanswered(model)
			}
			call.metered.failed(failed)
			yield(Chunk{}, failed)
		}
	}
}

// call is one request while it runs.
type call struct {
	model    string
	yield    func(Chunk, error) bool
	metered  metered
	streamed bool // a chunk was yielded
	left     bool // the caller left the loop

	silence   watchdog // over the service, which may keep us waiting
	gathering gathering
	delta     delta
	text      textJoiner
	whole     []byte // what of the text was not told yet
	calls     callJoiner
	said      bool // some text or tool call came
	finish    Finish
	usage     *Usage
}

// trailer bounds the wait for what follows a finish reason: the token counts, [DONE], and the end of the response, up to
// which the connection has to be read if it is to serve the next request.
const trailer = time.Second

// run makes the request and yields its chunks. It gives nil when the answer was whole or the caller left.
func (k *call) run(ctx context.Context, c *Client, req Request) *Error {
	limited, done := context.WithTimeoutCause(ctx, c.config.Timeouts.Whole, errWhole)
	defer done()
	inner, cancel := context.WithCancelCause(limited)
	defer cancel(nil)
	k.silence.start(c.config.Timeouts.FirstByte, func() { cancel(errSilent) })
	defer k.silence.stop()

	body, err := wireRequest(k.model, req)
	if err != nil { // these errors name parameters, not their values
		return cmp.Or(failure(ctx, inner, err), &Error{Kind: KindRejected, Err: fmt.Errorf("building the request: %w", err)})
	}
	response, err := c.endpoint.Post(inner, body)
	if err != nil {
		return openFailure(ctx, inner, err)
	}
	events := eventsOf(response)
	defer func() {
		k.silence.wait(trailer) // closing reads the end of a whole response
		events.close()
	}()
	return k.follow(ctx, inner, events, c.config.Timeouts)
}

// follow yields what the events say. By now nothing here holds the request any more, only its answer.
func (k *call) follow(ctx, inner context.Context, events *eventReader, limits Timeouts) *Error {
	for {
		event, err := events.next()
		k.silence.rest() // time that the caller spends on a chunk is no wait
		if err != nil && !k.tellText() {
			return nil
		}
		if err != nil && k.finish != "" {
			return k.end(ctx, inner) // a finish reason is the proof of a whole answer, and the only one
		}
		if err != nil {
			return readFailure(ctx, inner, err)
		}
		k.gathering.read(event)
		failed := k.take(ctx, inner, event)
		// What has arrived together is told together: it costs the visitor no time, and everybody less work.
		if failed == nil && events.ready() {
			k.silence.waitOn()
			continue
		}
		if told := len(k.whole) > 0; told && !k.tellText() {
			return nil
		} else if failed != nil {
			return failed
		} else if told {
			k.gathering.await(inner)
		}
		k.silence.wait(k.patience(limits))
	}
}

func (k *call) patience(limits Timeouts) time.Duration {
	if k.finish != "" {
		return min(trailer, limits.Idle)
	}
	return limits.Idle
}

// take reads an event.
func (k *call) take(ctx, inner context.Context, event []byte) *Error {
	err := k.delta.read(event)
	if err != nil && k.finish != "" {
		return nil // the answer is whole already
	}
	if err != nil {
		return readFailure(ctx, inner, err)
	}
	if usage := k.delta.usage(); usage != nil {
		k.usage = usage // services that count as they go repeat it; the last one is right
	}
	text, calls, finish := k.delta.pieces()
	for _, part := range calls {
		if err := k.calls.add(part); err != nil {
			return readFailure(ctx, inner, err)
		}
	}
	k.whole = k.text.append(k.whole, text)
	if finish != "" {
		if k.finish, err = finishOf(finish); err != nil {
			return readFailure(ctx, inner, err)
		}
	}
	return nil
}

// end yields the last chunk.
func (k *call) end(ctx, inner context.Context) *Error {
	last := Chunk{Text: k.text.flush(), Finish: k.finish, Usage: k.usage, Model: k.model}
	switch k.finish {
	case FinishStop, FinishToolCalls:
		// Some services finish with stop although they want tools called, and the reverse.
		last.ToolCalls, last.Finish = k.calls.whole(), FinishStop
		if len(last.ToolCalls) > 0 {
			last.Finish = FinishToolCalls
		}
	case FinishLength, FinishContentFilter: // calls that were cut off are not made
	}
	if !k.said && last.Text == "" && len(last.ToolCalls) == 0 && last.Finish != FinishContentFilter {
		return readFailure(ctx, inner, errNoAnswer)
	}
	k.tell(last)
	return nil
}

// tellText yields the text that was taken, and reports whether the caller wants more.
func (k *call) tellText() bool {
	if len(k.whole) > 0 {
		k.said = true
		k.tell(Chunk{Text: string(k.whole), Model: k.model})
		k.whole = k.whole[:0]
	}
	return !k.left
}

// tell yields a chunk.
func (k *call) tell(chunk Chunk) {
	k.metered.see(&chunk)
	k.streamed = true
	k.left = !k.yield(chunk, nil)
}

// finishOf reads a finish reason. Services add their own to those of the API: some mean a failure, the rest an end.
func finishOf(reason string) (Finish, error) {
	switch strings.ToLower(reason) { // SAFETY, MAX_TOKENS: as Gemini writes them
	case "length", "max_tokens", "model_length", "max_output_tokens":
		return FinishLength, nil
	case "tool_calls", "function_call", "tool_use":
		return FinishToolCalls, nil
	case "content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii":
		return FinishContentFilter, nil
	case "error", "insufficient_system_resource":
		return "", reported(&upstream.Error{Code: "finish_" + reason})
	case "abort", "cancelled", "canceled":
		return "", errNoFinish
	}
	return FinishStop, nil
}

// openFailure classifies what went wrong before there was a response.
func openFailure(ctx, inner context.Context, err error) *Error {
	if failed := failure(ctx, inner, err); failed != nil {
		return failed
	}
	kind := KindUnavailable
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		kind = KindTimeout
	}
	return &Error{Kind: kind, Err: quotable(err)}
}

// readFailure classifies what went wrong while the response was read.
func readFailure(ctx, inner context.Context, err error) *Error {
	if failed := failure(ctx, inner, err); failed != nil {
		return failed
	}
	if errors.Is(err, io.EOF) || errors.Is(err, errNoFinish) {
		return &Error{Kind: KindCut, Err: errNoFinish}
	}
	return &Error{Kind: KindCut, Err: quotable(err)}
}
