package scripture

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"narthex/static/messages"
)

// texts are the names of books, needs, plans and editions in the languages that visitors are answered in.
var texts = messages.Load("scripture")

// Book is a book of the Bible.
type Book struct {
	Code     string // USFM: GEN, 1CO, PSA, TOB, …
	Chapters int
	order    int
	names    []string // in every language, see foldName
}

// Name is the book's name in a language (ISO 639-1): "Psalms".
func (b *Book) Name(language string) string { return texts.In(language).Text("book." + b.Code) }

// Cited is the name before a chapter: "Psalm".
func (b *Book) Cited(language string) string {
	if cited, ok := texts.In(language)["book."+b.Code+".cited"]; ok {
		return cited
	}
	return b.Name(language)
}

//go:embed books.yaml
var booksFile []byte

// canon is the books, in the order of an Old Testament, the books of the wider canon, and a New Testament; by code, and by their folded names and abbreviations (see foldName).
type canon struct {
	books  []*Book
	byCode map[string]*Book
	byName map[string]*Book
}

var theCanon = sync.OnceValue(func() *canon {
	var rows []struct {
		Code     string
		Chapters int
		Also     []string
	}
	if err := yaml.UnmarshalWithOptions(booksFile, &rows, yaml.Strict()); err != nil {
		panic("scripture: books.yaml: " + err.Error())
	}
	all := &canon{byCode: map[string]*Book{}, byName: map[string]*Book{}}
	for i, row := range rows {
		book := &Book{Code: row.Code, Chapters: row.Chapters, order: i}
		for _, language := range texts.Languages() {
			book.names = append(book.names, foldName(book.Name(language)))
		}
		all.books = append(all.books, book)
		all.byCode[row.Code] = book
		for _, name := range slices.Concat(row.Also, book.names, []string{strings.ToLower(row.Code)}) {
			if other := all.byName[name]; other != nil && other != book {
				panic(fmt.Sprintf("scripture: books.yaml: %q is %s and %s", name, other.Code, book.Code))
			}
			all.byName[name] = book
		}
	}
	return all
})

// shortestPrefix is how many letters of a book's full name are enough where no abbreviation is.
const shortestPrefix = 4

// bookNamed finds a book by its folded name, an abbreviation of it, or the first letters of it if no other book has them.
func bookNamed(name string) (*Book, bool) {
	all := theCanon()
	if book, ok := all.byName[name]; ok {
		return book, true
	}
	if len(name) < shortestPrefix {
		return nil, false
	}
	var found *Book
	for _, book := range all.books {
		if slices.ContainsFunc(book.names, func(full string) bool { return strings.HasPrefix(full, name) }) {
			if found != nil {
				return nil, false
			}
			found = book
		}
	}
	return found, found != nil
}
