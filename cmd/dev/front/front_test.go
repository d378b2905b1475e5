package front_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// deadline bounds what a test waits for.
const deadline = time.Minute

// fakeNode serves visitors and operators as a node does.
type fakeNode struct {
	front.Node
	served  atomic.Int64
	unready atomic.Bool
	visitor *httptest.Server
}

func newNode(t *testing.T, name string, handler http.HandlerFunc) *fakeNode {
	t.Helper()
	n := &fakeNode{}
	n.visitor = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.served.Add(1)
		handler(w, r)
	}))
	t.Cleanup(n.visitor.Close)
	operator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" || n.unready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(operator.Close)
	n.Node = front.Node{Name: name, Address: n.visitor.Listener.Addr().String(), Metrics: operator.Listener.Addr().String()}
	return n
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }

// serve puts a front before the nodes that has looked at each of them.
func serve(t *testing.T, nodes ...*fakeNode) (url string, f *front.Front, stop func()) {
	t.Helper()
	var config front.Config
	for _, n := range nodes {
		config.Nodes = append(config.Nodes, n.Node)
	}
	config.Log = log.New(t.Output(), "front | ", 0)
	f = front.New(config)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, listener) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					t.Errorf("serve: %v", err)
				}
			case <-time.After(deadline):
				t.Error("the front does not end")
			}
		})
	}
	t.Cleanup(stop)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	f.Check(t.Context())
	return "http://" + listener.Addr().String(), f, stop
}

func do(t *testing.T, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, reader)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(content)
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func TestNodesTakeTurns(t *testing.T) {
	one, two, three := newNode(t, "1", hello), newNode(t, "2", hello), newNode(t, "3", hello)
	url, f, _ := serve(t, one, two, three)
	seen := map[string]int{}
	for range 30 {
		res, body := do(t, http.MethodGet, url, "")
		if body != "hello" {
			t.Fatalf("got %q", body)
		}
		seen[res.Header.Get(front.NodeHeader)]++
	}
	if seen["1"] != 10 || seen["2"] != 10 || seen["3"] != 10 {
		t.Errorf("got %v", seen)
	}
	for i, n := range f.Status() {
		if n.Requests != 10 || !n.Ready {
			t.Errorf("the front says %+v", n)
		}
		eventually(t, "the last answer counts as given", func() bool { return f.Status()[i].Open == 0 })
	}
}

func TestANodeThatIsNotReadyGetsNoRequests(t *testing.T) {
	one, two := newNode(t, "1", hello), newNode(t, "2", hello)
	one.unready.Store(true)
	url, f, _ := serve(t, one, two)
	for range 10 {
		do(t, http.MethodGet, url, "")
	}
	if one.served.Load() != 0 || two.served.Load() != 10 {
		t.Errorf("they served %d and %d", one.served.Load(), two.served.Load())
	}
	one.unready.Store(false)
	eventually(t, "the front has noticed by itself", func() bool { return f.Status()[0].Ready })
	for range 10 {
		do(t, http.MethodGet, url, "")
	}
	if one.served.Load() != 5 {
		t.Errorf("ready again, it served %d of 10", one.served.Load())
	}
}

func TestARefusedConnectionPassesTheRequestOn(t *testing.T) {
	bodies := make(chan string, 1)
	one, two := newNode(t, "1", hello), newNode(t, "2", func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
	})
	url, f, _ := serve(t, one, two)
	one.visitor.Close() // while its /readyz goes on saying that all is well
	large := strings.Repeat("x", 1<<20)
	for range 10 {
		res, _ := do(t, http.MethodPost, url, large)
		if res.StatusCode != http.StatusOK || res.Header.Get(front.NodeHeader) != "2" {
			t.Fatalf("got %s from node %q", res.Status, res.Header.Get(front.NodeHeader))
		}
		if got := <-bodies; got != large {
			t.Fatalf("the body arrived with %d bytes", len(got))
		}
		f.Check(t.Context()) // which brings the first back
	}
}

func TestWhatANodeMayHaveReadIsNotSentToAnother(t *testing.T) {
	leave := func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }
	one, two := newNode(t, "1", leave), newNode(t, "2", leave)
	url, _, _ := serve(t, one, two)
	res, body := do(t, http.MethodPost, url, "a message")
	if res.StatusCode != http.StatusBadGateway || !strings.Contains(body, `"code":"node_failed"`) {
		t.Errorf("got %s: %s", res.Status, body)
	}
	if served := one.served.Load() + two.served.Load(); served != 1 {
		t.Errorf("it was sent %d times", served)
	}
}

func TestWithoutAReadyNodeTheFrontSaysSo(t *testing.T) {
	one := newNode(t, "1", hello)
	one.unready.Store(true)
	url, _, _ := serve(t, one)
	res, body := do(t, http.MethodPost, url, "a message")
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" ||
		res.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, `"code":"no_node"`) {
		t.Errorf("got %s, %v: %s", res.Status, res.Header, body)
	}
	if one.served.Load() != 0 {
		t.Error("the node was asked all the same")
	}
}

func TestHeadersAreThoseOfAProxy(t *testing.T) {
	headers := make(chan *http.Request, 1)
	one := newNode(t, "1", func(w http.ResponseWriter, r *http.Request) {
		headers <- r
		w.Header().Set("Keep-Alive", "timeout=5")
	})
	url, _, _ := serve(t, one)
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		res, _ := do(t, method, url+"/a?b=c%2Fd", "", "X-Forwarded-For", "192.0.2.7", "Connection", "X-Hop", "X-Hop", "of the visitor")
		got := <-headers
		if got.Header.Get("X-Forwarded-For") != "192.0.2.7, 127.0.0.1" {
			t.Errorf("X-Forwarded-For is %q", got.Header.Get("X-Forwarded-For"))
		}
		if "http://"+got.Host != url || got.Header.Get("X-Forwarded-Host") != got.Host || got.URL.RequestURI() != "/a?b=c%2Fd" {
			t.Errorf("it asked %s for %s", got.Host, got.URL)
		}
		if got.Header.Get("X-Hop") != "" || got.Header.Get("Accept-Encoding") != "gzip" || res.Header.Get("Keep-Alive") != "" {
			t.Errorf("from the visitor %v, from the node %v", got.Header, res.Header)
		}
	}
}

