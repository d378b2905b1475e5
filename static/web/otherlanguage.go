package web

import "net/http"

// OtherLanguage is a link to the same page in another language.
type OtherLanguage struct{ Code, Name, URL string }

// longestTag is the longest language tag that RFC 5646 has one be prepared for.
const longestTag = 35

// Asked is the language that the address asks for (?lang=), else the visitor's browser, else the one whose code is fallback.
func (p *Pages) Asked(r *http.Request, fallback string) *Language {
	wanted := r.URL.Query().Get("lang")
	if wanted == "" || len(wanted) > longestTag {
		return p.Language(r, fallback)
	}
	asked := &http.Request{Header: http.Header{"Accept-Language": {wanted}}}
	return p.Language(asked, p.Language(r, fallback).Code)
}

// Chosen is the code of the language that a page is shown in, if the address asks for one: what the page leads on to is to ask for it
// too. "" where it is left to the visitor's browser, which asks each time.
func Chosen(r *http.Request, shown *Language) string {
	if r.URL.Query().Get("lang") == "" {
		return ""
	}
	return shown.Code
}

// Others are links to the page in all languages but the one that it is shown in.
func (p *Pages) Others(r *http.Request, shown *Language) (links []OtherLanguage, err error) {
	for _, language := range p.languages.list {
		if language.Code == shown.Code {
			continue
		}
		query := r.URL.Query()
		query.Set("lang", language.Code)
		link := OtherLanguage{Code: language.Code, URL: "?" + query.Encode()}
		if link.Name, err = language.Text("language.name"); err != nil {
			return nil, err
		}
		links = append(links, link)
	}
	return links, nil
}
