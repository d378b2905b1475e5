package scripture

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// Bounds of what is read as a reference.
const (
	maxReference = 200 // bytes
	maxSpans     = 12
	maxNumber    = 999 // no chapter or verse has a higher one
)

// ParseReference reads a reference as people write it, in English or Spanish: "1 Cor 13:4-7", "Salmo 23", "Jn 3.16",
// "John 3:16–18, 21", "Jn 3,16", "Gen 1:1-2:3", "Filipenses 4:6-7", "Jude 5", "Psalm 23 verses 1 to 3". The errors wrap
// ErrNotUnderstood or, for chapters that a book does not have, ErrNotThere. Which verses there are is for Lookup to say.
func ParseReference(text string) (Reference, error) {
	if len(text) > maxReference {
		return Reference{}, notUnderstood("it is longer than a reference can be")
	}
	all := tokens(text)
	book, rest, err := parseBook(all)
	if err != nil {
		return Reference{}, err
	}
	named := all[:len(all)-len(rest)]
	p := parser{book: book, rest: withoutEdition(rest), several: slices.ContainsFunc(named, func(t token) bool { return severalWords[t.text] })}
	if len(p.rest) == 0 {
		if book.Chapters > 1 {
			return Reference{}, notUnderstood("name a chapter; %s has %d", book.Name("en"), book.Chapters)
		}
		return Reference{book, []Span{{Point{1, 0}, Point{1, 0}}}}, nil
	}
	spans, err := p.spans()
	if err != nil {
		return Reference{}, err
	}
	reference := Reference{book, spans}
	return reference, reference.check()
}

// check says what of a reference cannot be in any edition.
func (r Reference) check() error {
	for _, span := range r.Spans {
		for _, point := range [...]Point{span.From, span.To} {
			if point.Chapter < 1 || point.Chapter > r.Book.Chapters {
				return notThere("%s has %s", r.Book.Name("en"), counted(r.Book.Chapters, "chapter"))
			}
		}
		from, to := span.From, span.To
		if to.Chapter < from.Chapter || to.Chapter == from.Chapter && to.Verse != 0 && to.Verse < from.Verse {
			return notUnderstood("it ends before it begins")
		}
	}
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// token is a word, a number or a sign.
type token struct {
	text   string
	number int // -1 for words and signs
	sign   rune
	spaced bool // white space stands before it
}

func (t token) isNumber() bool { return t.number >= 0 }
func (t token) isWord() bool   { return t.number < 0 && t.text != "" }

// dashes are the signs that stand for "to".
const dashes = "-‐‑‒–—―−~"

func tokens(text string) []token {
	var all []token
	folded := []rune(words.Fold(text))
	spaced := false
	for i := 0; i < len(folded); {
		r := folded[i]
		end, before := i+1, len(all)
		switch {
		case unicode.IsSpace(r):
			spaced, i = true, end
			continue
		case r >= '0' && r <= '9':
			for ; end < len(folded) && folded[end] >= '0' && folded[end] <= '9'; end++ {
			}
			number, err := strconv.Atoi(string(folded[i:end]))
			if err != nil || number > maxNumber {
				number = maxNumber
			}
			all = append(all, token{text: string(folded[i:end]), number: number})
		case unicode.IsLetter(r):
			for ; end < len(folded) && unicode.IsLetter(folded[end]); end++ {
			}
			all = append(all, word(string(folded[i:end])))
		case strings.ContainsRune(dashes, r):
			all = append(all, token{sign: '-', number: -1})
		case strings.ContainsRune(".:,;", r):
			all = append(all, token{sign: r, number: -1})
		case r == '&':
			all = append(all, word("and"))
		}
		if len(all) > before {
			all[before].spaced, spaced = spaced, false
		}
		i = end
	}
	return all
}

func word(text string) token { return token{text: text, number: -1} }

// editionWords are names of translations that are written after a reference. Which one is given is not for the asker to
// say, so they are passed over.
var editionWords = map[string]bool{
	"web": true, "kjv": true, "nkjv": true, "niv": true, "esv": true, "nlt": true, "nasb": true, "csb": true, "nrsv": true, "rsv": true, "asv": true,
	"msg": true, "amp": true, "nab": true, "nabre": true, "rv": true, "rvr": true, "rva": true, "nvi": true, "lbla": true, "nbla": true, "dhh": true, "tla": true, "ntv": true, "pdt": true,
}

func withoutEdition(all []token) []token {
	at := slices.IndexFunc(all, func(t token) bool { return editionWords[t.text] })
	if at < 0 || slices.ContainsFunc(all[at+1:], token.isWord) || len(all)-at > 2 {
		return all
	}
	return all[:at]
}
