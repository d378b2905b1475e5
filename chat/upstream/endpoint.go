package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// DefaultBaseURL is used where no other is configured.
const DefaultBaseURL = "https://api.openai.com/v1"

// Config says how to reach one address of a service.
type Config struct {
	APIKey  string        // may be empty: local services want none
	BaseURL string        // with the version; default DefaultBaseURL
	Path    string        // below the base, such as "/embeddings"
	Accept  string        // media type of the answer; default application/json
	Connect time.Duration // bounds the connection: name, TCP and TLS; default 5 s
}

// complete applies the defaults and refuses what cannot work. No error quotes the address or the key.
func (c Config) complete() (Config, error) {
	c.APIKey = strings.TrimSpace(c.APIKey)
	if strings.ContainsFunc(c.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return c, errors.New("the API key has characters that no HTTP header can carry")
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	if c.Accept == "" {
		c.Accept = "application/json"
	}
	if c.Connect <= 0 {
		c.Connect = 5 * time.Second
	}
	address, err := url.Parse(c.BaseURL)
	switch {
	case err != nil:
		return c, errors.New("the base URL is not a URL")
	case address.Scheme != "http" && address.Scheme != "https", address.Host == "":
		return c, errors.New("the base URL must start with http:// or https:// and a host")
	case address.User != nil, address.RawQuery != "":
		return c, errors.New("the base URL must hold no user name, password or query; the key has its own setting")
	}
	return c, nil
}

// Endpoint sends requests to one address of a service. It does so itself, rather than by the go-openai library, because the
// library
//   - reads streamed lines with regular expressions, which costs more than all that is done for a token here,
//   - keeps the prompt as long as the answer runs,
//   - takes a redirect for an answer,
//   - drops Retry-After, and reads a response of any size for as long as it lasts,
//   - puts the service's own sentences into its errors, which may quote the prompt or the key,
//   - reads a web page as a stream without events, an error behind other fields as an empty chunk, and counts comments,
//     of which it accepts a limited number,
//   - decodes embeddings by reflection over three copies of the answer.
type Endpoint struct {
	Client  *http.Client
	request *http.Request // what all requests have in common; its header and URL are shared by them
}

// New makes an endpoint with connections of its own. It does not connect. Only making a connection is bounded here: the
// caller's context bounds the request.
func New(config Config) (*Endpoint, error) {
	config, err := config.complete()
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, strings.TrimRight(config.BaseURL, "/")+config.Path, nil)
	if err != nil {
		return nil, errors.New("the base URL is not a URL") // the error would quote it
	}
	request.Header = http.Header{
		"Accept":          {config.Accept},
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
	return &Endpoint{request: request, Client: &http.Client{
		Transport:     newTransport(config.Connect),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Of HTTP/1, which has a connection for each request.
const (
	// maxIdle is how many connections are kept that have no request at the moment. With fewer than there are requests at a
	// busy time, most new ones would begin with a handshake. They are never more than there were requests.
	maxIdle = 4096
	// The transport's buffers, which it keeps as long as the connection: room for several events of a stream, and for a
	// request's header. A prompt does not pass through them.
	readBuffer, writeBuffer = 2 << 10, 1 << 10
	maxHeaders              = 64 << 10
)

func newTransport(connect time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if tcp, ok := conn.(*net.TCPConn); ok {
				return wholeBodies{tcp}, nil
			}
			return conn, err
		},
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

// Post sends a request and gives the response, which is one of status 200 and has to be closed. Other responses are an
// *Error, and other errors are the transport's, without the address.
func (e *Endpoint) Post(ctx context.Context, body []byte) (*http.Response, error) {
	response, err := e.send(ctx, body)
	if errors.Is(err, net.ErrClosed) && ctx.Err() == nil {
		// The service closed an idle connection just as the request was being written to it. The transport sends again what
		// it finds out while reading, but not this.
		response, err = e.send(ctx, body)
	}
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		return nil, refusal(response)
	}
	return response, nil
}

func (e *Endpoint) send(ctx context.Context, body []byte) (*http.Response, error) {
	request := e.request.WithContext(ctx)
	var kept keptBody
	kept.attach(request, body)
	defer kept.drop()
	return e.Client.Do(request)
}

// answers are buffers for whole answers: one with an embedding has 8 KB, and each visitor's question takes one.
var answers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxSpare is what a buffer may hold to be used again.
const maxSpare = 64 << 10

// Ask sends a request as JSON and has the whole answer read, cut off after most bytes. The answer's bytes are read's until it returns.
func (e *Endpoint) Ask(ctx context.Context, request any, most int64, read func(answer *bytes.Buffer) error) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	response, err := e.Post(ctx, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := answers.Get().(*bytes.Buffer)
	answer.Reset()
	if size := response.ContentLength; size > 0 && size <= most {
		answer.Grow(int(size) + bytes.MinRead) // so much that the end is found without growing
	}
	if _, err := answer.ReadFrom(io.LimitReader(response.Body, most)); err != nil {
		return err
	}
	if err := read(answer); err != nil {
		return err // a decoder's error may quote what it read: the buffer is not used again
	}
	if answer.Cap() <= maxSpare {
		answers.Put(answer)
	}
	return nil
}

// Close lets go of idle connections. Requests that run are not touched, and others can be sent.
func (e *Endpoint) Close() { e.Client.CloseIdleConnections() }
