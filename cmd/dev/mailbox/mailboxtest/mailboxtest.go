// Package mailboxtest serves a mailbox for a test.
package mailboxtest

import (
	"context"
	"net"
	"net/http"
	"testing"

	"narthex/cmd/dev/mailbox"
)

// Start serves a mailbox on loopback ports until the test ends. It gives the address at which the mailbox takes mail, as
// host and port, and the one of its page and of its SMS interface, as a URL.
func Start(t testing.TB, box *mailbox.Mailbox) (smtp, web string) {
	t.Helper()
	return serve(t, box.ServeSMTP), "http://" + serve(t, box.ServeHTTP)
}

func serve(t testing.TB, run func(context.Context, net.Listener) error) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		http.DefaultClient.CloseIdleConnections()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}
