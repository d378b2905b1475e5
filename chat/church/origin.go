package church

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// ErrInvalidOrigin means that a text names no site, or more of them than one church can have.
var ErrInvalidOrigin = errors.New("write the site's address, such as https://www.example.org, or https://*.example.org for all sites below example.org")

// maxOrigin is the length of an origin in bytes: the longest host name, its scheme and its port.
const maxOrigin = 255

// ParseOrigin reads the address of a site as people write it (a page of the site does, too; without a scheme it is https)
// and returns the site's origin as browsers write it: scheme, host in ASCII, and the port where it is not the usual one.
// The host may begin with "*.", which stands for one label or more below a name that one owner has: not below com or co.uk.
func ParseOrigin(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 4*maxOrigin {
		return "", ErrInvalidOrigin
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	site, err := url.Parse(text)
	if err != nil || site.User != nil || site.Scheme != "https" && site.Scheme != "http" {
		return "", ErrInvalidOrigin
	}
	host, err := originHost(site.Hostname())
	if err != nil {
		return "", err
	}
	origin := site.Scheme + "://" + host
	if port := site.Port(); port != "" && port != usualPort[site.Scheme] {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return "", ErrInvalidOrigin
		}
		origin += ":" + port
	}
	if len(origin) > maxOrigin {
		return "", ErrInvalidOrigin
	}
	return origin, nil
}

var usualPort = map[string]string{"https": "443", "http": "80"}

// hostNames turns names into ASCII as browsers do, and holds them to what the domain name system can hold.
var hostNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

// originHost is a host in ASCII. Names without a dot are machines of somebody's own network; only this one is taken.
func originHost(host string) (string, error) {
	rest, below := strings.CutPrefix(host, "*.")
	ascii, err := hostNames.ToASCII(strings.TrimSuffix(rest, "."))
	if again, againErr := hostNames.ToASCII(ascii); againErr != nil || again != ascii || strings.HasSuffix(ascii, ".") {
		return "", ErrInvalidOrigin // nothing that a browser would write
	}
	if err != nil || ascii == "" || strings.ContainsAny(ascii, ":_*%") {
		return "", ErrInvalidOrigin
	}
	switch {
	case below:
		if _, err := publicsuffix.EffectiveTLDPlusOne(ascii); err != nil || net.ParseIP(ascii) != nil {
			return "", ErrInvalidOrigin
		}
		return "*." + ascii, nil
	case !strings.Contains(ascii, ".") && ascii != "localhost":
		return "", ErrInvalidOrigin
	}
	return ascii, nil
}

// MayEmbed reports whether the pages of an origin, as browsers write it, may show the church's chat: those that the church
// has listed, and those of its website. A list adds to the website and does not take its place: nobody who adds a second
// site means to lose the first.
func (s *Snapshot) MayEmbed(origin string) bool {
	// What is no origin must not pass, however it ends: it is going to stand in a header.
	if parsed, err := ParseOrigin(origin); err != nil || parsed != origin || strings.Contains(origin, "*") {
		return false
	}
	for _, listed := range s.WidgetOrigins {
		if sameSite(listed, origin) {
			return true
		}
	}
	for _, own := range websiteOrigins(s.Website) {
		if own == origin {
			return true
		}
	}
	return false
}

// sameSite reports whether an origin is the listed one, or below it if that begins with a star.
func sameSite(listed, origin string) bool {
	before, after, below := strings.Cut(listed, "*")
	if !below {
		return listed == origin
	}
	return len(origin) >= len(listed) && strings.HasPrefix(origin, before) && strings.HasSuffix(origin, after)
}

// websiteOrigins are the origins of a church's website as the directory has it, with and without www. An address there
// is often older than the site's certificate, so https counts in any case, http only where it says so.
func websiteOrigins(website string) []string {
	origin, err := ParseOrigin(website)
	if err != nil || strings.Contains(origin, "*") {
		return nil
	}
	scheme, host, _ := strings.Cut(origin, "://")
	if sharedHosts[strings.TrimPrefix(host, "www.")] {
		return nil
	}
	twin := "www." + host
	if bare, ok := strings.CutPrefix(host, "www."); ok {
		twin = bare
	}
	origins := []string{"https://" + host, "https://" + twin}
	if scheme == "http" {
		origins = append(origins, "http://"+host, "http://"+twin)
	}
	return origins
}

// sharedHosts are where churches have a page among everybody else's: such a site is not the church's own.
var sharedHosts = map[string]bool{
	"facebook.com": true, "m.facebook.com": true, "instagram.com": true, "youtube.com": true, "x.com": true, "twitter.com": true,
	"linktr.ee": true, "sites.google.com": true, "linkedin.com": true, "tiktok.com": true, "subsplash.com": true, "meetup.com": true,
	"canva.site": true, "wixsite.com": true, "wordpress.com": true, "blogspot.com": true, "github.io": true,
}
