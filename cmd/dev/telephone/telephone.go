package telephone

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Number is one that can be called.
type Number struct {
	Number string // E.164
	Name   string // whose it is
}

// Config says which Narthex is called.
type Config struct {
	Base    string // where it is reached
	Told    string // what it calls itself, which requests are signed for, if that is another address
	Token   string // the account's, which requests are signed with
	Numbers []Number
}

// Keys are those of a telephone.
func (Config) Keys() []string { return strings.Split("123456789*0#", "") }

// Telephone serves the page.
type Telephone struct {
	config Config
	ending context.Context
	end    context.CancelFunc
	calls  sync.WaitGroup
}

// New returns a telephone.
func New(config Config) *Telephone {
	ending, end := context.WithCancel(context.Background())
	return &Telephone{config: config, ending: ending, end: end}
}

//go:embed page
var files embed.FS

var page = template.Must(template.ParseFS(files, "page/index.html"))

// Handler serves the page and its calls.
func (t *Telephone) Handler() http.Handler {
	static, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // it is part of the program
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = page.Execute(w, t.config) // who would be told?
	})
	mux.Handle("GET /telephone.css", http.FileServerFS(static))
	mux.Handle("GET /telephone.js", http.FileServerFS(static))
	mux.HandleFunc("GET /call", t.open)
	return mux
}

// open holds a call for as long as the page's socket is open. Pages of other origins are refused by the handshake.
func (t *Telephone) open(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	t.calls.Add(1)
	defer t.calls.Done()
	ctx, cancel := context.WithCancel(t.ending)
	defer cancel()
	(&call{config: t.config, page: conn}).run(ctx)
	_ = conn.Close(websocket.StatusNormalClosure, "")
}

// Serve serves until ctx ends, and then ends all calls.
func (t *Telephone) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: t.Handler(), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(listener)
	t.Close()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Close ends all calls.
func (t *Telephone) Close() {
	t.end()
	t.calls.Wait()
}
