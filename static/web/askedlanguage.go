package web

import (
	"net/http"
	"net/url"
	"strings"
)

// longestTag is the longest language tag that RFC 5646 has one be prepared for.
const longestTag = 35

// Asked is the language that the address asks for (?lang=), else the visitor's browser, else the one whose code is fallback.
func (p *Pages) Asked(r *http.Request, fallback string) *Language {
	wanted := r.URL.Query().Get("lang")
	if wanted == "" || len(wanted) > longestTag {
		return p.Language(r, fallback)
	}
	asked := &http.Request{Header: http.Header{"Accept-Language": {wanted}}}
	return p.Language(asked, p.Language(r, fallback).Code).asked
}

// Chosen is the language's code if the address asks for one, "" where it is left to the visitor's browser, which asks each time.
func (l *Language) Chosen() string {
	if l.asked != l {
		return ""
	}
	return l.Code
}

// Link is how a page in the language leads on to a path of this site: whoever has chosen the language goes on in it, unless the path
// names one itself. In templates it is {{link}}, and {{chosen}} is for the forms that ask by GET, whose own fields replace the query.
func (l *Language) Link(path string) string {
	to, err := url.Parse(path)
	if l.Chosen() == "" || err != nil || to.Host != "" || !strings.HasPrefix(to.Path, "/") {
		return path
	}
	query := to.Query()
	if query.Has("lang") {
		return path
	}
	query.Set("lang", l.Code)
	to.RawQuery = query.Encode()
	return to.String()
}
