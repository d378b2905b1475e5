package model

import (
	"bytes"
	"io"
	"net/http"
)

// SetTransport lets a test answer requests without a network, below everything this package does to a response.
func (c *Client) SetTransport(body func() []byte, contentType string) {
	c.service.client.Transport = roundTrip(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(bytes.NewReader(body())), Request: req}, nil
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
