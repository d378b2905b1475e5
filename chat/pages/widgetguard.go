package pages

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"narthex/static/web"
)

// How panels show their token: fetched requests in a header, WebSockets, which have none, in the address.
const (
	visitorHeader    = "X-Narthex-Visitor"
	visitorParameter = "visitor"
)

// Guard stands before the chat's endpoints. Requests that browsers send from pages of other origins are refused: the panel
// is a page of our own, so nobody needs them, and WebSockets would be open to every site otherwise (forms and fetches are
// not, as no answer of ours allows them to read it, but those of the operator's named sites). Requests without an origin come from programs and are as good as any;
// from our own pages they pass at the cost of one comparison.
//
// A request with a visitor token needs a good one, of a site that may still show the chat. One without passes: a page of
// our own is free to ask, and only the panel's script, which foreign pages cannot touch, knows that it is in a panel.
func (g *Widget) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.letRead(w, r)
		if err := g.admit(r); err != nil {
			g.edge.Handle(func(http.ResponseWriter, *http.Request) error { return err })(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (g *Widget) admit(r *http.Request) error {
	if origin := r.Header["Origin"]; len(origin) > 0 && origin[0] != g.own && !g.callable(origin[0], r.Host) {
		g.refused.WithLabelValues(refusedAPI).Inc()
		return errSiteNotAllowed
	}
	if token := shownToken(r); token != "" {
		return g.admitToken(r, token)
	}
	return nil
}

// callable reports whether pages of an origin other than our configured one may call the chat: those of the host that
// was asked, under whatever name it is reached, and those that the operator names.
func (g *Widget) callable(origin, host string) bool {
	site, err := url.Parse(strings.ToLower(origin))
	return err == nil && site.Host != "" && strings.EqualFold(site.Host, host) || g.named(origin)
}

// named reports whether an origin is of those that the operator names.
func (g *Widget) named(origin string) bool {
	site, err := url.Parse(strings.ToLower(origin))
	if err != nil || site.Host == "" {
		return false
	}
	for _, pattern := range g.patterns {
		candidate := site.Host
		if strings.Contains(pattern, "://") {
			candidate = site.Scheme + "://" + site.Host
		}
		if matched, err := path.Match(strings.ToLower(pattern), candidate); err == nil && matched {
			return true
		}
	}
	return false
}

func shownToken(r *http.Request) string {
	if token := r.Header.Get(visitorHeader); token != "" {
		return token
	}
	if strings.Contains(r.URL.RawQuery, visitorParameter+"=") {
		return r.URL.Query().Get(visitorParameter)
	}
	return ""
}

// admitToken checks a panel's token. Which church it asks is not known here; a token for another one would open nothing
// that is not open without.
func (g *Widget) admitToken(r *http.Request, shown string) error {
	token, err := g.tokens.check(shown)
	if err != nil {
		g.refused.WithLabelValues(refusedToken).Inc()
		return errVisitorToken
	}
	snapshot, err := g.byID(r.Context(), token.church)
	if err != nil { // the chat itself knows best what to say of a church that cannot be had
		return nil //nolint:nilerr // see above
	}
	if !g.mayEmbed(snapshot, token.origin) {
		g.refuseSite(snapshot, token.origin, refusedToken)
		return errVisitorToken
	}
	return nil
}

var _ web.Problem = errVisitorToken
