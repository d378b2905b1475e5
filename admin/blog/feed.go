package blog

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"narthex/admin/articles"
	"narthex/static/web"
)

// inFeed is how many articles a feed has.
const inFeed = 20

// The feeds are written by hand from the standards' elements, of which the feed libraries miss those that readers go by: the address
// of the feed itself, who wrote what in which category, and the text in full (RSS 2.0, RFC 4287).
type rssFeed struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	Content string   `xml:"xmlns:content,attr"`
	DC      string   `xml:"xmlns:dc,attr"`
	Channel struct {
		Title       string    `xml:"title"`
		Link        string    `xml:"link"`
		Description string    `xml:"description"`
		Language    string    `xml:"language"`
		Built       string    `xml:"lastBuildDate,omitempty"`
		Self        atomLink  `xml:"atom:link"`
		Items       []rssItem `xml:"item"`
	} `xml:"channel"`
}

type rssItem struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	GUID        rssGUID  `xml:"guid"`
	Published   string   `xml:"pubDate"`
	Author      string   `xml:"dc:creator,omitempty"`
	Categories  []string `xml:"category"`
	Description string   `xml:"description"`
	Content     string   `xml:"content:encoded"`
}

type rssGUID struct {
	Permanent bool   `xml:"isPermaLink,attr"`
	Text      string `xml:",chardata"`
}

type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang     string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle"`
	Updated  string      `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	Author   atomAuthor  `xml:"author"`
	Entries  []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Links      []atomLink     `xml:"link"`
	Published  string         `xml:"published"`
	Updated    string         `xml:"updated"`
	Author     *atomAuthor    `xml:"author"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary"`
	Content    atomContent    `xml:"content"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomContent struct {
	Type string `xml:"type,attr"`
	Base string `xml:"xml:base,attr"`
	Lang string `xml:"xml:lang,attr"`
	Text string `xml:",chardata"`
}

// fed is an article with its text as feeds have it.
type fed struct {
	articles.Article
	url, html string
}

func (h *Handler) rss(w http.ResponseWriter, r *http.Request) error {
	language, list, changed, err := h.feed(r)
	if err != nil {
		return err
	}
	feed := &rssFeed{Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Content: "http://purl.org/rss/1.0/modules/content/", DC: "http://purl.org/dc/elements/1.1/"}
	if feed.Channel.Title, feed.Channel.Description, err = titled(language); err != nil {
		return err
	}
	feed.Channel.Link, feed.Channel.Language = h.baseURL+listURL("lang", otherThanEnglish(language)), language.Code
	feed.Channel.Self = atomLink{Rel: "self", Type: "application/rss+xml", Href: h.baseURL + feedURL("/blog/feed.xml", language)}
	if len(list) > 0 {
		feed.Channel.Built = changed.UTC().Format(time.RFC1123Z)
	}
	for _, a := range list {
		feed.Channel.Items = append(feed.Channel.Items, rssItem{
			Title: a.Title, Link: a.url, GUID: rssGUID{Text: "urn:uuid:" + a.ID.String()}, Published: a.PublishedAt.UTC().Format(time.RFC1123Z),
			Author: a.Author.Name, Categories: terms(a), Description: a.Excerpt, Content: a.html,
		})
	}
	return serveXML(w, r, "application/rss+xml; charset=utf-8", language, feed, changed)
}

func (h *Handler) atom(w http.ResponseWriter, r *http.Request) error {
	language, list, changed, err := h.feed(r)
	if err != nil {
		return err
	}
	blog := h.baseURL + listURL("lang", otherThanEnglish(language)) // each language has a feed of its own
	feed := &atomFeed{Lang: language.Code, ID: blog, Updated: changed.UTC().Format(time.RFC3339), Author: atomAuthor{"Narthex"}}
	if feed.Title, feed.Subtitle, err = titled(language); err != nil {
		return err
	}
	feed.Links = []atomLink{
		{Rel: "self", Type: "application/atom+xml", Href: h.baseURL + feedURL("/blog/atom.xml", language)},
		{Rel: "alternate", Type: "text/html", Href: blog},
	}
	for _, a := range list {
		entry := atomEntry{
			ID: "urn:uuid:" + a.ID.String(), Title: a.Title, Links: []atomLink{{Rel: "alternate", Type: "text/html", Href: a.url}},
			Published: a.PublishedAt.UTC().Format(time.RFC3339), Updated: modified(a.Article), Summary: a.Excerpt,
			Content: atomContent{Type: "html", Base: a.url, Lang: a.Language, Text: a.html},
		}
		if a.Author.Name != "" {
			entry.Author = &atomAuthor{a.Author.Name}
		}
		for _, term := range terms(a) {
			entry.Categories = append(entry.Categories, atomCategory{term})
		}
		feed.Entries = append(feed.Entries, entry)
	}
	return serveXML(w, r, "application/atom+xml; charset=utf-8", language, feed, changed)
}

// feed is what both feeds say: the newest articles in the language that the address asks for, and when any of them changed.
func (h *Handler) feed(r *http.Request) (language *web.Language, list []fed, changed time.Time, err error) {
	language = h.pages.Asked(r, "")
	ctx, cancel := patient(r)
	defer cancel()
	newest, err := h.store.Newest(ctx, language.Code, inFeed)
	if err != nil {
		return nil, nil, changed, missing(err)
	}
	for _, a := range newest {
		body, err := articles.HTML(a.Content)
		if err != nil {
			return nil, nil, changed, err
		}
		list = append(list, fed{a, h.baseURL + articleURL(a.Slug), h.absoluteLinks(string(body), a.Slug)})
		changed = later(changed, later(a.UpdatedAt, *a.PublishedAt))
	}
	return language, list, changed, nil
}

// ourAddress finds addresses within our own site in what the policy let through, which quotes each attribute.
var ourAddress = regexp.MustCompile(`(<[^<>]*\s(?:href|src)=")([/#][^"]*)"`)

// absoluteLinks makes the addresses in a text such as can be followed from anywhere.
func (h *Handler) absoluteLinks(body, slug string) string {
	return ourAddress.ReplaceAllStringFunc(body, func(found string) string {
		parts := ourAddress.FindStringSubmatch(found)
		if strings.HasPrefix(parts[2], "#") {
			return parts[1] + h.baseURL + articleURL(slug) + parts[2] + `"`
		}
		return parts[1] + h.absolute(parts[2]) + `"`
	})
}

func titled(language *web.Language) (title, description string, err error) {
	if title, err = language.Text("blog.feed.title"); err != nil {
		return "", "", err
	}
	description, err = language.Text("blog.lead")
	return title, description, err
}

func feedURL(path string, language *web.Language) string {
	return path + "?" + url.Values{"lang": {language.Code}}.Encode()
}

// terms are what an article is filed under, each once.
func terms(a fed) (terms []string) {
	seen := make(map[string]bool)
	for _, term := range append([]string{a.Category.Name}, a.Tags...) {
		if key := strings.ToLower(term); term != "" && !seen[key] {
			seen[key] = true
			terms = append(terms, term)
		}
	}
	return terms
}

func serveXML(w http.ResponseWriter, r *http.Request, contentType string, language *web.Language, feed any, changed time.Time) error {
	var body bytes.Buffer
	body.WriteString(xml.Header)
	encoder := xml.NewEncoder(&body)
	if err := encoder.Encode(feed); err != nil {
		return fmt.Errorf("write a feed: %w", err)
	}
	body.WriteByte('\n')
	return web.Shared{ContentType: contentType, Language: language.Code, Body: body.Bytes(), Modified: changed}.Serve(w, r)
}
