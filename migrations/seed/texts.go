package seed

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed texts/*/*.md
var textFS embed.FS

// The least that a lens must have, and how long a text may be, in words: one says something, and fits into a prompt.
const (
	minLensTexts = 5
	minTextWords = 120
	maxTextWords = 300
)

// LensText is a short text on what a tradition believes, in our own words, for its churches to answer from.
type LensText struct {
	Lens    int // its id
	Title   string
	Source  string // the confession or catechism it rests on, with article or question
	Content string
}

// LensTexts returns the curated texts of all lenses: texts/SLUG/NAME.md, each with its title as a heading, a line "Source:"
// and paragraphs.
func LensTexts() ([]LensText, error) {
	lenses, err := Lenses()
	if err != nil {
		return nil, err
	}
	return loadLensTexts(textFS, lenses)
}

func loadLensTexts(fsys fs.FS, lenses []Lens) (texts []LensText, err error) {
	var faults []error
	for _, lens := range lenses {
		files, err := fs.Glob(fsys, "texts/"+lens.Slug+"/*.md")
		if err != nil {
			return nil, fmt.Errorf("listing the texts of lenses: %w", err)
		}
		if len(files) < minLensTexts {
			faults = append(faults, &CatalogError{"texts/" + lens.Slug, "files", fmt.Sprintf("%d texts, want at least %d", len(files), minLensTexts)})
		}
		for _, file := range files {
			text, err := readLensText(fsys, file, lens)
			texts, faults = append(texts, text), append(faults, err)
		}
	}
	return texts, errors.Join(faults...)
}

func readLensText(fsys fs.FS, file string, lens Lens) (LensText, error) {
	raw, err := fs.ReadFile(fsys, file)
	if err != nil {
		return LensText{}, fmt.Errorf("reading a text of a lens: %w", err)
	}
	title, rest, _ := strings.Cut(string(raw), "\n")
	source, content, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	text := LensText{Lens: lens.ID, Title: strings.TrimPrefix(title, "# "), Source: strings.TrimPrefix(source, "Source: ")}
	// A line that is broken in the file is none in an answer.
	for paragraph := range strings.SplitSeq(strings.TrimSpace(content), "\n\n") {
		text.Content += "\n\n" + strings.Join(strings.Fields(paragraph), " ")
	}
	text.Content = strings.TrimSpace(text.Content)
	f := &faultsIn{file: file}
	f.requireKey("name", strings.TrimSuffix(path.Base(file), ".md"))
	if text.Title == title || text.Source == source {
		f.add("head", "must be a heading and a line that begins with Source:")
	}
	f.requireText("title", text.Title)
	f.requireText("source", text.Source)
	if n := len(strings.Fields(text.Content)); n < minTextWords || n > maxTextWords {
		f.add("content", "has %d words, want %d to %d", n, minTextWords, maxTextWords)
	}
	checkOwnWords(f, lens, text)
	return text, errors.Join(f.found...)
}

// checkOwnWords: a text that holds what its lens must never mention would lead the model into it.
func checkOwnWords(f *faultsIn, lens Lens, text LensText) {
	words := foldToWords(text.Title + " " + text.Content)
	for _, rule := range lens.Doctrine {
		for _, term := range rule.ForbiddenTerms {
			if containsWords(words, foldToWords(term)) {
				f.add("content", "has %q, which its lens never mentions", term)
			}
		}
	}
}
