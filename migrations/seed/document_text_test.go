package seed

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"io/fs"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	"golang.org/x/net/html"
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

// documentText opens a document with a reader of its format, and fails the test when that cannot read it.
func documentText(t *testing.T, file string, content []byte) (text string, pages int) {
	t.Helper()
	switch path.Ext(file) {
	case ".pdf":
		return pdfText(t, file, content)
	case ".docx":
		return docxText(t, file, content), 0
	case ".html":
		return htmlText(t, file, content), 0
	default:
		if !utf8.Valid(content) || bytes.ContainsRune(content, '\r') {
			t.Errorf("%s: not UTF-8 with plain line ends", file)
		}
		return string(content), 0
	}
}

func pdfText(t *testing.T, file string, content []byte) (text string, pages int) {
	t.Helper()
	reader, err := pdf.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all strings.Builder
	for number := 1; number <= reader.NumPage(); number++ {
		rows, err := reader.Page(number).GetTextByRow()
		if err != nil {
			t.Fatalf("%s: page %d: %v", file, number, err)
		}
		for _, row := range rows {
			for _, piece := range row.Content {
				all.WriteString(piece.S + "\n")
			}
		}
	}
	return all.String(), reader.NumPage()
}

func docxText(t *testing.T, file string, content []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	body, err := archive.Open("word/document.xml")
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	defer body.Close()
	var text strings.Builder
	styles := map[string]int{}
	decoder := xml.NewDecoder(body)
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "pStyle" {
				styles[token.Attr[0].Value]++
			}
		case xml.EndElement:
			if token.Name.Local == "p" {
				text.WriteByte('\n')
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if styles["Title"] != 1 || styles["Heading1"] < 5 || styles["Heading2"] < 5 {
		t.Errorf("%s: headings are not styled as headings: %v", file, styles)
	}
	return text.String()
}

func htmlText(t *testing.T, file string, content []byte) string {
	t.Helper()
	document, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var text strings.Builder
	for node := range document.Descendants() {
		if node.Type == html.TextNode && node.Parent.Data != "style" {
			text.WriteString(node.Data + " ")
		}
	}
	return text.String()
}
