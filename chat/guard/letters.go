package guard

import (
	"slices"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// width returns how many letters a character is read as.
func width(r rune) int {
	letters, _ := words.Level(r)
	return len(letters)
}

// letter is one letter of a term, with what may stand between it and the next.
type letter struct {
	is         rune
	spaced     bool // white space: a word ends here
	apostrophe bool
}

// spell returns the letters of a term.
func spell(term string) []letter {
	var letters []letter
	for _, r := range term {
		plain, other := words.Level(r)
		for _, p := range plain {
			letters = append(letters, letter{is: p})
		}
		if len(plain) > 0 || len(letters) == 0 || other == words.Invisible {
			continue
		}
		last := &letters[len(letters)-1]
		last.apostrophe = true
		last.spaced = last.spaced || other != words.Apostrophe
	}
	if len(letters) > 0 {
		letters[len(letters)-1].spaced = false // of words that end in quotation marks
	}
	return possessives(letters)
}

// possessives marks where an apostrophe may stand that was not configured: "Gods" and "Gods'" are "God's".
func possessives(letters []letter) []letter {
	for i := range letters {
		last := i == len(letters)-1
		before := !last && letters[i+1].is == 's' && (i+1 == len(letters)-1 || letters[i+1].spaced)
		if last || before {
			letters[i].apostrophe = true
		}
	}
	return letters
}

// forms returns a term and its plurals, which are its possessives as well.
func forms(letters []letter) [][]letter {
	word := lastWord(letters)
	last, alone := word[len(word)-1], len(word) == len(letters)
	forms := [][]letter{letters}
	add := func(stem []letter, with string) {
		if !alone || !otherThan[with][string(word)] {
			forms = append(forms, ending(stem, with))
		}
	}
	add(letters, "s")
	if takesES(last) {
		add(letters, "es")
	}
	if last == 'y' && len(word) > 1 {
		add(letters[:len(letters)-1], "ies")
	}
	return forms
}

// takesES says whether plurals in es are made after a letter: the hissing ones in English, and those that Spanish words end in.
func takesES(last rune) bool {
	return !unicode.IsLower(last) || last > unicode.MaxASCII || strings.ContainsRune("sxzhdlnrjy", last)
}

// otherThan are words, by the ending, with which they become others that mean something else: who is not to say "new" may tell the
// news. In a term of several words the others tell which is meant. Their possessives are let out with them.
var otherThan = map[string]map[string]bool{
	"s":   words.Set("new mean good custom manner pant"),
	"es":  words.Set("plan car bar star cur sal mal tal pal win can pan pin fin tun con ton bas hon mor lor fir wir hir tir cor por sor spar scar shar war har un son man lan van dun run prim col hol mol pol rol"),
	"ies": {},
}

// lastWord are the letters of a term's last word.
func lastWord(letters []letter) (word []rune) {
	for i, l := range letters {
		if i > 0 && letters[i-1].spaced {
			word = word[:0]
		}
		word = append(word, l.is)
	}
	return word
}

func ending(letters []letter, with string) []letter {
	form := slices.Clone(letters)
	for _, r := range with {
		form = append(form, letter{is: r})
	}
	return possessives(form)
}
