package articles

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

// FrontMatter tells whoever writes an article what its file may say: the schema of author, category and seo, too.
//
//go:embed frontmatter.txt
var FrontMatter string

// File is an article as a file has it: front matter in YAML between two lines of ---, and Markdown.
type File struct {
	Title         string    `yaml:"title"`
	Slug          string    `yaml:"slug,omitempty"`       // the file's name if it says none
	MovedFrom     string    `yaml:"moved_from,omitempty"` // the slug that the article is stored under until now
	Language      string    `yaml:"language,omitempty"`   // en if it says none
	TranslationOf string    `yaml:"translation_of,omitempty"`
	Excerpt       string    `yaml:"excerpt,omitempty"`
	Status        Status    `yaml:"status,omitempty"`       // published if it says none
	Published     string    `yaml:"published_at,omitempty"` // RFC 3339, or a day
	ReadTime      int       `yaml:"read_time,omitempty"`    // minutes; computed if it says none
	Author        *Author   `yaml:"author,omitempty"`
	Category      *Category `yaml:"category,omitempty"`
	Tags          []string  `yaml:"tags,omitempty"`
	ImageURL      string    `yaml:"featured_image_url,omitempty"`
	ImageAlt      string    `yaml:"featured_image_alt,omitempty"`
	ImageWidth    int       `yaml:"featured_image_width,omitempty"`
	ImageHeight   int       `yaml:"featured_image_height,omitempty"`
	SEO           *SEO      `yaml:"seo,omitempty"`

	PublishedAt time.Time `yaml:"-"` // what Published says

	content string
	lines   map[string]int // where each key of the front matter stands
	begins  int            // the line at which the text begins
}

// Fault is what is the matter with a file.
type Fault struct {
	File    string
	Line    int // counted from 1
	Message string
}

// Error implements error.
func (f *Fault) Error() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message) }

// largestFile is how large a file may be, in bytes: some 150,000 words.
const largestFile = 1 << 20

const fence = "---"

// ParseFile reads and checks an article. All that is the matter with it is a *Fault or several, joined.
func ParseFile(name string, source []byte) (*File, error) {
	fault := func(line int, message string) error { return &Fault{name, line, message} }
	switch {
	case len(source) > largestFile:
		return nil, fault(1, fmt.Sprintf("the file has %d bytes, at most %d", len(source), largestFile))
	case !utf8.Valid(source):
		return nil, fault(1+bytes.Count(source[:invalidAt(source)], []byte("\n")), "the file is not UTF-8")
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(source), "\ufeff"), "\r\n", "\n")
	if at := strings.IndexByte(text, 0); at >= 0 {
		return nil, fault(1+strings.Count(text[:at], "\n"), "the file has a NUL character")
	}
	rest, opened := strings.CutPrefix(text, fence+"\n")
	matter, content, closed := strings.Cut("\n"+rest, "\n"+fence+"\n")
	if !opened {
		return nil, fault(1, "the file must begin with front matter, which a line of --- opens")
	}
	if !closed {
		return nil, fault(1, "the front matter has no end: a line of --- is missing")
	}
	file := &File{content: strings.TrimSpace(content), lines: make(map[string]int)}
	matter = strings.TrimPrefix(matter, "\n")
	for i, line := range strings.Split(matter, "\n") {
		if key, _, found := strings.Cut(line, ":"); found && key == strings.TrimSpace(key) && file.lines[key] == 0 {
			file.lines[key] = i + 2
		}
	}
	file.begins = strings.Count(matter, "\n") + 4
	decoder := yaml.NewDecoder(strings.NewReader(matter), yaml.Strict())
	if err := decoder.Decode(file); err != nil {
		return nil, faultOfYAML(name, err)
	}
	return file, file.check(name)
}

func invalidAt(source []byte) int {
	at := 0
	for at < len(source) {
		r, size := utf8.DecodeRune(source[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// faultOfYAML says where in its file the YAML is wrong.
func faultOfYAML(name string, err error) error {
	if at, ok := errors.AsType[yaml.Error](err); ok && at.GetToken() != nil {
		return &Fault{name, at.GetToken().Position.Line + 1, at.GetMessage()}
	}
	return &Fault{name, 1, "the front matter: " + err.Error()}
}

// Write gives the file as it is stored on disk.
func (f *File) Write() ([]byte, error) {
	matter, err := yaml.MarshalWithOptions(f, yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return nil, fmt.Errorf("write front matter: %w", err)
	}
	return []byte(fence + "\n" + string(matter) + fence + "\n\n" + f.content + "\n"), nil
}
