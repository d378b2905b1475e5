package websocket

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"narthex/chat"
)

func TestHandshakes(t *testing.T) {
	turns := &playedTurns{}
	_, open := socketsUnderTest(t, turns, Config{Origins: []string{"https://*.example.org", "chapel.example"}})
	server := httptest.NewServer(open)
	defer server.Close()
	_, anyOrigin := socketsUnderTest(t, turns, Config{})
	everybody := httptest.NewServer(anyOrigin)
	defer everybody.Close()
	for name, test := range map[string]struct {
		server       *httptest.Server
		origin       string
		protocols    []string
		status       int
		code, spoken string
	}{
		"ours among others":           {everybody, "", []string{"graphql-ws", "narthex.v1"}, 101, "", "narthex.v1"},
		"no sub-protocol":             {everybody, "", nil, 101, "", ""},
		"only others":                 {everybody, "", []string{"graphql-ws", "narthex.v2"}, 400, "unknown_subprotocol", ""},
		"any page":                    {everybody, "https://elsewhere.example", []string{"narthex.v1"}, 101, "", "narthex.v1"},
		"a sandboxed page":            {everybody, "null", []string{"narthex.v1"}, 101, "", "narthex.v1"},
		"no browser":                  {server, "", nil, 101, "", ""},
		"our own page":                {server, server.URL, nil, 101, "", ""},
		"an allowed page":             {server, "https://www.example.org", nil, 101, "", ""},
		"an allowed host":             {server, "http://Chapel.example", nil, 101, "", ""},
		"the wrong scheme":            {server, "http://www.example.org", nil, 403, "origin_not_allowed", ""},
		"a stranger's page":           {server, "https://elsewhere.example", nil, 403, "origin_not_allowed", ""},
		"a page that looks like ours": {server, "https://chapel.example.evil.example", nil, 403, "origin_not_allowed", ""},
		"a sandboxed stranger":        {server, "null", nil, 403, "origin_not_allowed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			options := &websocket.DialOptions{Subprotocols: test.protocols, HTTPHeader: http.Header{}}
			if test.origin != "" {
				options.HTTPHeader.Set("Origin", test.origin)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			conn, res, err := websocket.Dial(ctx, test.server.URL, options)
			if res == nil || res.StatusCode != test.status {
				t.Fatalf("%v, %v", res, err)
			}
			if test.status != http.StatusSwitchingProtocols {
				body := make([]byte, 1000)
				n, _ := res.Body.Read(body)
				if !strings.Contains(string(body[:n]), `"code":"`+test.code+`"`) || res.Header.Get("Content-Type") != "application/problem+json" {
					t.Errorf("%s", body[:n])
				}
				return
			}
			if conn.Subprotocol() != test.spoken {
				t.Errorf("speaks %q", conn.Subprotocol())
			}
			if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWhoIsNoWebSocketIsTold(t *testing.T) {
	_, open := socketsUnderTest(t, &playedTurns{}, Config{})
	recorder := httptest.NewRecorder()
	open(recorder, httptest.NewRequest(http.MethodGet, "/api/chatbot/ws", nil))
	if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), "websocket_expected") {
		t.Errorf("%d %s", recorder.Code, recorder.Body)
	}
}

func TestOnlySoManySocketsAreOpen(t *testing.T) {
	rig, open := socketsUnderTest(t, &playedTurns{}, Config{MaxOpen: 1})
	server := httptest.NewServer(open)
	defer server.Close()
	first := dialTCP(t, server).listen()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, res, err := websocket.Dial(ctx, server.URL, nil)
	if err == nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%v, %v", res, err)
	}
	first.expectOpen()
	close(rig.shutdown)
	first.expectEnd(1001)
	_, res, err = websocket.Dial(ctx, server.URL, nil)
	if err == nil || res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("%v, %v", res, err)
	}
}

func TestOriginPatternsAreChecked(t *testing.T) {
	for _, bad := range []string{"[", ""} {
		if _, err := New(nil, nil, Config{Origins: []string{bad}}); err == nil {
			t.Errorf("took %q", bad)
		}
	}
}

func TestFramesSentWithTheHandshakeAreRead(t *testing.T) {
	turns := &playedTurns{}
	_, open := socketsUnderTest(t, turns, Config{})
	server := httptest.NewServer(open)
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	v := newVisitor(t, conn)
	v.raw(append([]byte("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: bm90IHNvIHJhbmRvbSBrZQ==\r\n\r\n"), append(encoded(final|textual, []byte(`{"type":"ping"}`)), encoded(final|textual, []byte(`{"type":"ping"}`))...)...))
	v.lines = readHandshake(t, conn)
	v.listen()
	for range 2 {
		if heard := v.hear(); heard.Event != "pong" {
			t.Errorf("got %+v", heard)
		}
	}
}

func TestOneAddressHasOnlySoManySockets(t *testing.T) {
	rig, _ := socketsUnderTest(t, &playedTurns{}, Config{MaxOpen: 8})
	enter := func(address string, want error) {
		t.Helper()
		if err := rig.enter(address); err != want { //nolint:errorlint // the very problem
			t.Errorf("%s: %v", address, err)
		}
	}
	enter("203.0.113.7", nil)
	enter("203.0.113.7", nil)
	enter("203.0.113.7", chat.ErrBusy) // a quarter
	enter("203.0.113.8", nil)
	rig.leave("203.0.113.7")
	enter("203.0.113.7", nil)
	for _, address := range []string{"203.0.113.7", "203.0.113.7", "203.0.113.8"} {
		rig.leave(address)
	}
	if len(rig.from) != 0 {
		t.Errorf("%v are still counted", rig.from)
	}
}
