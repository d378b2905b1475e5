package ask

import (
	"strings"

	"narthex/chat/words"
)

type set map[string]bool

// phrases are words with a space before, between and after them.
type phrases []string

func phrasesOf(list ...string) phrases {
	padded := make(phrases, len(list))
	for i, text := range list {
		padded[i] = " " + text + " "
	}
	return padded
}

// in reports whether one of the phrases is in a text.
func (p phrases) in(text string) bool {
	for _, phrase := range p {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

// removedFrom is a text without the phrases.
func (p phrases) removedFrom(text string) string {
	for _, phrase := range p {
		for strings.Contains(text, phrase) {
			text = strings.Replace(text, phrase, " ", 1)
		}
	}
	return text
}

// language is how one language asks in a hurry. All words are folded, without apostrophes.
type language struct {
	small     set               // never change what is asked for
	asking    set               // of the kinds: say how it is asked
	shorthand map[string]string // and misspellings that are further off than a letter
	preambles phrases           // say who asks, and that it is a question
	never     phrases           // make another question of it
	kinds     map[Kind]phrases
	subjects  []subjectWords
	hours     set     // may stand around what happens, where its hours are asked for
	meets     phrases // when do you meet
	closes    phrases // asks for an end
	over      set     // asks for one, too, ...
	during    set     // ... unless one of these is behind it, or a number
	oneOf     phrases // the early one, the evening one
	others    phrases // somebody beside those who are named
	relatives set     // of somebody who is named, unless they are the visitor's
	own       set     // before what is the visitor's
	aged      phrases // tell of an age
	ageWords  set

	known    set               // words that are no misspellings
	spelling map[byte][]string // words that others are misspellings of, by their first letter
}

// subjectWords is how a subject is asked for: with one of the phrases, no word beside them that is not around them, and none of but.
type subjectWords struct {
	subject Subject
	phrases phrases
	around  set
	but     phrases
}

var languages = map[string]*language{"en": ready(english), "es": ready(spanish)}

// ready makes of a language's words what its questions are read with.
func ready(l *language) *language {
	l.known, l.spelling = make(set), make(map[byte][]string)
	for w := range l.small {
		l.known[w] = true
	}
	for _, list := range lookalikes {
		l.known[list] = true
	}
	for i := range topics {
		l.know(topics[i].around)
	}
	for i := range roles {
		l.know(roles[i].around)
	}
	targets := make(set)
	learn := func(w string) {
		if !targets[w] && !l.small[w] && len(w) >= shortestRepaired {
			targets[w] = true
			l.spelling[w[0]] = append(l.spelling[w[0]], w)
		}
		l.known[w] = true
	}
	for _, s := range l.subjects {
		for _, p := range s.phrases {
			for w := range strings.FieldsSeq(p) {
				learn(w)
			}
		}
		for w := range s.around {
			learn(w)
		}
	}
	for i := range topics {
		for w := range topics[i].asks {
			learn(w)
		}
	}
	for _, s := range []set{l.hours, l.asking} {
		for w := range s {
			learn(w)
		}
	}
	return l
}

// know has words that are as they should be.
func (l *language) know(list set) {
	for w := range list {
		l.known[w] = true
	}
}

// lookalikes are words a letter away from one that matters.
var lookalikes = strings.Fields(`player players party parts guess patty pastry plastic string strong chair chairs packing parting marking working walking weary
	addict dressing choral charge course coach couch clash stars smart stark stuff state combing warship melting meaning minister omen sermons tithe tithes
	phony board bored price prices order other water latter wearer prosper mesas pasto pastel santos cuantos cantar abran camas honras culpa oculto valle nacio
	mother brother another member members wonder stress press servant serve served serves serving teach preached parent parents children woman hymnal
	starting tocar meal meals while white whole whose these those their other house horse mouse moses jesus christ angel faith baptism sinner sunset`)

func setOf(lists ...string) set { return set(words.Set(lists...)) }

func union(sets ...set) set {
	all := make(set)
	for _, s := range sets {
		for w := range s {
			all[w] = true
		}
	}
	return all
}
