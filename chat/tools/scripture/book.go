package scripture

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Texts is one text in the languages that visitors are answered in.
type Texts struct {
	EN string `yaml:"en"`
	ES string `yaml:"es"`
}

// In gives the text in a language (ISO 639-1); English stands for all but Spanish.
func (t Texts) In(language string) string {
	if language == "es" {
		return t.ES
	}
	return t.EN
}

// Book is a book of the Bible.
type Book struct {
	Code     string // USFM: GEN, 1CO, PSA, TOB, …
	Chapters int
	Name     Texts // "Psalms"
	Cited    Texts // "Psalm", before a chapter
	order    int
}

//go:embed books.yaml
var booksFile []byte

// canon is the books by code, and by their folded names and abbreviations (see foldName).
type canon struct {
	books  []*Book
	byCode map[string]*Book
	byName map[string]*Book
}

var theCanon = sync.OnceValue(func() *canon {
	var rows []struct {
		Code     string
		Chapters int
		EN, ES   string
		Cited    Texts
		Also     []string
	}
	if err := yaml.UnmarshalWithOptions(booksFile, &rows, yaml.Strict()); err != nil {
		panic("scripture: books.yaml: " + err.Error())
	}
	all := &canon{byCode: map[string]*Book{}, byName: map[string]*Book{}}
	for i, row := range rows {
		book := &Book{Code: row.Code, Chapters: row.Chapters, Name: Texts{row.EN, row.ES}, Cited: row.Cited, order: i}
		if book.Cited == (Texts{}) {
			book.Cited = book.Name
		}
		all.books = append(all.books, book)
		all.byCode[row.Code] = book
		for _, name := range append(row.Also, foldName(row.EN), foldName(row.ES), strings.ToLower(row.Code)) {
			if other := all.byName[name]; other != nil && other != book {
				panic(fmt.Sprintf("scripture: books.yaml: %q is %s and %s", name, other.Code, book.Code))
			}
			all.byName[name] = book
		}
	}
	return all
})

// Books are all books there are, in the order of an Old Testament, the books of the wider canon, and a New Testament.
func Books() []*Book { return theCanon().books }

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
		if strings.HasPrefix(foldName(book.Name.EN), name) || strings.HasPrefix(foldName(book.Name.ES), name) {
			if found != nil {
				return nil, false
			}
			found = book
		}
	}
	return found, found != nil
}
