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
	c.service.client.Transport = roundTrip(f)
}

// Trust lets a test serve HTTPS with a certificate of its own.
func (c *Client) Trust(roots *x509.CertPool) {
	c.service.client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: roots}
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

// ReadDelta decodes an event, with the scan or without, and describes what it holds.
func ReadDelta(event []byte, scanning bool) string {
	var reader deltaReader
	read := reader.read
	if !scanning {
		reader.decoder = &deltaDecoder{}
		read = reader.decoder.read
	}
	d, err := read(event)
	if err != nil {
		return "error " + err.Error()
	}
	text := fmt.Sprintf("text %q finish %q usage %+v", d.text, d.finish, d.usage)
	for _, part := range d.calls {
		text += fmt.Sprintf(" call %q %q %q", part.id, part.name, part.arguments)
		if part.index != nil {
			text += fmt.Sprint(*part.index)
		}
	}
	return text
}

// DeltaReader gives what reads the events of one stream, with the scan or without.
func DeltaReader(scanning bool) func(event []byte) error {
	var reader deltaReader
	read := reader.read
	if !scanning {
		read = new(deltaDecoder).read
	}
	return func(event []byte) error { _, err := read(event); return err }
}

// Scans reports whether an event is read without the decoder.
func Scans(event []byte) bool {
	var reader deltaReader
	return reader.scan(event)
}
