package webtest

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Unread asks for a page of which nothing is read but the first line of the answer, which it returns. The kernel takes only a few KB for
// who does not read.
func Unread(t testing.TB, handler http.Handler, path string, session *http.Cookie) (status string) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if err := conn.(*net.TCPConn).SetWriteBuffer(4 << 10); err != nil {
			t.Error(err)
		}
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	dialer := &net.Dialer{Timeout: time.Minute}
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	for _, err := range []error{conn.(*net.TCPConn).SetReadBuffer(4 << 10), conn.SetDeadline(time.Now().Add(time.Minute))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nCookie: %s=%s\r\n\r\n", path, session.Name, session.Value); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReaderSize(conn, 16).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}
