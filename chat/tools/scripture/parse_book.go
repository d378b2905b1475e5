package scripture

import (
	"slices"
	"strings"

	"narthex/chat/words"
)

// passedOver are words that say nothing of which book is meant: "the first letter of Paul to the Corinthians".
var passedOver = map[string]bool{
	"the": true, "of": true, "to": true, "de": true, "del": true, "a": true, "al": true, "la": true, "los": true, "las": true,
	"el": true, "book": true, "letter": true, "epistle": true, "gospel": true, "according": true, "saint": true, "st": true, "paul": true,
	"libro": true, "carta": true, "epistola": true, "evangelio": true, "segun": true, "san": true, "santo": true, "pablo": true,
	"prophet": true, "profeta": true, "apostol": true, "apostle": true,
}

var ordinals = map[string]string{
	"1": "1", "i": "1", "1st": "1", "1ro": "1", "1ra": "1", "1er": "1", "1a": "1", "1o": "1", "first": "1", "primera": "1", "primero": "1", "primer": "1",
	"2": "2", "ii": "2", "2nd": "2", "2do": "2", "2da": "2", "2a": "2", "2o": "2", "second": "2", "segunda": "2", "segundo": "2",
	"3": "3", "iii": "3", "3rd": "3", "3ro": "3", "3ra": "3", "3er": "3", "3a": "3", "3o": "3", "third": "3", "tercera": "3", "tercero": "3",
	"4": "4", "iv": "4", "4th": "4", "4to": "4", "4ta": "4", "4a": "4", "fourth": "4", "cuarta": "4", "cuarto": "4",
}

var chapterWords = map[string]bool{"chapter": true, "chapters": true, "chap": true, "cap": true, "capitulo": true, "capitulos": true}

// severalWords say that more than one chapter is meant.
var severalWords = map[string]bool{"psalms": true, "salmos": true, "pss": true, "chapters": true, "capitulos": true}

var verseWords = map[string]bool{
	"verse": true, "verses": true, "v": true, "vv": true, "vs": true, "vss": true, "ver": true, "versiculo": true, "versiculos": true, "verso": true, "versos": true,
}

// foldName is a book's name as it is looked up: folded, with its number as a numeral, and without what is passed over.
func foldName(name string) string {
	all := slices.Collect(words.Split(words.Fold(name)))
	if len(all) > 1 && ordinals[all[0]] != "" {
		all[0] = ordinals[all[0]]
	}
	if kept := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return passedOver[word] }); len(kept) > 0 {
		all = kept
	}
	return strings.Join(all, " ")
}

// parseBook takes the book from the front of the tokens and gives the rest.
func parseBook(all []token) (*Book, []token, error) {
	if len(all) == 0 {
		return nil, nil, notUnderstood("it is empty; write a book, a chapter and verses, such as “John 3:16”")
	}
	var name []string
	at := 0
	if number := ordinals[all[0].text]; number != "" && len(all) > 1 {
		name, at = append(name, number), 1
		for at < len(all) && all[at].sign == '.' || endsOrdinal(all[at:]) {
			at++
		}
	}
	for ; at < len(all) && !all[at].isNumber() && !chapterWords[all[at].text] && !verseWords[all[at].text]; at++ {
		if all[at].isWord() {
			name = append(name, all[at].text)
		} else if all[at].sign != '.' {
			break
		}
	}
	wanted := foldName(strings.Join(name, " "))
	if book, rest, ok := bookWithNumber(wanted, all, at); ok {
		return book, rest, nil
	}
	book, ok := bookNamed(wanted)
	if !ok {
		return nil, nil, notUnderstood("no book of the Bible is called “%.40s”", strings.Join(name, " "))
	}
	return book, all[at:], nil
}

// ordinalEnding is what stands after a number in "2nd Kings", "1.ª Corintios" or "1ra".
var ordinalEnding = map[string]bool{
	"st": true, "nd": true, "rd": true, "th": true, "ra": true, "ro": true, "da": true, "do": true, "er": true, "ta": true, "to": true, "a": true, "o": true,
}

// endsOrdinal reports whether the tokens begin with such an ending and go on with the name ("1 Th 5" has none).
func endsOrdinal(all []token) bool {
	if len(all) == 0 || !ordinalEnding[all[0].text] {
		return false
	}
	next := slices.IndexFunc(all[1:], func(t token) bool { return t.sign != '.' })
	return next >= 0 && all[1+next].isWord()
}

// bookWithNumber finds Psalm 151, whose name ends in a number, by its only chapter.
func bookWithNumber(name string, all []token, at int) (*Book, []token, bool) {
	if at >= len(all) || all[at].number != 151 {
		return nil, nil, false
	}
	if book, ok := bookNamed(name); !ok || book.Code != "PSA" {
		return nil, nil, false
	}
	rest := all[at+1:]
	if len(rest) > 0 && rest[0].sign == ':' {
		rest = rest[1:]
	}
	return theCanon().byCode["PS2"], rest, true
}
