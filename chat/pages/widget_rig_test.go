package pages_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static/web"
)

// widgetServer serves widgets and, in place of the chat, whatever the test says.
type widgetServer struct {
	*server
	widget   *pages.Widget
	attempts *tally

	mu    sync.Mutex
	asked []string           // paths that were asked for
	ahead time.Duration      // of the real clock
	held  chan chan struct{} // not nil: gets what lets go on who asks whether a page may show the chat
}

// serveWidget starts a server for churches.
func serveWidget(t *testing.T, churches ...*church.Snapshot) *widgetServer {
	t.Helper()
	s := &widgetServer{attempts: &tally{}, server: &server{
		t: t, exchanges: make(chan *exchange), stops: make(chan stop, 10), opinions: make(chan opinion, 10), forgotten: make(chan string, 10),
	}}
	edge, views, assets := newEdge(t)
	router := chi.NewRouter()
	started := newOrigin(router)
	s.url = "http://" + started.Listener.Addr().String()
	var err error
	s.widget, err = pages.NewWidget(pages.WidgetParts{
		Lookup: lookupIn(churches), ByID: byIDIn(churches), Pages: views, Edge: edge, Assets: assets, BaseURL: s.url,
		Key: bytes.Repeat([]byte{1}, 32), Attempts: s.attempts, Registerer: prometheus.NewRegistry(),
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: s.clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	router.Use(s.noteRequest, edge.Observe, web.SecurityHeaders)
	router.NotFound(edge.Handle(web.NotFound))
	router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	s.widget.Routes(router)
	s.chat(router.With(s.widget.Guard), edge)
	pages.NewHandler(partsOf(lookupIn(churches), views, edge)).Routes(router)
	started.Start()
	t.Cleanup(func() {
		s.live.end()
		started.CloseClientConnections()
		started.Close()
	})
	return s
}

// clock is the server's, which a test may put forward.
func (s *widgetServer) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.ahead)
}

// forward puts the server's clock forward.
func (s *widgetServer) forward(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += by
}

func (s *widgetServer) noteRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		held := s.held
		s.mu.Unlock()
		if held != nil && strings.HasSuffix(r.URL.Path, "/site.js") {
			release := make(chan struct{})
			held <- release
			<-release
		}
		next.ServeHTTP(w, r)
	})
}

// askedFor are the paths that were asked for so far, sorted.
func (s *widgetServer) askedFor() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.asked))
}

// hostSite is somebody else's site. In its pages BASE stands for the address of the service.
type hostSite struct {
	url    string
	mu     sync.Mutex
	bodies map[string]string
	policy string
	// isolated: the pages load nothing from other origins that does not agree to it.
	isolated bool
}

// hostFor starts a site with one page, and lists it with the church.
func hostFor(t *testing.T, s *widgetServer, snapshot *church.Snapshot, html string) *hostSite {
	t.Helper()
	h := &hostSite{bodies: map[string]string{"/": html}}
	started := newOrigin(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		body, policy, isolated := h.bodies[r.URL.Path], h.policy, h.isolated
		h.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if policy != "" {
			w.Header().Set("Content-Security-Policy", strings.ReplaceAll(policy, "BASE", s.url))
		}
		if isolated {
			w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
			w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		}
		_, _ = io.WriteString(w, strings.ReplaceAll(body, "BASE", s.url))
	}))
	started.Start()
	t.Cleanup(started.Close)
	h.url = started.URL
	if snapshot != nil {
		snapshot.WidgetOrigins = append(snapshot.WidgetOrigins, h.url)
	}
	return h
}

// snippet is what a site copies.
const snippet = `<script src="BASE/widget.js" data-church="grace-harbor" async></script>`

// plainPage is a page of a church's site.
func plainPage(snippet string) string {
	return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Grace Harbor</title>
<link rel="icon" href="data:,"><style>body{margin:0;font:18px/1.6 Georgia,serif;background:#fff;color:#222}main{max-width:46rem;margin:0 auto;padding:2rem 1rem}
h1{color:#274060;font-size:2.4rem;line-height:1.2}a{color:#274060}</style></head><body><main><h1>Grace Harbor Church</h1>
<p>We meet on Sundays at 9:00 and 11:00 on Breakwater Lane. Everybody is welcome: come as you are.</p>
<p><a id="before" href="#a">Sermons</a> and <a href="#b">groups</a>. On Wednesdays there is supper for everyone in the hall, and afterwards a short evening prayer.</p>
<p>Our food pantry is open on Thursdays from four to six. Nobody is asked why they come.</p></main>` + snippet + `</body></html>`
}

// watchShadows lets tests look into closed shadow trees, which pages cannot.
const watchShadows = `{
	const attach = Element.prototype.attachShadow;
	const roots = new WeakMap();
	Object.defineProperty(window, "shadowOf", { value: (n = 0) => roots.get(document.querySelectorAll("narthex-widget")[n]) });
	Element.prototype.attachShadow = function (options) { const root = attach.call(this, options); roots.set(this, root); return root; };
}`

// visitHost opens a page of a site and waits for the button.
func visitHost(t *testing.T, h *hostSite, size viewport) *tab {
	t.Helper()
	p := newTab(t, size)
	p.beforeScripts(watchShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`shadowOf().querySelector(".button")`)
	return p
}

// frameEval runs an expression in the panel.
func frameEval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var value T
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		frame, err := panelFrame(ctx)
		if err != nil {
			return err
		}
		world, err := chromedp.Call(ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame})
		if err != nil {
			return err
		}
		yes := true
		result, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
			Expression: expression, ContextID: world.ExecutionContextID, ReturnByValue: &yes, AwaitPromise: &yes,
		})
		if err != nil {
			return err
		}
		if result.ExceptionDetails != nil {
			return fmt.Errorf("%s: %s", expression, result.ExceptionDetails.Text)
		}
		return json.Unmarshal(result.Result.Value, &value)
	}))
	if err != nil {
		p.t.Fatalf("in the panel: %v", err)
	}
	return value
}

// panelFrame finds the panel among the page's frames.
func panelFrame(ctx context.Context) (cdp.FrameID, error) {
	tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return "", err
	}
	for _, child := range tree.FrameTree.ChildFrames {
		if strings.Contains(child.Frame.URL, "/widget/") {
			return child.Frame.ID, nil
		}
	}
	return "", fmt.Errorf("there is no panel")
}

// waitFrame waits until an expression is true in the panel.
func (p *tab) waitFrame(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(patience / 2)
	for !frameEval[bool](p, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			p.shootFailure(strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.Fatalf("never became true in the panel: %s\n%s", expression, frameEval[string](p, `document.body.innerText`))
		}
		time.Sleep(10 * time.Millisecond) // another frame's script, which no promise here can wait for
	}
}

// waitPanel waits until the panel is up and ready for use.
func (p *tab) waitPanel() {
	p.t.Helper()
	p.wait(`shadowOf().querySelector(".panel.up iframe")`)
	p.waitFrame(`document.querySelector("[data-chat][data-ready]")`)
}

// center is the middle of an element of the widget.
func (p *tab) center(selector string) (x, y float64) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => { const b = shadowOf().querySelector(%s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, quote(selector)))
	return at[0], at[1]
}

// pressWidget clicks on an element of the widget, wherever that is.
func (p *tab) pressWidget(selector string) {
	p.t.Helper()
	x, y := p.center(selector)
	p.do(chromedp.MouseClickXY(x, y))
}
