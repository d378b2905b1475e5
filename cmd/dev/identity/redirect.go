package identity

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/gobwas/glob"
)

// redirects says where browsers and links may lead. The library is the provider's own choice, so that patterns mean here what they
// mean there: * stands for anything but a full stop or a slash, ** for anything, ? for one character, and everything else for itself,
// parameters included.
type redirects struct {
	site    *url.URL
	siteURL string
	allowed []glob.Glob
}

func newRedirects(siteURL string, patterns []string) (redirects, error) {
	site, err := url.Parse(siteURL)
	if err != nil || site.Host == "" {
		return redirects{}, fmt.Errorf("the site's address %q is none", siteURL)
	}
	made := redirects{site: site, siteURL: siteURL}
	for _, pattern := range patterns {
		compiled, err := glob.Compile(pattern, '.', '/')
		if err != nil {
			return redirects{}, fmt.Errorf("the pattern %q: %w", pattern, err)
		}
		made.allowed = append(made.allowed, compiled)
	}
	return made, nil
}

// of is where a request asks to be led: if that is allowed to it, else where its page is, else, and silently, the site.
func (d redirects) of(r *http.Request) string {
	asked := r.Header.Get("redirect_to")
	if asked == "" {
		asked = r.URL.Query().Get("redirect_to")
	}
	for _, candidate := range []string{asked, r.Referer()} {
		if d.allows(candidate) {
			return candidate
		}
	}
	return d.siteURL
}

var (
	decimalHost = regexp.MustCompile(`^[0-9]+$`)
	regularHost = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)
)

func (d redirects) allows(address string) bool {
	to, err := url.Parse(address)
	if err != nil || address == "" {
		return false
	}
	host := to.Hostname()
	loopback := host == "localhost" || net.ParseIP(host).IsLoopback()
	if host == d.site.Hostname() && to.Scheme == d.site.Scheme && (to.Port() == d.site.Port() || loopback) {
		return true
	}
	if decimalHost.MatchString(host) {
		return false
	}
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	if (to.Scheme == "http" || to.Scheme == "https") && !regularHost.MatchString(host) {
		return false
	}
	plain, _, _ := strings.Cut(address, "#")
	for _, pattern := range d.allowed {
		if pattern.Match(plain) {
			return true
		}
	}
	return false
}
