package model

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// service sends requests for the go-openai library, which takes it in place of an http.Client. It hands back only 200
// responses that can be read as events, and makes all others errors, because the library would
//   - take a redirect for an answer,
//   - drop Retry-After, and read an error response of any size for as long as it lasts,
//   - put the service's own sentences into its errors, which may quote the prompt or the key,
//   - read a web page as a stream without events.
type service struct {
	client *http.Client
}

// Limits on what a service may send.
const (
	maxErrorBody = 64 << 10 // bytes of an error response that are looked at
	maxHeaders   = 64 << 10
)

// newService makes a client of its own: the shared default one has no time-outs. Only the connection is bounded here; the
// rest of a request is bounded by Client.Stream, which knows what it is waiting for.
func newService(connect time.Duration) *service {
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 15 * time.Second}
	return &service{client: &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    connect,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    64, // all requests go to one host; the default of 2 would mean a handshake for most
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: maxHeaders,
			DisableCompression:     true, // a compressed stream arrives in blocks rather than in words
			// A connection that died without a word is noticed while it is idle, not by the next visitor.
			HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do implements openai.HTTPDoer.
func (s *service) Do(req *http.Request) (*http.Response, error) {
	// Present but empty: lets the transport repeat a request that met a connection the service had just closed, and sends
	// no header. A repeated completion costs tokens at worst.
	req.Header["Idempotency-Key"] = nil
	resp, err := s.client.Do(req)
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
		resp.Body = newWholeBody(resp.Body)
	} else {
		// Whatever the content type says, as proxies mislabel streams: a web page turns out to hold no events.
		resp.Body = newEventBody(resp.Body)
	}
	return resp, nil
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
