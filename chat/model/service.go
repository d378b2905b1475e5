package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// service sends requests. It does so itself, rather than by the go-openai library, because the library
//   - reads lines with regular expressions, which costs more than all that is done for a token here,
//   - keeps the prompt as long as the answer runs,
//   - takes a redirect for an answer,
//   - drops Retry-After, and reads an error response of any size for as long as it lasts,
//   - puts the service's own sentences into its errors, which may quote the prompt or the key,
//   - reads a web page as a stream without events, an error behind other fields as an empty chunk, and counts comments,
//     of which it accepts a limited number.
type service struct {
	client  *http.Client
	request *http.Request // what all requests have in common; its header and URL are shared by them
}

// Limits on what a service may send.
const (
	maxErrorBody = 64 << 10 // bytes of an error response that are looked at
	maxHeaders   = 64 << 10
)

// newService makes a client of its own: the shared default one has no time-outs. Only the connection is bounded here; the
// rest of a request is bounded by Client.Stream, which knows what it is waiting for.
func newService(config Config) (*service, error) {
	request, err := http.NewRequest(http.MethodPost, strings.TrimRight(config.BaseURL, "/")+"/chat/completions", nil)
	if err != nil {
		return nil, errors.New("model: the base URL is not a URL") // the error would quote it
	}
	request.Header = http.Header{
		"Accept":          {"text/event-stream"},
		"Accept-Encoding": {"identity"}, // a compressed stream arrives in blocks rather than in words
		"Cache-Control":   {"no-cache"},
		"Content-Type":    {"application/json"},
		// Present but empty: lets the transport repeat a request that met a connection the service had just closed, and
		// sends no header. A repeated completion costs tokens at worst.
		"Idempotency-Key": nil,
	}
	if config.APIKey != "" {
		request.Header.Set("Authorization", "Bearer "+config.APIKey)
	}
	return &service{request: request, client: &http.Client{
		Transport:     newTransport(config.Timeouts.Connect),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Of HTTP/1, which has a connection for each stream.
const (
	// maxIdle is how many connections are kept that have no stream at the moment. With fewer than there are streams at a
	// busy time, most new ones would begin with a handshake. They are never more than there were streams.
	maxIdle = 4096
	// The transport's buffers, which it keeps as long as the connection: room for several events, and for a request's
	// header. A prompt does not pass through them.
	readBuffer, writeBuffer = 2 << 10, 1 << 10
)

func newTransport(connect time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    connect,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeaders,
		DisableCompression:     true,
		ReadBufferSize:         readBuffer,
		WriteBufferSize:        writeBuffer,
		// A connection that died without a word is noticed while it is idle, not by the next visitor. The default windows
		// of 4 MB a stream and 1 GB a connection let no slow reader hold up the other streams of its connection.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
	}
}

// open sends a request and gives the events of its response, which is one of status 200. All others are errors.
func (s *service) open(ctx context.Context, body []byte) (*eventReader, error) {
	resp, err := s.send(ctx, body)
	if errors.Is(err, net.ErrClosed) && ctx.Err() == nil {
		// The service closed an idle connection just as the request was being written to it. The transport sends again what
		// it finds out while reading, but not this.
		resp, err = s.send(ctx, body)
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		return nil, refusal(resp)
	}
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if strings.HasSuffix(media, "json") {
		// The service does not stream, or reports an error with status 200: one event that is the whole body.
		return newEventReader(&wholeBody{source: resp.Body}), nil
	}
	// Whatever the content type says, as proxies mislabel streams: a web page turns out to hold no events.
	return newEventReader(resp.Body), nil
}

func (s *service) send(ctx context.Context, body []byte) (*http.Response, error) {
	req := s.request.WithContext(ctx)
	var kept keptBody
	kept.attach(req, body)
	defer kept.drop()
	return s.client.Do(req)
}

// close lets go of idle connections.
func (s *service) close() { s.client.CloseIdleConnections() }

// refusal makes the error of a response that is not 200.
func refusal(resp *http.Response) error {
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return fmt.Errorf("%w (status %d)", errRedirected, resp.StatusCode)
	}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)) // the status says enough when this fails
	refused := &statusError{status: resp.StatusCode, retryAfter: retryAfter(resp.Header, time.Now())}
	var envelope struct{ Error json.RawMessage }
	if json.Unmarshal(body, &envelope) == nil {
		refused.code = parseErrorEvent(envelope.Error).code
	}
	return refused
}

// maxRetryAfter bounds what a service can ask for; more than this is an outage, not a pause.
const maxRetryAfter = time.Hour

// retryAfter reads how long the service wants to be left alone: seconds or a date, or milliseconds in OpenAI's own header.
func retryAfter(header http.Header, now time.Time) time.Duration {
	for _, form := range []struct {
		name string
		unit time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		if number, err := strconv.ParseFloat(header.Get(form.name), 64); err == nil && number >= 0 {
			return time.Duration(min(number*float64(form.unit), float64(maxRetryAfter)))
		}
	}
	date, err := http.ParseTime(header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return min(max(date.Sub(now), 0), maxRetryAfter)
}
