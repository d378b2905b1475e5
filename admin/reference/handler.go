package reference

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"sync"
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

// Handler shows the reference, which is made when somebody first asks for it.
type Handler struct {
	parts Parts
	read  func() (reference, error)
	made  time.Time // of what the reference is made of
}

// reference is what is shown.
type reference struct {
	document []byte
	guide    template.HTML
}

// NewHandler returns the handler.
func NewHandler(p Parts) *Handler {
	return &Handler{parts: p, made: time.Now(), read: sync.OnceValues(func() (reference, error) { return makeReference(p.BaseURL) })}
}

func makeReference(baseURL string) (reference, error) {
	document, err := Describe(baseURL)
	if err != nil {
		return reference{}, err
	}
	var r reference
	if r.document, err = json.MarshalIndent(document, "", " "); err != nil {
		return reference{}, fmt.Errorf("write the description: %w", err)
	}
	r.guide, err = writeGuide(document)
	return r, err
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
	shown, err := h.read()
	if err != nil {
		return err
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	return web.Shared{ContentType: "application/json", Body: shown.document}.Serve(w, r)
}

// page is what reference.html shows.
type page struct {
	Languages []web.OtherLanguage
	Canonical string
	Picture   string // beside a link to the page
	Guide     template.HTML
}

func (h *Handler) page(w http.ResponseWriter, r *http.Request) error {
	shown, err := h.read()
	if err != nil {
		return err
	}
	language := h.parts.Pages.Asked(r, "")
	others, err := h.parts.Pages.Others(r, language)
	if err != nil {
		return err
	}
	return h.parts.Pages.RenderShared(w, r, language, "reference", &page{
		Languages: others, Canonical: h.parts.BaseURL + "/docs/api", Picture: h.parts.BaseURL + web.PicturePath, Guide: shown.guide,
	}, h.made)
}
