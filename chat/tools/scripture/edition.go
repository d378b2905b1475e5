package scripture

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Edition is one translation of the Bible.
type Edition struct {
	ID       string // "web", "rv1909"
	Name     string
	Language string // ISO 639-1
	books    func() map[string]*packedBook
}

//go:embed text/web.zip
var webFile string

//go:embed text/rv1909.zip
var rv1909File string

// The editions there are.
var (
	WorldEnglish = &Edition{
		ID: "web", Name: "World English Bible", Language: "en",
		books: packed(webFile),
	}
	ReinaValera = &Edition{
		ID: "rv1909", Name: "Reina-Valera 1909", Language: "es",
		books: packed(rv1909File),
	}
)

// editions are all there are.
var editions = []*Edition{WorldEnglish, ReinaValera}

// EditionFor is the edition in a visitor's language (ISO 639-1), the English one where there is none.
func EditionFor(language string) *Edition {
	for _, edition := range editions {
		if edition.Language == language {
			return edition
		}
	}
	return WorldEnglish
}

// Notice is the edition's standing in a language (ISO 639-1), to be shown with what is quoted.
func (e *Edition) Notice(language string) string { return texts.In(language).Text("edition." + e.ID) }

// Has reports whether the edition has the book: the Reina-Valera has the 66 of every canon, the World English Bible also
// those of wider canons.
func (e *Edition) Has(book *Book) bool { return e.books()[book.Code] != nil }

// LastVerse is the number of a chapter's last verse, 0 when the edition does not have the chapter.
func (e *Edition) LastVerse(book *Book, chapter int) int {
	packed := e.books()[book.Code]
	if packed == nil || chapter < 1 || chapter > len(packed.lastVerses) {
		return 0
	}
	return packed.lastVerses[chapter-1]
}

// packedBook is a book in the archive; unpack gives its text, from the second time on without work.
type packedBook struct {
	lastVerses []int
	unpack     func() (*bookText, error)
}

// bookText is an unpacked book: its verses in their order, and where each chapter begins among them.
type bookText struct {
	verses   []Verse
	chapters []int
}

// packed opens an archive when it is first needed. It is part of the program, so an archive that cannot be read is a
// mistake in the program.
func packed(archive string) func() map[string]*packedBook {
	return sync.OnceValue(func() map[string]*packedBook {
		files, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
		if err != nil {
			panic("scripture: opening an edition: " + err.Error())
		}
		books := make(map[string]*packedBook, len(files.File))
		for _, file := range files.File {
			books[file.Name] = &packedBook{
				lastVerses: numbers(file.Comment),
				unpack:     sync.OnceValues(func() (*bookText, error) { return unpack(file) }),
			}
		}
		return books
	})
}

func numbers(list string) []int {
	var all []int
	for word := range strings.FieldsSeq(list) {
		n, err := strconv.Atoi(word)
		if err != nil {
			panic("scripture: the chapters of an edition: " + err.Error())
		}
		all = append(all, n)
	}
	return all
}

func unpack(file *zip.File) (*bookText, error) {
	reader, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", file.Name, err)
	}
	defer func() { _ = reader.Close() }()
	var content bytes.Buffer
	content.Grow(int(file.UncompressedSize64))
	if _, err := io.Copy(&content, reader); err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", file.Name, err)
	}
	return readBook(content.String())
}

// readBook takes lines of "chapter:verse text". The verses share the content's memory.
func readBook(content string) (*bookText, error) {
	text := &bookText{verses: make([]Verse, 0, strings.Count(content, "\n"))}
	for line := range strings.Lines(content) {
		place, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		first, second, _ := strings.Cut(place, ":")
		chapter, err := strconv.Atoi(first)
		if err != nil {
			return nil, fmt.Errorf("the line %.20q has no chapter", line)
		}
		number, err := strconv.Atoi(second)
		if err != nil {
			return nil, fmt.Errorf("the line %.20q has no verse", line)
		}
		if chapter > len(text.chapters) {
			text.chapters = append(text.chapters, len(text.verses))
		}
		text.verses = append(text.verses, Verse{Chapter: chapter, Number: number, Text: words})
	}
	return text, nil
}

// chapter is the verses of one chapter.
func (t *bookText) chapter(n int) []Verse {
	if n < 1 || n > len(t.chapters) {
		return nil
	}
	if n == len(t.chapters) {
		return t.verses[t.chapters[n-1]:]
	}
	return t.verses[t.chapters[n-1]:t.chapters[n]]
}
