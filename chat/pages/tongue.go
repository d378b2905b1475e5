package pages

import (
	"net/http"

	"narthex/chat/church"
	"narthex/static/web"
)

// tongue is a link to the same page in another language.
type tongue struct{ Code, Name, URL string }

// maxTag is the longest language tag that RFC 5646 has one be prepared for.
const maxTag = 35

// languageAsked is the language that the address asks for, else the visitor's browser, else the church's.
func languageAsked(pages *web.Pages, r *http.Request, snapshot *church.Snapshot) *web.Language {
	wanted := r.URL.Query().Get("lang")
	if wanted == "" || len(wanted) > maxTag {
		return pages.Language(r, snapshot.Language)
	}
	asked := &http.Request{Header: http.Header{"Accept-Language": {wanted}}}
	return pages.Language(asked, pages.Language(r, snapshot.Language).Code)
}

// otherTongues are links to the page in all languages but the one that it is in.
func otherTongues(pages *web.Pages, r *http.Request, shown *web.Language) (links []tongue, err error) {
	for _, language := range pages.Languages() {
		if language.Code == shown.Code {
			continue
		}
		query := r.URL.Query()
		query.Set("lang", language.Code)
		link := tongue{Code: language.Code, URL: "?" + query.Encode()}
		if link.Name, err = language.Text("language.name"); err != nil {
			return nil, err
		}
		links = append(links, link)
	}
	return links, nil
}
