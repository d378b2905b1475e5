package blog

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"narthex/admin/articles"
	"narthex/static/web"
)

// listPage is what blog.html shows.
type listPage struct {
	siteHeader
	Picture              string // beside a link to the page
	Query, Category, Tag string
	Title                string // of what is filtered by; "" of all
	Lead                 *card  // the newest, at the top of an unfiltered first page
	Cards                []card
	Categories           []categoryLink
	Next, Start          string // addresses; "" if there is no such page
	Filtered, Unlisted   bool   // Unlisted: search engines are not to keep it
}

type categoryLink struct {
	Name, URL string
	Current   bool
}

const (
	perPage      = 13  // one leads, and twelve fill rows of two and three
	longestQuery = 200 // characters of each parameter; what is beyond is not looked at
)

// list is GET /blog?q=&category=&tag=&after=.
func (h *Handler) list(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	asked := r.URL.Query()
	query := articles.Query{
		Text: parameter(asked.Get("q")), Category: parameter(asked.Get("category")), Tag: parameter(asked.Get("tag")),
		After: asked.Get("after"), Language: language.Code, Limit: perPage,
	}
	ctx, cancel := patient(r)
	defer cancel()
	found, err := h.store.List(ctx, query)
	if err != nil {
		return missing(err)
	}
	categories, err := h.store.Categories(ctx, language.Code)
	if err != nil {
		return missing(err)
	}
	changed, err := h.store.Changed(ctx)
	if err != nil {
		return missing(err)
	}
	page, err := h.newListPage(query, found, categories, language)
	if err != nil {
		return err
	}
	if page.Languages, err = h.pages.Others(r, language); err != nil {
		return err
	}
	return h.pages.RenderShared(w, r, language, "blog", page, later(changed, h.started))
}

// parameter is what somebody typed, as far as it is looked at.
func parameter(typed string) string {
	typed = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' {
			return ' '
		}
		return r
	}, typed))
	if runes := []rune(typed); len(runes) > longestQuery {
		typed = string(runes[:longestQuery])
	}
	return typed
}

func (h *Handler) newListPage(q articles.Query, found articles.Page, categories []articles.Category, language *web.Language) (*listPage, error) {
	page := &listPage{
		Query: q.Text, Category: q.Category, Tag: q.Tag,
		Filtered: q.Text != "" || q.Category != "" || q.Tag != "", Unlisted: q.Text != "" || q.Tag != "" || q.After != "",
	}
	page.Canonical = h.baseURL + listURL("category", q.Category, "tag", q.Tag)
	page.Picture = h.baseURL + web.PicturePath
	var err error
	if page.Cards, err = h.cards(found.Articles, language); err != nil {
		return nil, err
	}
	for i, snippet := range found.Snippets {
		page.Cards[i].Snippet = snippet
	}
	if !page.Filtered && q.After == "" && len(page.Cards) > 0 {
		page.Lead, page.Cards = &page.Cards[0], page.Cards[1:]
	}
	for _, category := range categories {
		current := strings.EqualFold(category.Key(), q.Category)
		page.Categories = append(page.Categories, categoryLink{category.Name, listURL("category", category.Key()), current})
		if current {
			page.Title = category.Name
		}
	}
	if q.Tag != "" && page.Title == "" {
		page.Title = q.Tag
	}
	if found.Next != "" {
		page.Next = listURL("q", q.Text, "category", q.Category, "tag", q.Tag, "after", found.Next)
	}
	if q.After != "" {
		page.Start = listURL("q", q.Text, "category", q.Category, "tag", q.Tag)
	}
	return page, nil
}
