package pages_test

import (
	"context"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/stack"
)

// TestMain ends the browser that the tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	shared.close()
	os.Exit(code)
}

// browser is one Chromium for all tests; each gets a tab, and with its own server an origin, of its own.
type browser struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

var shared browser

// origins are those of the servers so far.
var origins sync.Map

// newOrigin makes a server, to be started, at an address that none of this run has had. What the browser keeps of a page
// belongs to its origin, and the kernel may give an earlier server's port again.
func newOrigin(handler http.Handler) *httptest.Server {
	for {
		server := httptest.NewUnstartedServer(handler)
		if _, before := origins.LoadOrStore(server.Listener.Addr().String(), true); !before {
			return server
		}
		defer server.Listener.Close() // when another port is found
	}
}

// start starts the browser at its first call.
func (b *browser) start(t *testing.T) context.Context {
	t.Helper()
	path := stack.NeedChromium(t)
	b.once.Do(func() {
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), browsertest.Options(path)...)
		ctx, stopBrowser := chromedp.NewContext(allocator)
		b.ctx, b.cancel = ctx, func() { stopBrowser(); stopAllocator() }
		b.err = chromedp.Do(ctx) // the first run on this context owns the browser process
	})
	if b.err != nil {
		t.Fatalf("start the browser: %v", b.err)
	}
	return b.ctx
}

func (b *browser) close() {
	if b.cancel == nil {
		return
	}
	if err := chromedp.Cancel(b.ctx); err != nil {
		log.Printf("close the browser: %v", err)
	}
	b.cancel()
}
