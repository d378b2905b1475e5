package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Pages renders the HTML pages. Every page is a template file of its own that fills in the blocks of layout.html and may
// use the parts; it is parsed when somebody first asks for it, per language, which takes about a millisecond.
type Pages struct {
	languages *Languages
	assets    *Assets
	templates map[string]map[*Language]parsed // by page name
}

// parsed gives a page's template, and parses it the first time.
type parsed func() (*template.Template, error)

// NewPages parses layout.html and parts/*.html, and finds as one page each every other *.html in files.
func NewPages(files fs.FS, languages *Languages, assets *Assets) (*Pages, error) {
	names, err := fs.Glob(files, "*.html")
	if err != nil {
		return nil, err
	}
	p := &Pages{languages: languages, assets: assets, templates: make(map[string]map[*Language]parsed)}
	for _, language := range languages.list {
		for _, shown := range []*Language{language, language.asked} {
			shared, err := p.parseShared(files, shown)
			if err != nil {
				return nil, fmt.Errorf("parse layout and parts: %w", err)
			}
			for _, name := range names {
				if name != "layout.html" {
					p.addPage(files, name, shown, shared)
				}
			}
		}
	}
	return p, nil
}

// Parse parses every page, for tests of templates: what is wrong with one would be seen only when somebody asks for it.
func (p *Pages) Parse() error {
	for name, languages := range p.templates {
		for language, page := range languages {
			if _, err := page(); err != nil {
				return fmt.Errorf("parse page %s in %s: %w", name, language.Code, err)
			}
		}
	}
	return nil
}

// parseShared parses what all pages have in common, with the functions bound to one language.
func (p *Pages) parseShared(files fs.FS, language *Language) (*template.Template, error) {
	shared := template.New("layout.html").Option("missingkey=error").Funcs(template.FuncMap{
		"t":         language.Text,
		"lang":      func() string { return language.Code },
		"dir":       func() string { return language.Dir },
		"named":     language.Named,
		"tradition": language.Tradition,
		"link":      language.Link,
		"chosen":    language.Chosen,
		"asset":     p.assets.URL,
	})
	shared, err := shared.ParseFS(files, "layout.html")
	if err != nil {
		return nil, err
	}
	if parts, err := fs.Glob(files, "parts/*.html"); err != nil || len(parts) == 0 {
		return shared, err
	}
	return shared.ParseFS(files, "parts/*.html")
}

func (p *Pages) addPage(files fs.FS, name string, language *Language, shared *template.Template) {
	key := strings.TrimSuffix(path.Base(name), ".html")
	if p.templates[key] == nil {
		p.templates[key] = make(map[*Language]parsed)
	}
	p.templates[key][language] = sync.OnceValues(func() (*template.Template, error) {
		page, err := shared.Clone()
		if err != nil {
			return nil, err
		}
		return page.ParseFS(files, name)
	})
}

// Language is the language to show r's answer in; see Languages.For.
func (p *Pages) Language(r *http.Request, fallback string) *Language {
	return p.languages.For(r, fallback)
}

// In is the language with a code, whatever the client asks for; the default one if there is none such.
func (p *Pages) In(code string) *Language {
	for _, language := range p.languages.list {
		if language.Code == code {
			return language
		}
	}
	return p.languages.list[0]
}

// Languages are those that a page can be shown in, the default one first.
func (p *Pages) Languages() []*Language { return slices.Clone(p.languages.list) }

// Render sends a page. The whole page is made before anything is sent, so an error leaves the response untouched.
func (p *Pages) Render(w http.ResponseWriter, status int, language *Language, name string, data any) error {
	body, err := p.execute(language, name, data)
	if err != nil {
		return err
	}
	return sendPage(w, status, language, body)
}

// RenderCompressed is Render for a client that may take the page compressed. It is for pages in which nothing that others
// can choose stands beside a secret that matters: from the size of such pages the secret could be told.
func (p *Pages) RenderCompressed(w http.ResponseWriter, r *http.Request, status int, language *Language, name string, data any) error {
	body, err := p.execute(language, name, data)
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if acceptsGzip(r) {
		if body, err = compressed(body); err != nil {
			return err
		}
		w.Header().Set("Content-Encoding", "gzip")
	}
	return sendPage(w, status, language, body)
}

func (p *Pages) execute(language *Language, name string, data any) (*bytes.Buffer, error) {
	parsed, ok := p.templates[name][language]
	if !ok {
		return nil, fmt.Errorf("render page %s in %s: no such page", name, language.Code)
	}
	page, err := parsed()
	if err != nil {
		return nil, fmt.Errorf("parse page %s: %w", name, err)
	}
	body := new(bytes.Buffer)
	if err := page.Execute(body, data); err != nil {
		return nil, fmt.Errorf("render page %s in %s: %w", name, language.Code, err)
	}
	return body, nil
}

func compressed(body *bytes.Buffer) (*bytes.Buffer, error) {
	packed := new(bytes.Buffer)
	zip := gzip.NewWriter(packed)
	if _, err := body.WriteTo(zip); err != nil {
		return nil, err
	}
	return packed, zip.Close()
}

func sendPage(w http.ResponseWriter, status int, language *Language, body *bytes.Buffer) error {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", language.Code)
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	header.Add("Vary", "Accept-Language")
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "private, no-cache") // may be kept for going back, must be asked about otherwise
	}
	w.WriteHeader(status)
	_, err := body.WriteTo(w)
	return err
}

// inAdmin reports whether a path is of the admin's house, whose front door leads to the dashboard or asks who is there.
func inAdmin(path string) bool { return path == "/admin" || strings.HasPrefix(path, "/admin/") }

// errorPage is what error.html shows.
type errorPage struct {
	Title, Help, Detail, RequestID string
	Retry                          bool // trying again may help: what the address shows is loaded anew
	Resend                         bool // likewise, but for what was sent, which no link sends
	Lost                           bool // there is nothing here: the page shows ways out
	Admin                          bool // in the admin's house, which has its own way out
}

func (p *Pages) renderError(w http.ResponseWriter, r *http.Request, status int, problem Problem, requestID string) error {
	language := p.Asked(r, defaultLanguage)
	refused, _ := problem.(*Refusal)
	if refused != nil && refused.language != nil {
		language = refused.language
	}
	title, err := language.Text("error." + problem.Kind() + ".title")
	if err != nil {
		return err
	}
	help, err := language.Text("error." + problem.Kind() + ".help")
	if err != nil {
		return err
	}
	passes := status >= 500 || status == http.StatusTooManyRequests
	shows := r.Method == http.MethodGet || r.Method == http.MethodHead
	page := errorPage{Title: title, Help: help, RequestID: requestID, Retry: passes && shows, Resend: passes && !shows, Lost: status == http.StatusNotFound, Admin: inAdmin(r.URL.Path)}
	// What a problem says of itself is English, but for a refusal in a language; the edge's own say no more than the title does.
	_, own := problem.(*refusal)
	if !own && (language.Code == defaultLanguage || refused != nil && refused.language != nil) {
		page.Detail = problem.Public()
	}
	return p.Render(w, status, language, "error", page)
}
