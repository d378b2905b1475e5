package blog

import (
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/admin/articles"
	"narthex/static/web"
)

// articlePage is what article.html shows.
type articlePage struct {
	siteHeader
	card
	Title, Description   string // for search engines and whoever shows a link
	Written              articles.Author
	Initials             string
	Body                 template.HTML
	Tags                 []tagLink
	Picture              articles.Image // beside the link where somebody shows it; full address
	Updated              string         // the day it was revised; "" if that is the day it was published
	ISOUpdated           string
	Archived, Previewing bool
	Status               string
	Unlisted             bool
	Previous, Following  *articles.Link
	Spoken               string // the article's language
	Translations         []translation
	Related              []card
	Structured           posting
	Headline             string
}

type tagLink struct{ Name, URL string }

// translation is the article in another language. Full is its address from anywhere, as search engines want it.
type translation struct{ Code, Name, URL, Full string }

// article is GET /blog/{slug}. Its pages speak the language that the reader asks for; the article its own.
func (h *Handler) article(w http.ResponseWriter, r *http.Request) error {
	slug, token := chi.URLParam(r, "slug"), r.URL.Query().Get("preview")
	ctx, cancel := patient(r)
	defer cancel()
	a, err := h.store.BySlug(ctx, slug)
	previewing := false
	if errors.Is(err, articles.ErrNotFound) && token != "" {
		a, err = h.store.AnyBySlug(ctx, slug)
		if err == nil && !h.previewed(a.ID, token) {
			return web.ErrNotFound
		}
		previewing = err == nil
	}
	if errors.Is(err, articles.ErrNotFound) {
		return h.moved(w, r, slug)
	}
	if err != nil {
		return missing(err)
	}
	around, err := h.store.Around(ctx, a)
	if err != nil {
		return missing(err)
	}
	language := h.pages.Asked(r, a.Language)
	page, err := h.newArticlePage(a, around, language)
	if err != nil {
		return err
	}
	if page.Languages, err = h.pages.Others(r, language); err != nil {
		return err
	}
	if previewing {
		page.Previewing, page.Unlisted, page.Status = true, true, string(a.Status)
		page.Picture.URL = h.previewPicture(page.Picture.URL, a.Slug, token)
		page.Structured.Image = []string{page.Picture.URL}
		w.Header().Set("Referrer-Policy", "no-referrer") // the address opens it to whoever has it
		w.Header().Set("Cache-Control", "private, no-store")
		return h.pages.Render(w, http.StatusOK, language, "article", page)
	}
	changed := a.UpdatedAt
	for _, other := range around.Related {
		changed = later(changed, other.UpdatedAt)
	}
	return h.pages.RenderShared(w, r, language, "article", page, later(changed, h.started))
}

// moved leads to where an article is now that was at an address before.
func (h *Handler) moved(w http.ResponseWriter, r *http.Request, slug string) error {
	now, err := h.store.MovedTo(r.Context(), slug)
	if err != nil {
		return missing(err)
	}
	to := articleURL(now)
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.Redirect(w, r, to, http.StatusMovedPermanently)
	return nil
}

func (h *Handler) newArticlePage(a articles.Article, around articles.Around, language *web.Language) (page *articlePage, err error) {
	page = &articlePage{
		Headline: a.Title, Spoken: a.Language, Title: a.Title, Description: a.Excerpt, Written: a.Author, Initials: initials(a.Author.Name), Picture: a.Image,
		Archived: a.Status == articles.Archived, Unlisted: a.SEO.NoIndex, Previous: around.Previous, Following: around.Next,
	}
	if page.card, err = h.card(a, language); err != nil {
		return nil, err
	}
	if page.Body, err = articles.HTML(a.Content); err != nil {
		return nil, err
	}
	for _, tag := range a.Tags {
		page.Tags = append(page.Tags, tagLink{tag, listURL("tag", tag)})
	}
	if page.Related, err = h.cards(around.Related, language); err != nil {
		return nil, err
	}
	if page.Translations, err = h.translations(around.Translations); err != nil {
		return nil, err
	}
	if a.PublishedAt != nil && a.RevisedAt.Sub(later(*a.PublishedAt, a.CreatedAt)) > 24*time.Hour {
		page.ISOUpdated = a.RevisedAt.UTC().Format(time.RFC3339)
		if page.Updated, err = dateIn(language, a.RevisedAt); err != nil {
			return nil, err
		}
	}
	h.describe(page, a)
	return page, nil
}

// describe says what search engines and whoever shows a link are told, the article's own words where it has no others for them.
func (h *Handler) describe(page *articlePage, a articles.Article) {
	page.Canonical = h.baseURL + articleURL(a.Slug)
	if a.SEO.CanonicalURL != "" {
		page.Canonical = h.absolute(a.SEO.CanonicalURL)
	}
	if a.SEO.Title != "" {
		page.Title = a.SEO.Title
	}
	if a.SEO.Description != "" {
		page.Description = a.SEO.Description
	}
	if a.SEO.ImageURL != "" {
		page.Picture = articles.Image{URL: a.SEO.ImageURL, Alt: a.SEO.ImageAlt}
	}
	if page.Picture.URL == "" {
		page.Picture = articles.Image{URL: coverURL(a.Slug), Width: pictureWidth, Height: pictureHeight}
	}
	page.Picture.URL = h.absolute(page.Picture.URL)
	page.Structured = h.structured(page, a)
}

func (h *Handler) translations(links []articles.Link) (list []translation, err error) {
	for _, link := range links {
		one := translation{Code: link.Language, Name: link.Language, URL: articleURL(link.Slug), Full: h.baseURL + articleURL(link.Slug)}
		if spoken := h.pages.In(link.Language); spoken.Code == link.Language {
			if one.Name, err = spoken.Text("language.name"); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// absolute is an address as it can be followed from anywhere.
func (h *Handler) absolute(address string) string {
	if len(address) > 0 && address[0] == '/' {
		return h.baseURL + address
	}
	return address
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// modified is when what an article says was last changed for its readers: it was published then, or revised.
func modified(a articles.Article) string {
	at := a.RevisedAt
	if a.PublishedAt != nil {
		at = later(at, *a.PublishedAt)
	}
	return at.UTC().Format(time.RFC3339)
}

// initials stand in for a portrait: of the first and the last name.
func initials(name string) string {
	var letters []rune
	begins := true
	for _, r := range name {
		if begins && r != ' ' {
			letters = append(letters, r)
		}
		begins = r == ' '
	}
	if len(letters) > 2 {
		letters = []rune{letters[0], letters[len(letters)-1]}
	}
	return strings.ToUpper(string(letters))
}
