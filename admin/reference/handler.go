package reference

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Parts are what the handler needs.
type Parts struct {
	Pages   *web.Pages
	Edge    *web.Edge
	BaseURL string // without a slash at the end
}

// Handler shows the reference, which is made once.
type Handler struct {
	parts    Parts
	document []byte
	guide    template.HTML
	made     time.Time
}

// NewHandler makes the reference.
func NewHandler(p Parts) (*Handler, error) {
	document, err := Describe(p.BaseURL)
	if err != nil {
		return nil, err
	}
	h := &Handler{parts: p, made: time.Now()}
	if h.document, err = json.MarshalIndent(document, "", " "); err != nil {
		return nil, fmt.Errorf("write the description: %w", err)
	}
	if h.guide, err = writeGuide(document); err != nil {
		return nil, err
	}
	return h, nil
}

// Routes adds the reference to a router.
func (h *Handler) Routes(r chi.Router) {
	for path, handle := range map[string]web.HandlerFunc{"/openapi.json": h.openAPI, "/docs/api": h.page} {
		r.Get(path, h.parts.Edge.Handle(handle))
		r.Head(path, h.parts.Edge.Handle(handle))
	}
}

// openAPI is GET /openapi.json. Pages of other sites may read it: viewers of such documents are some.
func (h *Handler) openAPI(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	return web.Shared{ContentType: "application/json", Body: h.document}.Serve(w, r)
}

// page is what reference.html shows.
type page struct {
	Languages []web.OtherLanguage
	Canonical string
	Picture   string // beside a link to the page
	Guide     template.HTML
}

func (h *Handler) page(w http.ResponseWriter, r *http.Request) error {
	language := h.parts.Pages.Asked(r, "")
	others, err := h.parts.Pages.Others(r, language)
	if err != nil {
		return err
	}
	return h.parts.Pages.RenderShared(w, r, language, "reference", &page{
		Languages: others, Canonical: h.parts.BaseURL + "/docs/api", Picture: h.parts.BaseURL + web.PicturePath, Guide: h.guide,
	}, h.made)
}
