package match

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/words"
)

// name is a church's name, cut into what is compared.
type name struct {
	own  []string // the words that are its own
	kind []string // what kind of church it is: "baptist", "community"
}

// readName cuts a name. The words of its town, inTown, say nothing: everybody there has them.
func readName(text string, inTown []string) name {
	var r reader
	return r.read(text, inTown)
}

// reader cuts names one after another, thousands for a large town, in memory of its own: a name holds until the next is read.
type reader struct {
	words []string
	name
}

func (r *reader) read(text string, inTown []string) name {
	of := name{own: r.own[:0], kind: r.kind[:0]}
	r.words = appendWords(r.words[:0], text)
	all := r.words
	for _, word := range all {
		switch {
		case weak[word]:
		case kinds[word]:
			of.kind = append(of.kind, word)
		case !slices.Contains(inTown, word):
			of.own = append(of.own, word)
		}
	}
	if len(of.own) == 0 && len(of.kind) == 0 { // "Portland Church", "The Church": the town is all there is
		for _, word := range all {
			if !weak[word] {
				of.own = append(of.own, word)
			}
		}
	}
	of.own, of.kind = distinct(of.own), distinct(of.kind)
	r.name = of
	return of
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// initials are letters that stand for words: "a.m.e.", "a. m. e.", "a m e". They are looked for in a folded text: \b takes an accented
// letter for the end of a word.
var initials = regexp.MustCompile(`(?:\b[a-z]\. ?){2,}|\b(?:[a-z] ){2,}[a-z]\b`)

var (
	marks  = strings.NewReplacer("'", "", "’", "", "&", " and ")
	joined = strings.NewReplacer(".", "", " ", "")
)

// wordsOf are the words of a text, written out and in one form.
func wordsOf(text string) []string { return appendWords(nil, text) }

func appendWords(all []string, text string) []string {
	if strings.Contains(text, "'") || strings.Contains(text, "’") || strings.Contains(text, "&") { // Replace is slow even where there is nothing
		text = marks.Replace(text)
	}
	text = words.Fold(text)
	if hasInitials(text) {
		text = initials.ReplaceAllStringFunc(text, func(letters string) string { return joined.Replace(letters) + " " })
	}
	for word := range words.Split(text) {
		all = appendWritten(all, word)
	}
	return all
}

// hasInitials is a quick look for two single letters.
func hasInitials(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		if (i == 0 || text[i-1] == ' ' || text[i-1] == '.') && (text[i+1] == '.' || text[i+1] == ' ') {
			return true
		}
	}
	return false
}

// appendWritten adds a word written out, without the ending that makes it somebody's or many.
func appendWritten(all []string, word string) []string {
	if whole, ok := short[word]; ok {
		return append(all, whole...)
	}
	if n := len(word); n >= 4 && word[n-1] == 's' && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is") {
		word = word[:n-1]
	}
	return append(all, word)
}

// fit is how well two names fit.
type fit int

const (
	different fit = iota
	likely        // the same but for what kind of church it is, which one of them leaves out
	same
)

// compare holds two names against each other.
func compare(a, b name) fit {
	if len(a.own)+len(a.kind) == 0 || !alike(a.own, b.own) {
		return different
	}
	if slices.Equal(a.kind, b.kind) {
		return same
	}
	if len(a.own) == 0 || !subset(a.kind, b.kind) && !subset(b.kind, a.kind) {
		return different
	}
	if !slices.ContainsFunc(a.own, telling) {
		return different // "First Church" may be anybody's
	}
	return likely
}

// telling reports whether a word sets a church apart from others of its town.
func telling(word string) bool { return !ordinals[word] && word != "saint" }

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(all, word) })
}

// alike reports whether each word of one has its own in the other, one of them perhaps with a wrong letter.
func alike(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	left := slices.Clone(b)
	wrong := 0
	for _, word := range a {
		at := slices.Index(left, word)
		if at < 0 {
			at = slices.IndexFunc(left, func(other string) bool { return oneLetterApart(word, other) })
			wrong++
		}
		if at < 0 || wrong > 1 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

// shortestMistaken is how long a word must be to have a wrong letter: "Mark" and "Mary" are two saints.
const shortestMistaken = 6

// oneLetterApart reports whether one letter is another, is too many, or has changed places with the next.
func oneLetterApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < shortestMistaken || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
