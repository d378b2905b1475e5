package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// editions has what must be mended in each edition so that it reads as it is printed and is numbered as the Bibles
// that visitors have at home. No word of the text is changed.
var editions = map[string]func([]*book) error{"web": mendWEB, "rv1909": mendRV1909}

// The module has a place only for the verses of its scheme of numbers; what an edition has beyond it stands at the end
// of the verse before. A break is where such a verse begins.
type lostBreak struct {
	code            string
	chapter, number int
	begins          string
}

func mendWEB(books []*book) error {
	return splitAll(books, []lostBreak{
		{"ROM", 14, 23, "Now to him who is able"},
		{"ROM", 14, 24, "but now is revealed"},
		{"ROM", 14, 25, "to the only wise God"},
		{"3JN", 1, 14, "Peace be to you"},
	})
}

// mendRV1909 gives the 1909 text the numbers that Spanish Bibles have had since: the print begins some chapters where
// the Hebrew does and cuts some verses otherwise.
func mendRV1909(books []*book) error {
	closeAdditions(books)
	dropTitlesAndColophons(books)
	lowerOpenings(books)
	if err := splitAll(books, rv1909Breaks); err != nil {
		return err
	}
	for _, place := range []lostBreak{{code: "JDG", chapter: 14, number: 18}, {code: "1KI", chapter: 22, number: 43}} {
		if err := join(books, place); err != nil {
			return err
		}
	}
	for code, cut := range map[string]struct {
		from  int
		sizes []int
	}{
		"NUM": {12, []int{16, 33}}, "1SA": {23, []int{29, 22}}, "JOB": {38, []int{41, 30, 24}},
		"HOS": {11, []int{12, 14}}, "JON": {1, []int{17, 10}},
	} {
		if err := recut(books, code, cut.from, cut.sizes); err != nil {
			return err
		}
	}
	if err := recut(books, "NUM", 29, []int{40, 16}); err != nil {
		return err
	}
	return nil
}

var rv1909Breaks = []lostBreak{
	{"NUM", 13, 33, "También vimos allí"},
	{"NUM", 30, 16, "Estas son las ordenanzas"},
	{"JDG", 14, 20, "Y la mujer de Samsón"},
	{"1SA", 24, 22, "Entonces David juró"},
	{"2SA", 20, 25, "é Ira Jaireo"},
	{"1KI", 22, 53, "Porque sirvió á Baal"},
	{"2CH", 33, 10, "por lo cual Jehová trajo"},
	{"JOB", 35, 15, "por eso Job abrió"},
	{"JOB", 39, 30, "Ella habita y está"},
	{"JOB", 39, 31, "Desde allí acecha"},
	{"JOB", 39, 32, "Sus pollos chupan"},
	{"JOB", 39, 33, "A más de eso respondió"},
	{"JOB", 39, 34, "¿Es sabiduría contender"},
	{"JOB", 39, 35, "Y respondió Job á Jehová"},
	{"JOB", 39, 36, "He aquí que yo soy vil"},
	{"JOB", 39, 37, "Una vez hablé"},
	{"HOS", 12, 14, "Enojado ha Ephraim"},
	{"JON", 2, 10, "Y mandó Jehová al pez"},
	{"ACT", 19, 40, "Y habiendo dicho esto"},
	{"2CO", 13, 12, "Todos los santos os saludan"},
}

func find(books []*book, place lostBreak) (*book, int, error) {
	for _, b := range books {
		if b.code != place.code {
			continue
		}
		for i, v := range b.verses {
			if v.chapter == place.chapter && v.number == place.number {
				return b, i, nil
			}
		}
	}
	return nil, 0, fmt.Errorf("there is no %s %d:%d", place.code, place.chapter, place.number)
}

func splitAll(books []*book, breaks []lostBreak) error {
	for _, place := range breaks {
		b, at, err := find(books, place)
		if err != nil {
			return err
		}
		before, after, found := strings.Cut(b.verses[at].text, place.begins)
		if !found {
			return fmt.Errorf("%s %d:%d does not have %q", place.code, place.chapter, place.number, place.begins)
		}
		b.verses[at].text = strings.TrimSpace(before)
		b.renumber(at+1, 1)
		b.verses = slices.Insert(b.verses, at+1, verse{place.chapter, place.number + 1, place.begins + after})
	}
	return nil
}

// join puts the verse after place into it.
func join(books []*book, place lostBreak) error {
	b, at, err := find(books, place)
	if err != nil {
		return err
	}
	b.verses[at].text += " " + b.verses[at+1].text
	b.verses = slices.Delete(b.verses, at+1, at+2)
	b.renumber(at+1, -1)
	return nil
}

// renumber moves the numbers from the index on, to the end of its chapter.
func (b *book) renumber(from, by int) {
	if from == 0 || from >= len(b.verses) {
		return
	}
	chapter := b.verses[from-1].chapter
	for i := from; i < len(b.verses) && b.verses[i].chapter == chapter; i++ {
		b.verses[i].number += by
	}
}

// recut numbers the verses of some chapters in a row anew, so that they have the sizes given.
func recut(books []*book, code string, chapter int, sizes []int) error {
	b, at, err := find(books, lostBreak{code: code, chapter: chapter, number: 1})
	if err != nil {
		return err
	}
	for _, size := range sizes {
		for number := 1; number <= size; number++ {
			b.verses[at].chapter, b.verses[at].number = chapter, number
			at++
		}
		chapter++
	}
	if at < len(b.verses) && b.verses[at].number != 1 {
		return fmt.Errorf("%s %d does not end where it should", code, chapter-1)
	}
	return nil
}

var (
	opening  = regexp.MustCompile(`[¡¿]?(A )?[A-ZÁÉÍÓÚÑ]{2,}`)
	title    = regexp.MustCompile(`Salmo|Masquil|Micht|Sigaión|Cántico|Canción|Oración|Músico|hijos de Coré`)
	colophon = regexp.MustCompile(`(Amén\.) [^.]*(escrita|Escrita|enviada)[^.]*\.$`)
)

// dropTitlesAndColophons takes out what is not numbered in other Bibles: the headings of the psalms and the notes at the
// end of letters on where they were written.
func dropTitlesAndColophons(books []*book) {
	for _, b := range books {
		for i, v := range b.verses {
			b.verses[i].text = colophon.ReplaceAllString(v.text, "$1")
			if b.code != "PSA" || v.number != 1 {
				continue
			}
			if at := opening.FindStringIndex(v.text); at != nil && title.MatchString(v.text[:at[0]]) {
				b.verses[i].text = v.text[at[0]:]
			}
		}
	}
}
