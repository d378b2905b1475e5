package directory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	xlanguage "golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"narthex/static/web"
)

// Parts are what the handler needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Pages   *web.Pages
	Edge    *web.Edge
	BaseURL string // without a slash at the end
}

// Handler shows the directory.
type Handler struct {
	store   Store
	pages   *web.Pages
	edge    *web.Edge
	baseURL string
}

// NewHandler returns the directory's page.
func NewHandler(p Parts) *Handler { return &Handler{Store{p.Pool}, p.Pages, p.Edge, p.BaseURL} }

const path = "/churches"

// Routes adds the page to a router.
func (h *Handler) Routes(r chi.Router) {
	r.Get(path, h.edge.Handle(h.list))
	r.Head(path, h.edge.Handle(h.list))
}

// listPage is what churches.html shows.
type listPage struct {
	Languages   []web.OtherLanguage
	Canonical   string
	Picture     string // beside a link to the page
	Query       string
	Entries     []entry
	Next, Start string // addresses; "" if there is no such page
	Many        bool   // more fit than can be paged through
	Unlisted    bool   // search engines are not to keep it
}

// entry is a church as the list shows it.
type entry struct {
	Name, URL, Place, Denomination string
	CareURL                        string // "" where no assistant answers
	Demo                           bool
}

const (
	patience     = 5 * time.Second
	longestQuery = 120 // characters; what is beyond is not looked at
)

// list is GET /churches?q=&after=.
func (h *Handler) list(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	query, after := typed(r.URL.Query().Get("q")), r.URL.Query().Get("after")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.store.Find(ctx, query, after)
	if err != nil {
		return problem(err)
	}
	page := &listPage{Canonical: h.baseURL + path, Picture: h.baseURL + web.PicturePath, Query: query, Many: found.Many, Unlisted: query != "" || after != ""}
	if page.Languages, err = h.pages.Others(r, language); err != nil {
		return err
	}
	countries := display.Regions(xlanguage.Make(language.Code))
	for _, church := range found.Churches {
		page.Entries = append(page.Entries, entryOf(church, countries))
	}
	if found.Next != "" {
		page.Next = address(query, found.Next)
	}
	if after != "" {
		page.Start = address(query, "")
	}
	return h.pages.RenderShared(w, r, language, "churches", page, time.Time{})
}

func entryOf(c Church, countries display.Namer) entry {
	e := entry{Name: c.Name, URL: path + "/" + url.PathEscape(c.Slug), Denomination: c.Denomination, Demo: c.Demo}
	var place []string
	for _, part := range []string{c.City, c.State, countryIn(countries, c.Country)} {
		if part != "" {
			place = append(place, part)
		}
	}
	e.Place = strings.Join(place, ", ")
	if c.Answers {
		e.CareURL = "/care/" + url.PathEscape(c.Slug)
	}
	return e
}

// countryIn is what a country is called; its code if it has no name.
func countryIn(countries display.Namer, code string) string {
	region, err := xlanguage.ParseRegion(code)
	if err != nil {
		return code
	}
	return cmp.Or(countries.Name(region), code)
}

func address(query, after string) string {
	asked := url.Values{}
	if query != "" {
		asked.Set("q", query)
	}
	if after != "" {
		asked.Set("after", after)
	}
	if len(asked) == 0 {
		return path
	}
	return path + "?" + asked.Encode()
}

// typed is what somebody typed, as far as it is looked at.
func typed(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' {
			return ' '
		}
		return r
	}, text))
	if runes := []rune(text); len(runes) > longestQuery {
		text = string(runes[:longestQuery])
	}
	return text
}

// problem says of a page that there is not that it is not there, and of a database that is away that it will be back.
func problem(err error) error {
	if errors.Is(err, ErrCursor) {
		return fmt.Errorf("%w: %w", web.ErrNotFound, err)
	}
	if _, said := errors.AsType[*pgconn.PgError](err); said {
		return err
	}
	return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
}
