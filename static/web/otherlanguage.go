package web

import "net/http"

// OtherLanguage is a link to the same page in another language.
type OtherLanguage struct{ Code, Name, URL string }

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
