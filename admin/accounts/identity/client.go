package identity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config says where the provider is.
type Config struct {
	URL     string // of the service, for a hosted project with its /auth/v1
	AnonKey string // the project's public key; "" where the service stands alone
	// AddressHeader is the header in which the provider is told a visitor's address, so that its limits count visitors and not
	// this server; "" tells it nothing.
	AddressHeader string
	Registerer    prometheus.Registerer
}

// Client asks the provider. Make one with New; it may be shared.
type Client struct {
	base          *url.URL
	anonKey       string
	addressHeader string
	http          *http.Client
	asked         *prometheus.CounterVec
}

const (
	apiVersion    = "2024-01-01" // the first whose errors have codes
	callTimeout   = 8 * time.Second
	longestAnswer = 1 << 20
)

// New returns a client.
func New(c Config) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(c.URL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" {
		return nil, errors.New("IDENTITY_URL must be the address of the identity service, such as https://project.example/auth/v1")
	}
	client := &Client{
		base: base, anonKey: c.AnonKey, addressHeader: c.AddressHeader,
		http: &http.Client{
			Timeout: callTimeout,
			// A key or a token must not follow wherever somebody points.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		asked: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_identity_requests_total",
			Help: "Requests to the identity provider, by what was asked and the outcome: ok, refused (4xx), limited (429), failed (no answer, or 5xx).",
		}, []string{"call", "outcome"}),
	}
	return client, c.Registerer.Register(client.asked)
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// call is one request to the provider.
type call struct {
	name        string // as the metric and errors name it
	method      string
	path        string
	query       url.Values
	body        any    // sent as JSON; nil: nothing
	accessToken string // of the user who asks; "": nobody is signed in
	visitor     string // address on whose behalf it is asked
}

// do sends a call and reads its answer into out, unless that is nil. What the provider refuses is an *Error; that it did not
// answer, or answered with a fault of its own, is ErrUnavailable.
func (c *Client) do(ctx context.Context, asked call, out any) error {
	request, err := c.request(ctx, asked)
	if err != nil {
		return fmt.Errorf("identity: %s: %w", asked.name, err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.asked.WithLabelValues(asked.name, "failed").Inc()
		return fmt.Errorf("identity: %s: %w", asked.name, errors.Join(ErrUnavailable, err))
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		c.asked.WithLabelValues(asked.name, "failed").Inc()
		return fmt.Errorf("identity: %s: %w", asked.name, errors.Join(ErrUnavailable, err))
	}
	if err := refusal(asked.name, response, body); err != nil {
		c.asked.WithLabelValues(asked.name, outcome(err)).Inc()
		return err
	}
	if out != nil {
		if err := json.Unmarshal(body, out); err != nil {
			c.asked.WithLabelValues(asked.name, "failed").Inc()
			return fmt.Errorf("identity: %s: %w", asked.name, errors.Join(ErrUnavailable, err))
		}
	}
	c.asked.WithLabelValues(asked.name, "ok").Inc()
	return nil
}

func (c *Client) request(ctx context.Context, asked call) (*http.Request, error) {
	var body io.Reader
	if asked.body != nil {
		encoded, err := json.Marshal(asked.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(encoded)
	}
	at := c.base.JoinPath(asked.path)
	at.RawQuery = asked.query.Encode()
	request, err := http.NewRequestWithContext(ctx, asked.method, at.String(), body)
	if err != nil {
		return nil, err
	}
	header := request.Header
	header.Set("Accept", "application/json")
	header.Set("X-Supabase-Api-Version", apiVersion)
	if asked.body != nil {
		header.Set("Content-Type", "application/json")
	}
	if c.anonKey != "" {
		header.Set("Apikey", c.anonKey) // a publishable key is no token: it never goes into Authorization
	}
	if asked.accessToken != "" {
		header.Set("Authorization", "Bearer "+asked.accessToken)
	}
	if c.addressHeader != "" && asked.visitor != "" {
		header.Set(c.addressHeader, asked.visitor)
	}
	return request, nil
}
