package articles

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/gosimple/slug"
)

// Status is what is to be seen of an article by whom.
type Status string

// The statuses, in the order of an article's life. Only published articles are listed; archived ones can still be read.
const (
	Draft     Status = "draft"
	Scheduled Status = "scheduled" // becomes published at published_at
	Published Status = "published"
	Archived  Status = "archived"
)

// Article is a row of the table.
type Article struct {
	ID                   uuid.UUID
	Slug, Title          string
	Excerpt, Content     string // Markdown
	Status               Status
	PublishedAt          *time.Time
	CreatedAt, UpdatedAt time.Time
	RevisedAt            time.Time // its title, excerpt or text
	ReadTime             int       // minutes
	Author               Author
	Category             Category
	Tags                 []string
	Image                Image
	SEO                  SEO
	Language             string // ISO 639
}

// Image is a picture at an address of the web; none if URL is empty. Its size in pixels is 0 where it is not known.
type Image struct {
	URL, Alt      string
	Width, Height int
}

// Author is the JSON object of articles.author. Addresses are https.
type Author struct {
	Name     string `json:"name" yaml:"name"` // required
	Title    string `json:"title,omitempty" yaml:"title,omitempty"`
	Bio      string `json:"bio,omitempty" yaml:"bio,omitempty"`
	URL      string `json:"url,omitempty" yaml:"url,omitempty"`
	ImageURL string `json:"image_url,omitempty" yaml:"image_url,omitempty"`
}

// Category is the JSON object of articles.category: its name, and what stands in addresses.
type Category struct {
	Name string `json:"name" yaml:"name"`
	Slug string `json:"slug" yaml:"slug"`
}

// Key is what the category is asked for by, as the column category_key has it.
func (c Category) Key() string {
	if c.Slug == "" {
		return strings.ToLower(c.Name)
	}
	return strings.ToLower(c.Slug)
}

// SEO is the JSON object of articles.seo: what search engines and whoever shows a link are told instead of the article's own.
type SEO struct {
	Title        string `json:"title,omitempty" yaml:"title,omitempty"`
	Description  string `json:"description,omitempty" yaml:"description,omitempty"`
	ImageURL     string `json:"image_url,omitempty" yaml:"image_url,omitempty"`
	ImageAlt     string `json:"image_alt,omitempty" yaml:"image_alt,omitempty"`
	CanonicalURL string `json:"canonical_url,omitempty" yaml:"canonical_url,omitempty"`
	NoIndex      bool   `json:"noindex,omitempty" yaml:"noindex,omitempty"`
}

// readAuthor, readCategory and readSEO take what stands in the table. Whoever writes there without the checks of files may have left
// a name alone, or anything; what cannot be read is as if it were not there.
func readAuthor(stored []byte) (a Author) {
	if !readObject(stored, &a) {
		return Author{Name: readText(stored)}
	}
	a.URL, a.ImageURL = webAddress(a.URL), webAddress(a.ImageURL)
	return a
}

func readCategory(stored []byte) (c Category) {
	if !readObject(stored, &c) {
		return Category{Name: readText(stored)}
	}
	if c.Name == "" {
		c.Name = c.Slug
	}
	return c
}

func readSEO(stored []byte) (s SEO) {
	if !readObject(stored, &s) {
		return SEO{}
	}
	s.ImageURL, s.CanonicalURL = webAddress(s.ImageURL), webAddress(s.CanonicalURL)
	return s
}

func readTags(stored []byte) []string {
	var values []any
	if json.Unmarshal(stored, &values) != nil {
		return nil
	}
	var tags []string
	for _, value := range values {
		if tag, ok := value.(string); ok && strings.TrimSpace(tag) != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

func readObject(stored []byte, into any) bool {
	return len(stored) > 0 && stored[0] == '{' && json.Unmarshal(stored, into) == nil
}

func readText(stored []byte) (text string) {
	if json.Unmarshal(stored, &text) != nil {
		return ""
	}
	return text
}

// webAddress is an address that a page may name: of the web by https, or of our own pages. Others become "".
func webAddress(address string) string {
	if ours := strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.ContainsAny(address, "\\\t\n\r"); ours {
		return address
	}
	if strings.HasPrefix(address, "https://") && !strings.ContainsAny(address, " \t\r\n\"<>") {
		return address
	}
	return ""
}

// SlugOf makes what stands in an address from a name.
func SlugOf(name string) string { return slug.Make(name) }
