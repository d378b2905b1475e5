package party

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// kind is what a word is for counting people.
type kind uint8

const (
	other  kind = iota // says nothing of people
	filler             // says nothing at all
	verb               // of being and meaning: I think, there will be
	motion             // come, visit
	talk               // with whom nobody comes: speak
	past               // told, died
	stop               // ends a clause
	comma
	and
	plus
	with
	among // including
	or
	only
	alone
	no
	without
	doubt   // maybe
	vague   // more than
	correct // wait, I mean
	whole   // we are, a family of
	total   // in all
	number
	article
	the
	possessive
	of
	ofUs
	ofThem
	more
	adjective
	person
	grownup
	child
	children
	relative
	relatives
	couple
	family
	self // me
	i    // which may be the subject of what is said
	us
	yearOld
	years
	weekday
	month
	clock // am, o'clock
	at
	ordinal
	date // a number or what stands for a day, a time, an age
	span // 3-4
)

// token is a word, or several that mean one thing.
type token struct {
	text  string // folded
	kind  kind
	n     int  // of a number, or a noun that is one
	named bool // it begins with a capital letter
}

var (
	email  = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	phone  = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	iso    = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	hyphen = regexp.MustCompile(`([\p{L}\d])-(\p{L})`)
	spoken = regexp.MustCompile(`\d[\d:./-]*\d|\d|[\p{L}\p{M}'’]+|\S|\n`)
)

// tokens reads a message.
func tokens(message string) []token {
	for _, form := range [...]*regexp.Regexp{email, iso, phone} {
		message = form.ReplaceAllString(message, " , ")
	}
	message = hyphen.ReplaceAllString(hyphen.ReplaceAllString(message, "$1 $2"), "$1 $2")
	var plain []token
	for _, word := range spoken.FindAllString(message, -1) {
		first, _ := utf8.DecodeRuneInString(word)
		for n, part := range uncontracted(words.Fold(word)) {
			if part != "" { // nothing but marks
				plain = append(plain, token{text: part, named: n == 0 && unicode.IsUpper(first)})
			}
		}
	}
	return dated(byNeighbours(numbered(understood(plain))))
}

// byNeighbours takes "son" for "are" beside a number, "dos son niños", and "May" for the month.
func byNeighbours(said []token) []token {
	for n := range said {
		prior, next := before(said, n), behind(said, n)
		switch {
		case said[n].text == "son" && (next == number || next == children || prior == number && said[n-1].n > 1):
			said[n].kind, said[n].n = verb, 0
		case said[n].text == "may" && (next == number || prior == ordinal || prior == of && before(said, n-1) == ordinal):
			said[n].kind = month
		}
	}
	return said
}

// uncontracted takes apart what an apostrophe joins. What belongs to somebody is one word: "sister's".
func uncontracted(word string) []string {
	if apart, ok := contracted[word]; ok {
		return strings.Fields(apart)
	}
	before, after, joined := strings.Cut(word, "'")
	if !joined || before == "" {
		return []string{strings.Trim(word, "'")}
	}
	switch after {
	case "m":
		return []string{before, "am"}
	case "re":
		return []string{before, "are"}
	case "ll":
		return []string{before, "will"}
	case "d":
		return []string{before, "would"}
	case "ve":
		return []string{before, "have"}
	case "t":
		return []string{strings.TrimSuffix(before, "n"), "not"}
	case "s":
		if pointing[before] {
			return []string{before, "is"}
		}
	}
	return []string{word}
}

// understood finds what each word is, and joins those that mean one thing.
func understood(plain []token) []token {
	var found []token
	for at := 0; at < len(plain); {
		t, used := longest(plain[at:])
		found = append(found, t)
		at += used
	}
	return found
}

const longestPhrase = 4 // words

func longest(plain []token) (token, int) {
	for n := min(longestPhrase, len(plain)); n > 0; n-- {
		var said []string
		for _, t := range plain[:n] {
			said = append(said, t.text)
		}
		if known, ok := lexicon[strings.Join(said, " ")]; ok {
			return token{plain[0].text, known.kind, known.n, plain[0].named}, n
		}
	}
	return unlisted(plain[0]), 1
}

// unlisted is a word that is in no list: a figure, or what belongs to somebody.
func unlisted(t token) token {
	if n, err := strconv.Atoi(t.text); err == nil {
		t.kind, t.n = number, n
		if n > 999 {
			t.kind = date
		}
		return t
	}
	switch {
	case t.text[0] >= '0' && t.text[0] <= '9':
		t.kind = figures(t.text)
	case strings.HasSuffix(t.text, "'s"):
		t.kind = possessive
	case !unicode.IsLetter(first(t.text)):
		t.kind = comma
	}
	return t
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// figures tells a range of numbers from a date and a time.
func figures(text string) kind {
	from, to, isSpan := strings.Cut(text, "-")
	low, err := strconv.Atoi(from)
	high, second := strconv.Atoi(to)
	if isSpan && err == nil && second == nil && low < high {
		return span
	}
	return date
}
