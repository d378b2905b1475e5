package guard

import (
	"slices"

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
	var stem []rune
	for _, l := range letters {
		stem = append(stem, l.is)
	}
	last := stem[len(stem)-1]
	forms := [][]letter{letters, ending(letters, "s")}
	if !slices.Contains([]rune("aeiou"), last) {
		forms = append(forms, ending(letters, "es"))
	}
	if last == 'y' && len(letters) > 1 && !letters[len(letters)-2].spaced {
		forms = append(forms, ending(letters[:len(letters)-1], "ies"))
	}
	return forms
}

func ending(letters []letter, with string) []letter {
	form := slices.Clone(letters)
	for _, r := range with {
		form = append(form, letter{is: r})
	}
	return possessives(form)
}
