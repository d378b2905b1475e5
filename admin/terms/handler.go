package terms

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// The addresses of the two texts.
const (
	TermsPath   = "/terms"
	PrivacyPath = "/privacy"
)

// Parts are what the handler needs.
type Parts struct {
	Facts   Facts
	BaseURL string // without a slash at the end
	Pages   *web.Pages
	Edge    *web.Edge
}

// Handler shows the texts.
type Handler struct{ parts Parts }

// NewHandler returns the pages.
func NewHandler(p Parts) *Handler { return &Handler{p} }

// Routes adds the pages to a router.
func (h *Handler) Routes(r chi.Router) {
	for path, text := range map[string]struct {
		name string
		all  []section
	}{TermsPath: {"terms", termsSections}, PrivacyPath: {"notice", noticeSections}} {
		handle := h.parts.Edge.Handle(func(w http.ResponseWriter, r *http.Request) error { return h.show(w, r, text.name, text.all) })
		r.Get(path, handle)
		r.Head(path, handle)
	}
}

// page is what terms.html shows.
type page struct {
	Languages          []web.OtherLanguage
	Canonical, Picture string // Picture stands beside a link to the page
	Title, Description string
	Lead, Version      string
	Sections           []shown
}

func (h *Handler) show(w http.ResponseWriter, r *http.Request, name string, all []section) (err error) {
	language := h.parts.Pages.Asked(r, "")
	p := &page{Canonical: h.parts.BaseURL + r.URL.Path, Picture: h.parts.BaseURL + web.PicturePath}
	if p.Languages, err = h.parts.Pages.Others(r, language); err != nil {
		return err
	}
	for key, text := range map[string]*string{"title": &p.Title, "lead": &p.Lead, "description": &p.Description, "version": &p.Version} {
		if *text, err = language.Text(name+"."+key, "version", Version); err != nil {
			return err
		}
	}
	if p.Sections, err = h.parts.Facts.sections(name, all, language); err != nil {
		return err
	}
	return h.parts.Pages.RenderShared(w, r, language, "terms", p, time.Time{})
}
