package pages

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/static/web"
)

// Widget serves the chat to other sites: one line of HTML on a page there,
//
//	<script src="{base_url}/widget.js" data-church="<slug>" async></script>
//
// puts a button on it, and the button opens the conversation in place.
//
// It is in two parts. The loader (static/assets/widget/loader.classic.js) runs on the site's page. It is a custom element
// with a closed shadow tree and does no more than must happen there: the button, where it stands, opening and closing,
// focus. The panel (panel.js, widget.html) is a page of ours in an iframe. It could have been in the shadow tree too, and
// is not, because a shadow tree keeps out a page's style sheets but neither its scripts nor its content security policy:
// what visitors confide would lie open to every script of a site we know nothing of (advertising and analytics among
// them), Markdown from a model would be rendered under a policy that is not ours, the site would have to allow our
// connections, and our styles and modules would meet patched prototypes. In the iframe nothing of the page reaches the
// conversation but what the loader hands over, our own policy holds, and the site has to allow one host, for two things:
//
//	Content-Security-Policy: script-src {base_url}; frame-src {base_url}
//
// Styles need no permission (the loader's are constructed, not inline), connections are the panel's. Where frames are
// forbidden, the button leads to the chat page in a tab of its own. There are no cookies; the loader keeps in the page's
// session storage whether the panel is open, and that alone.
//
// Which sites may show a church's chat is enforced in four places, the first that matters to a copied snippet being the
// first: (1) before it shows anything the loader imports /widget/{slug}/site.js, across origins, so that browsers name the
// origin and we answer to listed ones only; with the answer comes a visitor token (see visitorTokens); (2) the panel's
// page needs that token; (3) its frame-ancestors names the token's origin and no other; (4) Guard keeps pages of other
// origins from the chat's endpoints, and ends panels whose site was taken off the list meanwhile. Refused sites are
// counted for the church's admins.
type Widget struct {
	lookup   Lookup
	byID     func(context.Context, uuid.UUID) (*church.Snapshot, error)
	pages    *web.Pages
	edge     *web.Edge
	assets   *web.Assets
	own      string // our origin
	patterns []string
	styles   map[string]*web.File // by theme
	tokens   *visitorTokens
	attempts *attempts
	refused  *prometheus.CounterVec
	now      func() time.Time
}

// WidgetParts are what a Widget works with.
type WidgetParts struct {
	Lookup     Lookup
	ByID       func(context.Context, uuid.UUID) (*church.Snapshot, error) // church.Store.ByID is one
	Pages      *web.Pages
	Edge       *web.Edge
	Assets     *web.Assets
	BaseURL    string   // the service's address
	Key        []byte   // signs visitor tokens: at least 32 random bytes, the same on all nodes
	Origins    []string // sites that may call the chat itself, as host or scheme://host, with * for any part of it
	Attempts   AttemptStore
	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Now        func() time.Time // time.Now by default
}

// NewWidget returns a widget. Run must be running for attempts to be counted.
func NewWidget(parts WidgetParts) (*Widget, error) {
	base, err := url.Parse(parts.BaseURL)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("the base URL %q is no address", parts.BaseURL)
	}
	for _, pattern := range parts.Origins {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return nil, fmt.Errorf("allowed origin %q is no pattern of a host", pattern)
		}
	}
	if parts.Now == nil {
		parts.Now = time.Now
	}
	tokens, err := newVisitorTokens(parts.Key, parts.Now)
	if err != nil {
		return nil, err
	}
	styles, err := makeStyles(parts.Assets)
	if err != nil {
		return nil, err
	}
	refused := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "narthex_widget_refused_total",
		Help: "Requests refused because of the site that they came from, by what was wrong: origin (the site may not show the chat), token (the panel's token), api (a foreign page called the chat itself).",
	}, []string{"reason"})
	if parts.Registerer != nil {
		parts.Registerer.MustRegister(refused)
	}
	for _, reason := range []string{refusedOrigin, refusedToken, refusedAPI} {
		refused.WithLabelValues(reason)
	}
	return &Widget{
		lookup: parts.Lookup, byID: parts.ByID, pages: parts.Pages, edge: parts.Edge, assets: parts.Assets,
		own: strings.ToLower(base.Scheme + "://" + base.Host), patterns: parts.Origins,
		styles: styles, tokens: tokens, attempts: newAttempts(parts.Attempts, parts.Logger), refused: refused, now: parts.Now,
	}, nil
}

// Why a request was refused.
const (
	refusedOrigin = "origin"
	refusedToken  = "token"
	refusedAPI    = "api"
)

// siteProblem refuses a request because of the site that it comes from.
type siteProblem struct{ code, public string }

func (p *siteProblem) Error() string  { return p.code }
func (p *siteProblem) Kind() string   { return "forbidden" }
func (p *siteProblem) Code() string   { return p.code }
func (p *siteProblem) Public() string { return p.public }

var (
	errSiteNotAllowed = &siteProblem{"origin_not_allowed", "The chat is not open to pages of this site."}
	errVisitorToken   = &siteProblem{"visitor_token_invalid", "The chat was open for too long, or is not open to pages of this site any more."}
)

// Run counts attempts until ctx ends.
func (g *Widget) Run(ctx context.Context) error { return g.attempts.run(ctx) }

// loaderFile is the loader among the assets.
const loaderFile = "widget/loader.classic.js"

// loader is GET /widget.js. Its address stands in other people's pages and never changes, so it is kept for an hour and
// then asked about, while what is there is still used.
func (g *Widget) loader(w http.ResponseWriter, r *http.Request) error {
	file, err := g.assets.File(loaderFile)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*") // for pages that load it with the attribute crossorigin
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	return file.Serve(w, r, "public, max-age=3600, stale-while-revalidate=86400")
}

// find looks up a church that visitors can chat with; nil when there is one, but not for a chat now.
func (g *Widget) find(r *http.Request) (*church.Snapshot, error) {
	slug := chi.URLParam(r, "slug")
	snapshot, err := g.lookup(r.Context(), slug)
	switch {
	case errors.Is(err, church.ErrNotFound):
		return nil, web.ErrNotFound
	case errors.Is(err, church.ErrNotSubscribed):
		return nil, nil
	}
	return snapshot, lookupError(slug, err)
}

// mayEmbed reports whether pages of an origin may show a church's chat. Our own may show any.
func (g *Widget) mayEmbed(snapshot *church.Snapshot, origin string) bool {
	return origin == g.own || snapshot.MayEmbed(origin)
}

// refuseSite counts an attempt of a site.
func (g *Widget) refuseSite(snapshot *church.Snapshot, origin, reason string) {
	g.refused.WithLabelValues(reason).Inc()
	g.attempts.note(snapshot.ID, origin)
}
