package scripture_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"narthex/chat/tools/scripture"
)

// passage looks a reference up and fails the test when it is not there.
func passage(t testing.TB, edition *scripture.Edition, text string) scripture.Passage {
	t.Helper()
	reference, err := scripture.ParseReference(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	found, err := scripture.Lookup(edition, reference)
	if err != nil {
		t.Fatalf("%s in the %s: %v", text, edition.Name, err)
	}
	return found
}

// inSixtySix reports whether a book is in the canon of every church.
func inSixtySix(book *scripture.Book) bool { return scripture.ReinaValera.Has(book) }

// The figures are those of the King James Version's numbering, which both editions follow with the exceptions named.
func TestEditionsAreComplete(t *testing.T) {
	for _, test := range []struct {
		edition                 *scripture.Edition
		books, chapters, verses int
		wider                   int
	}{
		// Without Luke 17:36, Acts 8:37, 15:34 and 24:7, which it leaves to footnotes, and with 3 John 15.
		{scripture.WorldEnglish, 66, 1189, 31102 - 4 + 1, 14},
		{scripture.ReinaValera, 66, 1189, 31102, 0},
	} {
		t.Run(test.edition.ID, func(t *testing.T) {
			books, chapters, verses, wider := 0, 0, 0, 0
			for _, book := range scripture.Books() {
				if !test.edition.Has(book) {
					continue
				}
				if !inSixtySix(book) {
					wider++
				} else {
					books++
					chapters += book.Chapters
				}
				for chapter := 1; chapter <= book.Chapters; chapter++ {
					given := chapterVerses(t, test.edition, book, chapter)
					if inSixtySix(book) {
						verses += len(given)
					}
				}
				if test.edition.LastVerse(book, book.Chapters+1) != 0 {
					t.Errorf("%s has more than %d chapters", book.Code, book.Chapters)
				}
			}
			if books != test.books || chapters != test.chapters || verses != test.verses || wider != test.wider {
				t.Errorf("%d books, %d chapters, %d verses and %d further books", books, chapters, verses, wider)
			}
		})
	}
}

// chapterVerses reads a whole chapter, piece by piece, and looks at every verse.
func chapterVerses(t *testing.T, edition *scripture.Edition, book *scripture.Book, chapter int) []scripture.Verse {
	t.Helper()
	var all []scripture.Verse
	left := scripture.Reference{Book: book, Spans: []scripture.Span{{From: scripture.Point{Chapter: chapter}, To: scripture.Point{Chapter: chapter}}}}
	for left.Book != nil {
		found, err := scripture.Lookup(edition, left)
		if err != nil {
			t.Fatalf("%s %d: %v", book.Code, chapter, err)
		}
		all = append(all, found.Verses...)
		left = found.LeftOut
	}
	for i, verse := range all {
		if verse.Chapter != chapter || i > 0 && verse.Number <= all[i-1].Number {
			t.Errorf("%s %d:%d stands in chapter %d after another", book.Code, verse.Chapter, verse.Number, chapter)
		}
		if strings.TrimSpace(verse.Text) == "" || strings.ContainsAny(verse.Text, "<>&\x00\x01\n") || strings.Contains(verse.Text, "  ") {
			t.Errorf("%s %d:%d is %q", book.Code, chapter, verse.Number, verse.Text)
		}
	}
	if last := all[len(all)-1].Number; last != edition.LastVerse(book, chapter) {
		t.Errorf("%s %d ends with verse %d", book.Code, chapter, last)
	}
	return all
}

func TestKnownVersesReadAsPrinted(t *testing.T) {
	for _, test := range []struct {
		edition         *scripture.Edition
		reference, text string
	}{
		{scripture.WorldEnglish, "Genesis 1:1", "In the beginning, God created the heavens and the earth."},
		{scripture.WorldEnglish, "Psalm 23:1", "Yahweh is my shepherd; I shall lack nothing."},
		{scripture.WorldEnglish, "John 3:16", "For God so loved the world, that he gave his only born Son, that whoever believes in him should not perish, but have eternal life."},
		{scripture.WorldEnglish, "Romans 14:26", "to the only wise God, through Jesus Christ, to whom be the glory forever! Amen."},
		{scripture.WorldEnglish, "John 11:35", "Jesus wept."},
		{scripture.WorldEnglish, "Revelation 22:21", "The grace of the Lord Jesus Christ be with all the saints. Amen."},
		{scripture.WorldEnglish, "Sirach 1:1", "All wisdom comes from the Lord, and is with him forever."},
		{scripture.ReinaValera, "Génesis 1:1", "En el principio crió Dios los cielos y la tierra."},
		{scripture.ReinaValera, "Salmo 23:1", "Jehová es mi pastor; nada me faltará."},
		{scripture.ReinaValera, "Juan 3:16", "Porque de tal manera amó Dios al mundo, que ha dado á su Hijo unigénito, para que todo aquel que en él cree, no se pierda, mas tenga vida eterna."},
		{scripture.ReinaValera, "Juan 11:35", "Y lloró Jesús."},
		{scripture.ReinaValera, "Salmo 34:1", "Bendeciré á Jehová en todo tiempo; su alabanza será siempre en mi boca."},
		{scripture.ReinaValera, "Filipenses 4:13", "Todo lo puedo en Cristo que me fortalece."},
		{scripture.ReinaValera, "Job 40:1", "A más de eso respondió Jehová á Job, y dijo:"},
		{scripture.ReinaValera, "Jonás 1:17", "Mas Jehová había prevenido un gran pez que tragase á Jonás: y estuvo Jonás en el vientre del pez tres días y tres noches."},
		{scripture.ReinaValera, "Números 13:1", "Y Jehová habló á Moisés, diciendo:"},
		{scripture.ReinaValera, "Apocalipsis 22:21", "La gracia de nuestro Señor Jesucristo sea con todos vosotros. Amén."},
	} {
		if found := passage(t, test.edition, test.reference); len(found.Verses) != 1 || found.Verses[0].Text != test.text {
			t.Errorf("%s is %q", test.reference, found.Text())
		}
	}
}

func TestAPassageSaysWhatItIs(t *testing.T) {
	for _, test := range []struct {
		name, language, asked, given, leftOut string
		verses                                int
	}{
		{"a few verses", "en", "1 Cor 13:4-7", "1 Corinthians 13:4–7", "", 4},
		{"a chapter", "es", "Sal 23", "Salmo 23", "", 6},
		{"a list", "en", "John 3:16–18, 21", "John 3:16–18, 21", "", 4},
		{"over the end of a chapter", "en", "Gen 1:1-2:3", "Genesis 1:1–2:3", "", 34},
		{"to beyond the end of a chapter", "en", "Psalm 23:5-9", "Psalm 23:5–6", "", 2},
		{"the rest of a chapter", "en", "Romans 8:38ff", "Romans 8:38–39", "", 2},
		{"a short book", "en", "Jude", "Jude", "", 25},
		{"too long a chapter", "en", "Psalm 119", "Psalm 119:1–40", "Psalm 119:41–176", 40},
		{"too many chapters", "en", "Gen 1-4", "Genesis 1:1–2:9", "Genesis 2:10–4:26", 40},
		{"whole chapters", "es", "Salmos 120-122", "Salmo 120–122", "", 24},
		{"the shepherd in two places", "es", "Jn 10,11.14", "Juan 10:11, 14", "", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := passage(t, scripture.EditionFor(test.language), test.asked)
			if found.Reference.In(test.language) != test.given || found.LeftOut.In(test.language) != test.leftOut || len(found.Verses) != test.verses {
				t.Errorf("%q is given, %q is left out, %d verses", found.Reference.In(test.language), found.LeftOut.In(test.language), len(found.Verses))
			}
		})
	}
}

func TestWhatIsNotThereIsSaid(t *testing.T) {
	for _, test := range []struct {
		edition     *scripture.Edition
		asked, says string
	}{
		{scripture.WorldEnglish, "Psalm 23:7", "Psalm 23 has 6 verses in the World English Bible"},
		{scripture.WorldEnglish, "Acts 8:37", "footnote"},
		{scripture.WorldEnglish, "Romans 16:25-27", "Romans 14:24–26"},
		{scripture.ReinaValera, "Tobit 4:5", "the Reina-Valera 1909 has no such book"},
	} {
		reference, err := scripture.ParseReference(test.asked)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scripture.Lookup(test.edition, reference); !errors.Is(err, scripture.ErrNotThere) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.asked, err)
		}
	}
}

func TestBooksAreUnpackedOnceForAll(t *testing.T) {
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for _, edition := range scripture.Editions {
				for _, book := range []string{"Isaiah 40:31", "Haggai 1:1", "2 Peter 3:9"} {
					passage(t, edition, book)
				}
			}
		})
	}
	group.Wait()
}
