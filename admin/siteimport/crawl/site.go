package crawl

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// longestAddress is how long an address may be, in bytes.
const longestAddress = 1000

// Site is a website: all hosts under one registrable name.
type Site struct {
	Home *url.URL // where somebody said that it is
	name string   // registrable: example.org, or what is one level below a host of many sites
}

// NewSite is the website at an address as somebody writes it, also without a scheme. It fails with a *Refusal.
func (f *Fetcher) NewSite(written string) (Site, error) {
	written = strings.TrimSpace(written)
	if !strings.Contains(written, "://") {
		written = "https://" + written
	}
	home, err := url.Parse(written)
	if err != nil || len(written) > longestAddress || !f.fetchable(home) {
		return Site{}, &Refusal{Reason: Unreadable, URL: written}
	}
	tidy(home)
	name := registrable(home.Hostname())
	if name == "" {
		return Site{}, &Refusal{Reason: Unreadable, URL: written}
	}
	return Site{Home: home, name: name}, nil
}

// Has reports whether an address is on the site.
func (s Site) Has(address *url.URL) bool {
	return registrable(strings.ToLower(strings.TrimSuffix(address.Hostname(), "."))) == s.name
}

// registrable is the name under which somebody has registered a host, empty for what nobody can register: an address of a machine in
// whatever notation, localhost, a name that is known in a house alone.
func registrable(host string) string {
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		return ""
	}
	suffix, icann := publicsuffix.PublicSuffix(ascii)
	if !icann && !strings.Contains(suffix, ".") {
		return "" // nobody manages such names
	}
	name, err := publicsuffix.EffectiveTLDPlusOne(ascii)
	if err != nil {
		return ""
	}
	return name
}

// fetchable reports whether an address may be asked for at all, whosever it is.
func (f *Fetcher) fetchable(address *url.URL) bool {
	if address.Scheme != "http" && address.Scheme != "https" || address.User != nil || address.Opaque != "" || len(address.String()) > longestAddress {
		return false
	}
	if address.Port() == "" {
		return true
	}
	port, err := strconv.ParseUint(address.Port(), 10, 16)
	return err == nil && (usualPort(uint16(port)) || slices.ContainsFunc(f.config.Allowed, func(a netip.AddrPort) bool { return uint64(a.Port()) == port }))
}

// tidy writes an address as it is asked for: without what is the reader's own.
func tidy(address *url.URL) {
	address.Host = strings.ToLower(address.Host)
	address.Fragment, address.RawFragment = "", ""
	if address.Path == "" {
		address.Path = "/"
	}
	asked := address.Query()
	for name := range asked {
		if strings.HasPrefix(name, "utm_") || name == "fbclid" || name == "gclid" {
			asked.Del(name)
		}
	}
	address.RawQuery = asked.Encode()
}

// Key is the same for addresses at which the same page is expected.
func Key(address *url.URL) string {
	path := strings.TrimSuffix(strings.ToLower(address.EscapedPath()), "/")
	for _, index := range []string{"/index.html", "/index.htm", "/index.php", "/home"} {
		path = strings.TrimSuffix(path, index)
	}
	key := strings.TrimPrefix(strings.ToLower(address.Host), "www.") + path
	if address.RawQuery != "" {
		key += "?" + address.RawQuery
	}
	return key
}
