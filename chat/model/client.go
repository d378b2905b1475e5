package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net"
	"net/url"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Client asks the models of one OpenAI-compatible service. It is safe for concurrent use.
type Client struct {
	config  Config
	service *service
	api     *openai.Client
	meter   *meter
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
	service := newService(config.Timeouts.Connect)
	return &Client{config: config, service: service, api: newAPI(config, service), meter: meter}, nil
}

func newAPI(config Config, doer openai.HTTPDoer) *openai.Client {
	wired := openai.DefaultConfig(config.APIKey)
	wired.BaseURL = config.BaseURL
	wired.HTTPClient = doer
	wired.EmptyMessagesLimit = math.MaxUint // time bounds a stream, not the number of its comments
	return openai.NewClientWithConfig(wired)
}

// Close lets go of idle connections. Requests that run are not touched.
func (c *Client) Close() { c.service.close() }

// String leaves out the key.
func (c *Client) String() string { return c.config.String() }

// Stream asks for one answer. Errors are *Error.
func (c *Client) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	model := c.config.of(req.Class)
	return c.meter.watch(model, req.Class, func(yield func(Chunk, error) bool) {
		call := &call{model: model, yield: yield}
		if failed := call.run(ctx, c, req); failed != nil && !call.left {
			failed.Model, failed.Streamed = model, call.streamed
			yield(Chunk{}, failed)
		}
	})
}

// call is one request while it runs.
type call struct {
	model    string
	yield    func(Chunk, error) bool
	streamed bool // a chunk was yielded
	left     bool // the caller left the loop

	reader deltaReader
	text   textJoiner
	calls  callJoiner
	said   bool // some text or tool call came
	finish Finish
	usage  *Usage
}

// trailer bounds the wait for what follows a finish reason: the token counts, [DONE], and the end of the response, up to
// which the connection has to be read if it is to serve the next request.
const trailer = time.Second

// run makes the request and yields its chunks. It gives nil when the answer was whole or the caller left.
func (k *call) run(ctx context.Context, c *Client, req Request) *Error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inner, stop := context.WithTimeoutCause(inner, c.config.Timeouts.Whole, errWhole)
	defer stop()
	// One timer, armed only while the service is waited for; a slow caller is no fault of the service.
	silence := time.AfterFunc(c.config.Timeouts.FirstByte, func() { cancel(errSilent) })
	defer silence.Stop()

	stream, err := c.api.CreateChatCompletionStream(inner, wireRequest(k.model, req))
	if err != nil {
		return openFailure(ctx, inner, err)
	}
	defer func() {
		silence.Reset(trailer) // closing reads the end of a whole response
		stream.Close()
	}()
	for {
		event, err := stream.RecvRaw()
		silence.Stop()
		if err != nil && k.finish != "" {
			return k.end(ctx, inner) // a finish reason is the proof of a whole answer, and the only one
		}
		if err != nil {
			return readFailure(ctx, inner, err)
		}
		if failed := k.take(ctx, inner, event); failed != nil || k.left {
			return failed
		}
		silence.Reset(k.patience(c.config.Timeouts))
	}
}

func (k *call) patience(limits Timeouts) time.Duration {
	if k.finish != "" {
		return min(trailer, limits.Idle)
	}
	return limits.Idle
}

// take reads an event and yields its text.
func (k *call) take(ctx, inner context.Context, event []byte) *Error {
	d, err := k.reader.read(event)
	if err != nil && k.finish != "" {
		return nil // the answer is whole already
	}
	if err != nil {
		return readFailure(ctx, inner, err)
	}
	if d.usage != nil {
		k.usage = d.usage // services that count as they go repeat it; the last one is right
	}
	for _, part := range d.calls {
		if err := k.calls.add(part); err != nil {
			return readFailure(ctx, inner, err)
		}
	}
	if text := k.text.join(d.text); text != "" {
		k.said, k.streamed = true, true
		k.left = !k.yield(Chunk{Text: text, Model: k.model}, nil)
	}
	if d.finish != "" {
		if k.finish, err = finishOf(d.finish); err != nil {
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
	k.streamed = true
	k.left = !k.yield(last, nil)
	return nil
}

// finishOf reads a finish reason. Services add their own to those of the API: some mean a failure, the rest an end.
func finishOf(reason string) (Finish, error) {
	switch reason {
	case "length", "max_tokens":
		return FinishLength, nil
	case "tool_calls", "function_call", "tool_use":
		return FinishToolCalls, nil
	case "content_filter", "safety":
		return FinishContentFilter, nil
	case "error", "insufficient_system_resource":
		return "", &eventError{code: "finish_" + reason}
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
	transport, ok := errors.AsType[*url.Error](err)
	if !ok { // the library refused the request; its errors name parameters, not their values
		return &Error{Kind: KindRejected, Err: fmt.Errorf("building the request: %w", err)}
	}
	kind := KindUnavailable
	if network, ok := errors.AsType[net.Error](transport.Err); ok && network.Timeout() {
		kind = KindTimeout
	}
	return &Error{Kind: kind, Err: quotable(transport.Err)}
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
