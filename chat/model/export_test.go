package model

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
)

// SetRoundTrip lets a test answer requests without a network.
func (c *Client) SetRoundTrip(f func(*http.Request) (*http.Response, error)) {
	c.endpoint.Client.Transport = roundTrip(f)
}

// Trust lets a test serve HTTPS with a certificate of its own.
func (c *Client) Trust(roots *x509.CertPool) {
	c.endpoint.Client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: roots}
}

// SetTransport lets a test answer requests without a network, below everything this package does to a response.
func (c *Client) SetTransport(body func() []byte, contentType string) {
	c.SetRoundTrip(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(bytes.NewReader(body())), Request: req}, nil
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// ReadDelta decodes the last of the events of a stream and describes what it holds.
func ReadDelta(events ...[]byte) string {
	var d delta
	var err error
	for _, event := range events {
		err = d.read(event)
	}
	if err != nil {
		return "error " + err.Error()
	}
	said, calls, finish := d.pieces()
	text := fmt.Sprintf("text %q finish %q usage %+v", said, finish, d.usage())
	for _, part := range calls {
		text += fmt.Sprintf(" call %q %q %q", part.ID, part.Function.Name, part.Function.Arguments)
		if part.Index != nil {
			text += fmt.Sprint(int(*part.Index))
		}
	}
	return text
}
