package speech

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/tools/scripture"
)

var cited = regexp.MustCompile(`^((?:[1-4]|I{1,3}|First|Second|Third|Primera|Segunda|Tercera)(?:st|nd|rd|ra|a)? (?:de (?:los )?)?)?(\p{Lu}\p{L}+\.?(?: (?:of|de|los|the)(?: \p{Lu}\p{L}+| los \p{Lu}\p{L}+))?) (\d{1,3})(?:([:.,])(\d{1,3})(?: ?[-–—] ?(\d{1,3})(?::(\d{1,3}))?)?((?:, ?\d{1,3}(?:[-–]\d{1,3})?|(?:; ?|,? and |,? y )\d{1,3}:\d{1,3}(?:[-–]\d{1,3})?)*)|[-–—](\d{1,3}))?`)

var edition = regexp.MustCompile(`^,? ?\(?(?:WEB|BSB|KJV|NKJV|NIV|ESV|NLT|NASB|CSB|NRSV|RSV|ASV|RVR1960|RV1909|RVR?|NVI|LBLA|DHH|NTV)\)?`)

// opensBook reports whether a word may begin the name of a book.
func opensBook(s *spot, word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(r) && !(len(word) == 1 && word[0] >= '1' && word[0] <= '4') {
		return false
	}
	if !unicode.IsUpper(r) || word == "I" || word == "II" || word == "III" || word == "First" || word == "Second" || word == "Third" || strings.HasPrefix(word, "Primer") || strings.HasPrefix(word, "Segund") || strings.HasPrefix(word, "Tercer") {
		return word != "I" || s.first || s.before == "in" || s.before == "read"
	}
	return beginsBook(word)
}

// beginsBook reports whether a book's name or abbreviation begins with a word.
func beginsBook(word string) bool {
	word = strings.TrimRight(word, ".")
	if _, err := scripture.ParseReference(word + " 1"); err == nil {
		return true
	}
	switch word {
	case "Song", "Acts", "Cantar", "Hechos", "Wisdom", "Sabiduría", "Prayer", "Letter", "Bel", "Oración", "Carta":
		return true
	}
	return false
}

// sayScripture says a reference to the Bible: "First Corinthians chapter thirteen, verses four to seven".
func sayScripture(_ *spot, t *tongue, text string) (int, string) {
	m := cited.FindStringSubmatch(text)
	if m == nil || !after(text, len(m[0])) {
		return 0, ""
	}
	if m[4] == "," && strings.HasPrefix(text[len(m[3]):], " ") {
		return 0, ""
	}
	reference, err := scripture.ParseReference(m[0])
	if err != nil || len(reference.Spans) == 0 {
		return 0, ""
	}
	if m[4] == "" && !wholeName(reference, m[1]+m[2]) { // "Is 5 too late?" is no chapter of Isaiah
		return 0, ""
	}
	n := len(m[0])
	if named := edition.FindString(text[n:]); named != "" && after(text[n:], len(named)) {
		n += len(named)
	}
	return n, t.book(reference.Book) + t.passages(reference)
}

// wholeName reports whether a book is named in full, or so long that it is nothing else.
func wholeName(reference scripture.Reference, name string) bool {
	if strings.HasSuffix(name, ".") && len(name) > 3 || len(name) > 7 {
		return true
	}
	for _, language := range []string{"en", "es"} {
		for _, full := range []string{reference.Book.Name(language), reference.Book.Cited(language)} {
			if strings.EqualFold(full, name) {
				return true
			}
		}
	}
	return false
}

// book is a book's name, its number said as one of an order.
func (t *tongue) book(book *scripture.Book) string {
	name := book.Cited(t.language)
	if len(name) > 2 && name[0] >= '1' && name[0] <= '4' && name[1] == ' ' {
		return t.ordinalBook[name[0]-'0'] + name[1:]
	}
	return t.withoutDigits(name)
}

// passages are the chapters and verses of a reference.
func (t *tongue) passages(reference scripture.Reference) string {
	var out strings.Builder
	chapter := 0
	for i, span := range reference.Spans {
		from, to := span.From, span.To
		switch {
		case reference.Book.Chapters == 1 && from.Verse > 0:
			chapter = from.Chapter
		case i > 0 && from.Chapter == chapter:
		case i == 0 && reference.Book.Code == "PSA": // each is a psalm, not a chapter of one
			out.WriteString(" " + t.cardinal(from.Chapter))
		default:
			out.WriteString(map[bool]string{true: " ", false: ", "}[i == 0] + t.chapter + " " + t.cardinal(from.Chapter))
		}
		switch {
		case from.Verse == 0 && to.Chapter > from.Chapter:
			out.WriteString(" " + t.to + " " + t.cardinal(to.Chapter))
		case from.Verse > 0 && i > 0 && from.Chapter == chapter:
			out.WriteString(" " + t.and + " " + t.verseSpan(span))
		case from.Verse > 0:
			out.WriteString(", " + t.verseWord(span) + " " + t.verseSpan(span))
		}
		chapter = from.Chapter
	}
	return out.String()
}

func (t *tongue) verseWord(span scripture.Span) string {
	if span.To == span.From {
		return t.verse
	}
	return t.verses
}

func (t *tongue) verseSpan(span scripture.Span) string {
	said := t.cardinal(span.From.Verse)
	switch {
	case span.To.Chapter != span.From.Chapter && span.To.Verse > 0:
		return said + " " + t.to + " " + t.chapter + " " + t.cardinal(span.To.Chapter) + ", " + t.verse + " " + t.cardinal(span.To.Verse)
	case span.To.Verse > span.From.Verse:
		return said + " " + t.to + " " + t.cardinal(span.To.Verse)
	}
	return said
}
