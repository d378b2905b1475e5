package question

import (
	"strings"

	"narthex/cache"
	"narthex/chat/words"
)

// Distressed reports whether a message carries grief or distress of the visitor's own. It errs towards care, which can
// answer whatever else is asked.
func Distressed(message string) bool {
	text := innocent.without(strings.Fields(cache.Normalise(message)))
	return telling.in(text) || text.mourns() || text.feels() || text.suffers() && !text.helps() || distressedElsewhere(message)
}

// spokenWords are the words of a message, levelled; "" stands for what says nothing.
type spokenWords []string

// suffers finds a word of distress of somebody who speaks of themselves, or of those close to them.
func (s spokenWords) suffers() bool { return s.has(distressing) && s.has(oneself) }

// helps finds that somebody wants to help others.
func (s spokenWords) helps() bool { return s.has(helped) && s.has(helping) }

func (s spokenWords) has(any map[string]bool) bool {
	for _, word := range s {
		if any[word] {
			return true
		}
	}
	return false
}

// mourns finds somebody dear who was lost, or came to harm.
func (s spokenWords) mourns() bool {
	own := s.has(oneself)
	for i, word := range s {
		switch {
		case lossy[word] && own && dear[singular(s.after(i, between))]:
			return true
		case own && dear[singular(word)]:
			for _, next := range s[i+1 : min(i+5, len(s))] {
				if fatal[next] {
					return true
				}
			}
		}
	}
	return false
}

// feels finds a feeling.
func (s spokenWords) feels() bool {
	for i, word := range s {
		if feelVerb[word] && feeling[s.after(i, degree)] {
			return true
		}
	}
	return false
}

// after is the first word after an index that is none of those which may stand between.
func (s spokenWords) after(i int, between map[string]bool) string {
	for i++; i < len(s); i++ {
		if !between[s[i]] {
			return s[i]
		}
	}
	return ""
}

func singular(word string) string {
	if dear[word] {
		return word
	}
	return strings.TrimSuffix(word, "s")
}

var (
	telling  = compilePhrases(distressPhrases)
	innocent = compilePhrases(innocentPhrases)

	distressing = words.Set(distressWords)
	oneself     = words.Set(selfWords)
	dear        = words.Set(dearOnes)
	lossy       = words.Set(lossWords)
	between     = words.Set(betweenWords)
	feeling     = words.Set(feelingWords)
	feelVerb    = words.Set(feelingVerbs)
	degree      = words.Set(degreeWords)
	fatal       = words.Set(fateWords)
	helped      = words.Set(helpedWords)
	helping     = words.Set(helpingWords)
)

// phrases are sequences of words, each of which may be one of several, by their first word.
type phrases map[string][][][]string

func compilePhrases(texts []string) phrases {
	all := make(phrases)
	for _, text := range texts {
		var sequence [][]string
		for word := range strings.FieldsSeq(text) {
			sequence = append(sequence, strings.Split(word, "|"))
		}
		for _, first := range sequence[0] {
			all[first] = append(all[first], sequence[1:])
		}
	}
	return all
}

// at gives how many words long the longest phrase is that begins at an index, 0 if none does.
func (p phrases) at(text spokenWords, i int) (length int) {
	for _, rest := range p[text[i]] {
		if len(rest) > length-1 && text[i+1:].begins(rest) {
			length = len(rest) + 1
		}
	}
	return length
}

func (s spokenWords) begins(sequence [][]string) bool {
	if len(s) < len(sequence) {
		return false
	}
	for i, words := range sequence {
		if !matchesAny(words, s[i]) {
			return false
		}
	}
	return true
}

func matchesAny(words []string, spoken string) bool {
	for _, word := range words {
		if stem, open := strings.CutSuffix(word, "-"); word == spoken || open && strings.HasPrefix(spoken, stem) {
			return true
		}
	}
	return false
}

func (p phrases) in(text spokenWords) bool {
	for i := range text {
		if p.at(text, i) > 0 {
			return true
		}
	}
	return false
}

// without makes the phrases in a text say nothing.
func (p phrases) without(text spokenWords) spokenWords {
	for i := range text {
		for n := range p.at(text, i) {
			text[i+n] = ""
		}
	}
	return text
}
