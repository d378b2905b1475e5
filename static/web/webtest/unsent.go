package webtest

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Unsent begins to send a form with a file to a server, and sends none of it until the test ends. It returns the first line that the server
// says to that: that it is to go on, as soon as it reads, or what becomes of it.
func Unsent(t testing.TB, server, path string, session *http.Cookie) (status string) {
	t.Helper()
	dialer := &net.Dialer{Timeout: time.Minute}
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(server, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nCookie: %s=%s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n",
		path, session.Name, session.Value)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}