// streaming answers with a line for each value of lines, and counts those who have gone.
func streaming(lines <-chan string, gone *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // net/http notices who leaves once the body is read
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			_ = http.NewResponseController(w).Flush()
			select {
			case line := <-lines:
				_, _ = io.WriteString(w, line)
			case <-r.Context().Done():
				gone.Add(1)
				return
			}
		}
	}
}

func TestEachTokenComesAtOnce(t *testing.T) {
	lines := make(chan string)
	var gone atomic.Int64
	one := newNode(t, "1", streaming(lines, &gone))
	url, f, _ := serve(t, one)
	ctx, leave := context.WithTimeout(t.Context(), deadline)
	defer leave()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/chatbot/stream", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req) // the header comes before any token
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	reader := bufio.NewReader(res.Body)
	for i := range 5 {
		lines <- fmt.Sprintf("token %d\n", i)
		if got, err := reader.ReadString('\n'); err != nil || got != fmt.Sprintf("token %d\n", i) {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	if s := f.Status()[0]; s.Open != 1 {
		t.Errorf("the front says %+v", s)
	}
	_, page := do(t, http.MethodGet, url+front.StatusPath, "")
	if !strings.Contains(page, "POST /api/chatbot/stream") || !strings.Contains(page, one.Address) {
		t.Errorf("the page says:\n%s", page)
	}
	leave()
	eventually(t, "the node knows that the visitor has left", func() bool { return gone.Load() == 1 })
	eventually(t, "the front has forgotten the request", func() bool { return f.Status()[0].Open == 0 })
	if s := f.Status()[0]; s.Cut != 0 {
		t.Errorf("a visitor who leaves counts as cut: %+v", s)
	}
}

func TestANodeThatBreaksOffCutsTheVisitor(t *testing.T) {
	one := newNode(t, "1", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half an ans")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	url, f, _ := serve(t, one)
	res, err := http.Post(url, "text/plain", strings.NewReader("a message"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); !errors.Is(err, io.ErrUnexpectedEOF) || string(body) != "half an ans" {
		t.Errorf("got %q, %v", body, err)
	}
	eventually(t, "the front has counted it", func() bool { return f.Status()[0].Cut == 1 })
}

// echo answers on a WebSocket until it is told to leave.
func echo(leave <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
		if err != nil {
			return
		}
		defer socket.CloseNow()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-leave:
				socket.CloseNow() // as when the process dies: no closing handshake
			case <-ctx.Done():
			}
		}()
		for {
			kind, message, err := socket.Read(ctx)
			if err != nil {
				return
			}
			if err := socket.Write(ctx, kind, message); err != nil {
				return
			}
		}
	}
}

func connect(ctx context.Context, t *testing.T, url string) *websocket.Conn {
	t.Helper()
	// The origin is the address that the visitor sees: the node must see the same.
	socket, res, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{"narthex.v1"}, HTTPHeader: http.Header{"Origin": {url}}})
	if err != nil {
		t.Fatal(err)
	}
	if socket.Subprotocol() != "narthex.v1" || res.Header.Get(front.NodeHeader) != "1" {
		t.Errorf("connected with %v", res.Header)
	}
	for i := range 3 {
		want := fmt.Sprint("message ", i)
		if err := socket.Write(ctx, websocket.MessageText, []byte(want)); err != nil {
			t.Fatal(err)
		}
		if _, got, err := socket.Read(ctx); err != nil || string(got) != want {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	return socket
}

func TestWebSocketsPass(t *testing.T) {
	leave := make(chan struct{})
	one := newNode(t, "1", echo(leave))
	url, f, stop := serve(t, one)
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()

	first := connect(ctx, t, url)
	_, page := do(t, http.MethodGet, url+front.StatusPath, "")
	if !strings.Contains(page, "GET / (WebSocket)") {
		t.Errorf("the page says:\n%s", page)
	}
	if err := first.Close(websocket.StatusNormalClosure, "done"); err != nil {
		t.Errorf("close: %v", err)
	}
	eventually(t, "the connection has ended", func() bool { return f.Status()[0].Open == 0 })

	second := connect(ctx, t, url)
	defer second.CloseNow()
	close(leave)
	if _, _, err := second.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("the node has died, and the visitor reads: %v", err)
	}
	eventually(t, "the connection has ended", func() bool { return f.Status()[0].Open == 0 })
	stop()
}

func TestTheEndCutsWhatIsOpen(t *testing.T) {
	var gone atomic.Int64
	streams, sockets := newNode(t, "2", streaming(nil, &gone)), newNode(t, "1", echo(nil))
	url, f, stop := serve(t, sockets, streams)
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	socket := connect(ctx, t, url)
	defer socket.CloseNow()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get(front.NodeHeader) != "2" {
		t.Fatalf("answered by %q", res.Header.Get(front.NodeHeader))
	}
	stop()
	if _, err := io.ReadAll(res.Body); err == nil || ctx.Err() != nil {
		t.Errorf("the stream ends with %v", err)
	}
	if _, _, err := socket.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("the socket ends with %v", err)
	}
	for _, s := range f.Status() {
		if s.Open != 0 {
			t.Errorf("the front says %+v", s)
		}
	}
}
