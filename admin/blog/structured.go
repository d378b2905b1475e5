package blog

import (
	"fmt"
	"time"

	"narthex/admin/articles"
)

// posting says of an article what search engines and assistants read: schema.org's Article, as JSON-LD. The template writes it into a
// block of data, where nothing in it can end the block or become code.
type posting struct {
	Context     string        `json:"@context"`
	Type        string        `json:"@type"`
	Headline    string        `json:"headline"`
	Description string        `json:"description,omitempty"`
	URL         string        `json:"url"`
	MainEntity  string        `json:"mainEntityOfPage"`
	Language    string        `json:"inLanguage"`
	Published   string        `json:"datePublished,omitempty"`
	Modified    string        `json:"dateModified"`
	Image       []string      `json:"image,omitempty"`
	Author      *person       `json:"author,omitempty"`
	Publisher   *organization `json:"publisher"`
	Section     string        `json:"articleSection,omitempty"`
	Keywords    []string      `json:"keywords,omitempty"`
	Minutes     string        `json:"timeRequired"` // ISO 8601
	Free        bool          `json:"isAccessibleForFree"`
}

type person struct {
	Type     string `json:"@type"`
	Name     string `json:"name"`
	JobTitle string `json:"jobTitle,omitempty"`
	URL      string `json:"url,omitempty"`
}

type organization struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

func (h *Handler) structured(page *articlePage, a articles.Article) posting {
	p := posting{
		Context: "https://schema.org", Type: "Article", Headline: a.Title, Description: page.Description, URL: h.baseURL + articleURL(a.Slug),
		MainEntity: page.Canonical, Language: a.Language, Modified: modified(a), Section: a.Category.Name, Keywords: a.Tags,
		Minutes: fmt.Sprintf("PT%dM", a.ReadTime), Free: true,
		Publisher: &organization{"Organization", "Narthex", h.baseURL + "/"},
	}
	if a.PublishedAt != nil {
		p.Published = a.PublishedAt.UTC().Format(time.RFC3339)
	}
	if page.Picture.URL != "" {
		p.Image = []string{page.Picture.URL}
	}
	if a.Author.Name != "" {
		p.Author = &person{"Person", a.Author.Name, a.Author.Title, h.absolute(a.Author.URL)}
	}
	return p
}
