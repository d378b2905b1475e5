package blog

import (
	"hash/fnv"
	"net/url"
	"strconv"
	"time"

	"narthex/admin/articles"
	"narthex/static/web"
)

// card is an article as lists show it.
type card struct {
	URL, Title, Excerpt string
	Language            string // "" if it is that of the page
	Category            articles.Category
	CategoryURL         string
	Image               articles.Image
	Cover               cover
	Author              string
	Date, ISODate       string
	ReadTime            string
	Snippet             articles.Snippet
}

// cover is drawn where an article has no picture: arches, one within the other, that open on a light. The article decides which.
type cover struct {
	Tone   int // of the style sheet
	Arches []arch
	Light  arch
}

// arch stands on y = 250 around x.
type arch struct{ X, Width, Right, Spring, Radius int }

func coverOf(key string) (c cover) {
	sum := fnv.New64a()
	sum.Write([]byte(key))
	seed := sum.Sum64()
	within := func(least, most int) int { // takes some of the bits
		n := uint64(most - least + 1)
		value := least + int(seed%n)
		seed /= n
		return value
	}
	c.Tone = within(0, 3)
	middle, step, count := within(175, 225), within(22, 30), within(3, 4) // all within 400 by 250
	shift := within(-6, 6)
	for i := count; i >= 0; i-- {
		radius := 26 + i*step
		x := middle + i*shift
		one := arch{X: x - radius, Width: 2 * radius, Right: x + radius, Spring: max(radius+8, 172-i*step/3), Radius: radius}
		if i == 0 {
			c.Light = one
			break
		}
		c.Arches = append(c.Arches, one)
	}
	return c
}

func (h *Handler) card(a articles.Article, language *web.Language) (c card, err error) {
	c = card{
		URL: articleURL(a.Slug), Title: a.Title, Excerpt: a.Excerpt, Category: a.Category, Image: a.Image, Cover: coverOf(a.Slug), Author: a.Author.Name,
	}
	if a.Language != language.Code {
		c.Language = a.Language
	}
	if a.Category.Name != "" {
		c.CategoryURL = listURL("category", a.Category.Key())
	}
	if a.PublishedAt != nil {
		c.ISODate = a.PublishedAt.UTC().Format(time.RFC3339)
		if c.Date, err = dateIn(language, *a.PublishedAt); err != nil {
			return c, err
		}
	}
	c.ReadTime, err = language.Text("blog.minutes", "n", strconv.Itoa(a.ReadTime))
	return c, err
}

func (h *Handler) cards(list []articles.Article, language *web.Language) (cards []card, err error) {
	for _, a := range list {
		one, err := h.card(a, language)
		if err != nil {
			return nil, err
		}
		cards = append(cards, one)
	}
	return cards, nil
}

// dateIn is a day as a language writes it, by the world's clock.
func dateIn(language *web.Language, at time.Time) (string, error) {
	at = at.UTC()
	month, err := language.Text("blog.month." + at.Format("01"))
	if err != nil {
		return "", err
	}
	return language.Text("blog.date", "day", strconv.Itoa(at.Day()), "month", month, "year", strconv.Itoa(at.Year()))
}

func articleURL(slug string) string { return "/blog/" + url.PathEscape(slug) }

// listURL is the list with a filter.
func listURL(pairs ...string) string {
	query := make(url.Values)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			query.Set(pairs[i], pairs[i+1])
		}
	}
	if len(query) == 0 {
		return "/blog"
	}
	return "/blog?" + query.Encode()
}

// otherThanEnglish is the language as addresses name it: English is what they lead to without one.
func otherThanEnglish(language *web.Language) string {
	if language.Code == "en" {
		return ""
	}
	return language.Code
}
