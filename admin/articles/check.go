package articles

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// What an article that comes in as a file may be like.
const (
	longestTitle, longestSummary, longestSlug = 200, 600, 100 // characters
	mostTagsOfFile, longestTag                = 20, 50
	largestSide                               = 20_000 // pixels
)

var (
	slugForm     = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)
	languageForm = regexp.MustCompile(`^[a-z]{2,3}$`)
	pictureTag   = regexp.MustCompile(`(?i)<img\b[^>]*>`)
	altAttribute = regexp.MustCompile(`(?i)\balt\s*=`)
)

// check fills in what a file may leave out, and finds all that is the matter with it.
func (f *File) check(name string) error {
	var faults []error
	fault := func(key, message string) {
		faults = append(faults, &Fault{name, max(1, f.lines[key]), key + ": " + message})
	}
	f.complete(name)
	f.checkTime(fault)
	f.checkNames(fault)
	f.checkImage(fault)
	f.checkShapes(fault)
	switch f.Status {
	case Draft, Published, Archived:
	case Scheduled:
		if f.PublishedAt.IsZero() {
			fault("status", "a scheduled article needs published_at")
		}
	default:
		fault("status", "must be draft, scheduled, published or archived")
	}
	if f.content == "" {
		faults = append(faults, &Fault{name, f.begins, "the article has no text"})
	}
	return errors.Join(append(faults, f.checkPictures(name)...)...)
}

func (f *File) complete(name string) {
	if f.Slug == "" {
		f.Slug = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	if f.Language == "" {
		f.Language = "en"
	}
	if f.Status == "" {
		f.Status = Published
	}
	if f.ReadTime == 0 {
		f.ReadTime = ReadTimeOf(f.content)
	}
	if f.Category != nil && f.Category.Slug == "" {
		f.Category.Slug = SlugOf(f.Category.Name)
	}
}

func (f *File) checkTime(fault func(key, message string)) {
	if f.Published == "" {
		return
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		at, err := time.Parse(layout, f.Published)
		if err == nil && at.Year() >= 1900 {
			f.PublishedAt = at
			return
		}
	}
	fault("published_at", fmt.Sprintf("%q must be a time such as 2026-12-24T18:00:00Z, or a day", f.Published))
}

func (f *File) checkNames(fault func(key, message string)) {
	between(fault, "title", f.Title, 1, longestTitle)
	between(fault, "excerpt", f.Excerpt, 0, longestSummary)
	if !slugForm.MatchString(f.Slug) || len(f.Slug) > longestSlug {
		fault("slug", fmt.Sprintf("%q must be small letters, digits and single hyphens, at most %d", f.Slug, longestSlug))
	}
	for key, slug := range map[string]string{"moved_from": f.MovedFrom, "translation_of": f.TranslationOf} {
		if slug == f.Slug {
			fault(key, "names the article itself")
		}
	}
	if !languageForm.MatchString(f.Language) {
		fault("language", "must be the code of a language, such as en")
	}
	if f.ReadTime < 0 || f.ReadTime > 600 {
		fault("read_time", "must be minutes, at most 600")
	}
	if len(f.Tags) > mostTagsOfFile {
		fault("tags", fmt.Sprintf("at most %d", mostTagsOfFile))
	}
	for _, tag := range f.Tags {
		between(fault, "tags", tag, 1, longestTag)
	}
}

func (f *File) checkImage(fault func(key, message string)) {
	address(fault, "featured_image_url", f.ImageURL)
	if f.ImageURL != "" && strings.TrimSpace(f.ImageAlt) == "" {
		fault("featured_image_url", "needs featured_image_alt, which says what is to be seen")
	}
	if (f.ImageWidth == 0) != (f.ImageHeight == 0) {
		fault("featured_image_width", "width and height belong together")
	}
	if min(f.ImageWidth, f.ImageHeight) < 0 || max(f.ImageWidth, f.ImageHeight) > largestSide {
		fault("featured_image_width", fmt.Sprintf("width and height are pixels, at most %d", largestSide))
	}
}

func (f *File) checkShapes(fault func(key, message string)) {
	if a := f.Author; a != nil {
		between(fault, "author", a.Name, 1, longestTitle)
		between(fault, "author", a.Title, 0, longestTitle)
		between(fault, "author", a.Bio, 0, longestSummary)
		address(fault, "author", a.URL)
		address(fault, "author", a.ImageURL)
	}
	if c := f.Category; c != nil {
		between(fault, "category", c.Name, 1, longestTag)
		if !slugForm.MatchString(c.Slug) {
			fault("category", "the slug must be small letters, digits and single hyphens")
		}
	}
	if s := f.SEO; s != nil {
		between(fault, "seo", s.Title, 0, longestTitle)
		between(fault, "seo", s.Description, 0, longestSummary)
		address(fault, "seo", s.ImageURL)
		address(fault, "seo", s.CanonicalURL)
	}
}

func between(fault func(key, message string), key, text string, least, most int) {
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n < least {
		fault(key, "must not be empty")
	} else if n > most {
		fault(key, fmt.Sprintf("%d characters, at most %d", n, most))
	}
}

func address(fault func(key, message string), key, text string) {
	if text != "" && webAddress(text) == "" {
		fault(key, fmt.Sprintf("%q must begin with https://, or with / for a page of ours", text))
	}
}

// checkPictures finds the pictures in the text that would not be shown, or not be told to those who cannot see them.
func (f *File) checkPictures(name string) (faults []error) {
	source := []byte(f.content)
	begins := f.begins
	line := f.begins
	_ = ast.Walk(parse(source), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if node.Type() == ast.TypeBlock && node.Lines().Len() > 0 {
			line = begins + strings.Count(f.content[:node.Lines().At(0).Start], "\n")
		}
		if picture, ok := node.(*ast.Image); ok {
			if webAddress(string(picture.Destination)) == "" {
				faults = append(faults, &Fault{name, line, fmt.Sprintf("the picture %q must be at https://, or at / for one of ours", picture.Destination)})
			}
			if !picture.HasChildren() {
				faults = append(faults, &Fault{name, line, fmt.Sprintf("the picture %q needs a text that says what is to be seen", picture.Destination)})
			}
		}
		return ast.WalkContinue, nil
	})
	for _, at := range pictureTag.FindAllStringIndex(f.content, -1) {
		if !altAttribute.MatchString(f.content[at[0]:at[1]]) {
			faults = append(faults, &Fault{name, begins + strings.Count(f.content[:at[0]], "\n"), "a picture needs alt, which says what is to be seen"})
		}
	}
	return faults
}
