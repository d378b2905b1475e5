package model_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"narthex/chat/model"
)

// secure is an upstream of HTTP/2 that answers with a first word and waits for its client to leave.
type secure struct {
	server *httptest.Server
	left   chan string // the protocol of a request whose client left
}

func newSecure(t testing.TB) *secure {
	t.Helper()
	up := &secure{left: make(chan string, 256)}
	up.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, firstWord)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		up.left <- r.Proto
	}))
	up.server.EnableHTTP2 = true
	up.server.StartTLS()
	t.Cleanup(up.server.Close)
	return up
}

func (up *secure) client(t testing.TB) *model.Client {
	t.Helper()
	client, err := model.New(model.Config{BaseURL: up.server.URL + "/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	client.Trust(up.server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs)
	t.Cleanup(client.Close)
	return client
}

func TestServiceThatOffersHTTP2IsAskedSoAndNoticesAStop(t *testing.T) {
	up := newSecure(t)
	client := up.client(t)
	stopsIn(t, func(ctx context.Context, stop func()) {
		for range client.Stream(ctx, question()) {
			stop()
		}
	}, func() {
		if protocol := <-up.left; protocol != "HTTP/2.0" {
			t.Fatal(protocol)
		}
	})
}
