package provision

import (
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// belongs reports whether an address is surely of a listed church: it is the listed one, or of the domain of its website. A domain
// at which anybody gets an address is nobody's website. Whoever writes the address need not read it.
func belongs(email, website, listed string) bool {
	if listed != "" && strings.EqualFold(listed, email) {
		return true
	}
	if website == "" {
		return false
	}
	text := website
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	site, err := url.Parse(text)
	if err != nil {
		return false
	}
	host := strings.TrimPrefix(strings.ToLower(strings.TrimSuffix(site.Hostname(), ".")), "www.")
	own, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil || anybodys[own] || strings.HasPrefix(site.Path, "/~") {
		return false
	}
	_, domain, _ := strings.Cut(strings.ToLower(email), "@")
	if host != own { // a page at somebody else's, a provider's or a diocese's, whose other addresses are not the church's
		return domain == host
	}
	of, err := publicsuffix.EffectiveTLDPlusOne(domain)
	return err == nil && of == own
}

// anybodys are domains on which anybody may have both an address and a page.
var anybodys = map[string]bool{
	"gmail.com": true, "google.com": true, "yahoo.com": true, "outlook.com": true, "hotmail.com": true, "live.com": true, "icloud.com": true,
	"aol.com": true, "facebook.com": true, "instagram.com": true, "youtube.com": true, "wixsite.com": true, "weebly.com": true,
	"wordpress.com": true, "blogspot.com": true, "proton.me": true, "protonmail.com": true, "gmx.com": true, "gmx.de": true, "web.de": true,
}
