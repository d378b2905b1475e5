package sitetest

import (
	"embed"
	"net/http"
	"path"
)

// churches are the pages of two churches, by language: one that is served in UTF-8, one in ISO 8859-1, which its pages say themselves.
//
//go:embed en es
var churches embed.FS

// Church is the website of a church: en or es.
func Church(language string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := path.Join(language, path.Clean("/"+r.URL.Path))
		for _, name := range []string{at, at + ".html", path.Join(at, "index.html")} {
			if content, err := churches.ReadFile(name); err == nil {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write(content)
				return
			}
		}
		http.NotFound(w, r)
	})
}

// Paths are the pages of a church's website.
func Paths(language string) []string {
	if language == "es" {
		return []string{"/", "/nosotros", "/visitanos", "/ministerios", "/preguntas"}
	}
	return []string{"/", "/visit", "/about/staff", "/ministries/", "/faq", "/contact"}
}
