package assent

import (
	"slices"
	"strings"
	"unicode/utf8"

	"narthex/chat/words"
)

// kind is what a phrase does in an answer.
type kind int

const (
	unknown  kind = iota
	beside        // changes nothing: thanks, blessings, who is spoken to
	agreeing      // yes, send it
	nodding       // ok: a yes, unless a no comes behind it
	praising      // perfect, that works: the same, and nothing against a no before it
	pleading      // please: the same
	refusing      // no, don't
	turning       // wait, but: what was said before it no longer stands alone
	noting        // got it: answers nothing
	closing       // that's it: answers nothing, and changes no yes or no beside it
	enough        // that's all: a no, but behind a perfect, where nothing is to be changed
)

// Heard tells whether a message says yes or no to what was asked before it, and nothing else: ok is false for every other message, and
// for one that asks something.
func Heard(message string) (accept, ok bool) {
	if asks(message) {
		return false, false
	}
	said := split(message)
	if len(said) == 0 {
		accept, ok = thumbs[strings.Map(plainThumb, strings.TrimSpace(message))]
		return accept, ok
	}
	kinds, ends := read(said)
	if !whole(said, ends) || laughs(said) {
		return false, false
	}
	return verdict(kinds)
}

// Notes reports whether a message does no more than to say that something was heard: "ok", "got it, thanks", "perfecto". To a question it
// may be a yes.
func Notes(message string) bool {
	if asks(message) {
		return false
	}
	said := split(message)
	kinds, ends := read(said)
	return whole(said, ends) && slices.ContainsFunc(kinds, func(k kind) bool { return k == nodding || k == praising || k == noting || k == closing }) &&
		!slices.ContainsFunc(kinds, func(k kind) bool { return k == agreeing || k == refusing || k == turning })
}

func asks(message string) bool { return strings.ContainsAny(message, "?¿？؟") }

// split cuts a message into words, "that's" as "thats": many write no apostrophes.
func split(message string) []string {
	return slices.Collect(words.Split(strings.ReplaceAll(words.Fold(message), "'", "")))
}

// mostWords are read of a message: in more of them nobody only says yes.
const mostWords = 60

// read cuts what a message begins with into phrases, so that as many words as can be are in one, and the phrases are long. It gives their kinds
// and behind how many words each ends.
func read(said []string) (kinds []kind, ends []int) {
	said = said[:min(len(said), mostWords)]
	best := make([]struct{ reached, length int }, len(said)+1)
	best[len(said)].reached = len(said)
	for from := len(said) - 1; from >= 0; from-- {
		best[from].reached = from
		for length := min(len(said)-from, longestPhrase+len(doNot)); length > 0; length-- {
			if reached := best[from+length].reached; reached > best[from].reached && kindOf(said[from:from+length]) != unknown {
				best[from].reached, best[from].length = reached, length
			}
		}
	}
	for from := 0; best[from].length > 0; {
		next := from + best[from].length
		kinds, ends = append(kinds, kindOf(said[from:next])), append(ends, next)
		from = next
	}
	return kinds, ends
}

// whole reports whether every word is in a phrase.
func whole(said []string, ends []int) bool { return len(ends) > 0 && ends[len(ends)-1] == len(said) }

// doNot turns a phrase that agrees into a no, as "don't" does, directly before it. A no does not: "no, do it" may be either.
var doNot = []string{"do", "not"}

// kindOf is what words do that are a phrase.
func kindOf(said []string) kind {
	if found := phrases[strings.Join(said, " ")]; found != unknown {
		return found
	}
	rest := said
	switch {
	case len(said) > 1 && said[0] == "dont":
		rest = said[1:]
	case len(said) > 2 && slices.Equal(said[:2], doNot):
		rest = said[2:]
	case len(said) == 1:
		return phrases[unstretched(said[0])]
	}
	if len(rest) < len(said) && kindOf(rest) == agreeing { // "don't send it"
		return refusing
	}
	return unknown
}

// verdict is what phrases come to. A yes and a no in one message are no answer, unless the yes is no more than a nod before the no: "ok,
// never mind". Neither is what ends by turning round.
func verdict(kinds []kind) (accept, ok bool) {
	yes, nod, no, turned, over := false, false, false, false, false
	for _, k := range kinds {
		switch k {
		case agreeing:
			yes, turned = true, false
		case nodding:
			if no {
				return false, false // "no, ok"
			}
			nod, turned = true, false
		case praising, pleading:
			nod = nod || !no
		case refusing:
			no, turned = true, false
		case enough:
			over, turned = true, false
		case turning:
			turned = true
		case noting:
			if !no { // "no, that's ok"
				return false, false
			}
		}
	}
	switch {
	case turned, yes && (no || over), over && nod && !no:
		return false, false
	case no, over:
		return false, true
	}
	return yes || nod, yes || nod
}

// laughs reports whether somebody laughs in Spanish: "ja ja".
func laughs(said []string) bool {
	laughter := 0
	for _, word := range said {
		if inGerman[word] {
			return false
		}
		if unstretched(word) == "ja" {
			laughter++
		}
	}
	return laughter > 1
}

// unstretched is a word as it is written by who holds its last key: "siii", "noo". Laughter is written so as well: "kkkk", "jaaa".
func unstretched(word string) string {
	if phrases[word] != unknown {
		return word
	}
	last := word[len(word)-1:]
	if short := strings.TrimRight(word, last) + last; last[0] < utf8.RuneSelf && stretchable[short] {
		return short
	}
	return word
}

// plainThumb drops what colours a picture.
func plainThumb(r rune) rune {
	if r >= 0x1F3FB && r <= 0x1F3FF || r == 0xFE0F {
		return -1
	}
	return r
}
