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
	_, domain, _ := strings.Cut(email, "@")
	own, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(strings.TrimSuffix(site.Hostname(), ".")))
	if err != nil {
		return false
	}
	of, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(domain))
	return err == nil && of == own && !anybodys[own]
}

// anybodys are domains on which anybody may have both an address and a page.
var anybodys = map[string]bool{
	"gmail.com": true, "google.com": true, "yahoo.com": true, "outlook.com": true, "hotmail.com": true, "live.com": true, "icloud.com": true,
	"aol.com": true, "facebook.com": true, "instagram.com": true, "youtube.com": true, "wixsite.com": true, "weebly.com": true,
	"wordpress.com": true, "blogspot.com": true, "proton.me": true, "protonmail.com": true, "gmx.com": true, "gmx.de": true, "web.de": true,
}
