package seed

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"narthex/retrieval/extract"
)

func TestDocumentsAreWhatTheyClaimToBe(t *testing.T) {
	formats := map[string]int{}
	longest := 0
	for _, church := range readDemo(t) {
		listed := map[string]bool{}
		for _, document := range church.Documents {
			listed[document.File] = true
			formats[path.Ext(document.File)]++
			source, err := church.source(document.File)
			if err != nil {
				t.Fatal(err)
			}
			text, pages := documentText(t, document.File, source)
			if words := len(strings.Fields(text)); words < 300 {
				t.Errorf("%s: %s has only %d words", church.Slug, document.File, words)
			}
			if pages > 20 {
				t.Errorf("%s: %s has %d pages", church.Slug, document.File, pages)
			}
			longest = max(longest, pages)
		}
		files, err := fs.ReadDir(churchFiles, path.Join("churches", church.Slug, "documents"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !listed[file.Name()] {
				t.Errorf("%s: %s is in the folder but not in church.yaml", church.Slug, file.Name())
			}
		}
	}
	if longest < 12 {
		t.Errorf("the longest document has %d pages, want a handbook of 12 or more", longest)
	}
	if formats[".pdf"] < 2 || formats[".docx"] < 1 || formats[".html"] < 1 || formats[".txt"] < 1 || formats[".md"] < 3 {
		t.Errorf("formats: %v", formats)
	}
}

// checkTexts hands over every text of the demonstration churches, by "slug/file".
func checkTexts(t *testing.T, check func(where, text string)) {
	t.Helper()
	err := fs.WalkDir(churchFiles, "churches", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := churchFiles.ReadFile(file)
		if err != nil {
			return err
		}
		text, _ := documentText(t, file, content)
		check(strings.TrimPrefix(file, "churches/"), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// documentText reads a document as ingestion would, and fails the test when that cannot.
func documentText(t *testing.T, file string, content []byte) (text string, pages int) {
	t.Helper()
	mediaTypes := map[string]string{".pdf": extract.TypePDF, ".docx": extract.TypeDOCX, ".html": extract.TypeHTML}
	mediaType, binary := mediaTypes[path.Ext(file)]
	if !binary {
		if !utf8.Valid(content) || bytes.ContainsRune(content, '\r') {
			t.Errorf("%s: not UTF-8 with plain line ends", file)
		}
		return string(content), 0
	}
	extracted, err := extract.Document(t.Context(), mediaType, content)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all strings.Builder
	headings := 0
	for _, block := range extracted.Blocks {
		all.WriteString(block.Text + "\n")
		if block.Kind == extract.Heading {
			headings++
		}
	}
	if headings < 5 {
		t.Errorf("%s: only %d headings can be told", file, headings)
	}
	return all.String(), extracted.Pages
}
