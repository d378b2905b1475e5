package term

import (
	"slices"

	stemenglish "github.com/kljensen/snowball/english"
	stemspanish "github.com/kljensen/snowball/spanish"

	"narthex/chat/words"
)

// The languages that are understood, ISO 639-1.
const (
	English = "en"
	Spanish = "es"
)

// Term is a stemmed word or, where several words mean the same to a church, the concept they share ("=wedding"). Concepts
// are the same in both languages, so that a Spanish question finds an English sentence.
type Term string

// WordsIn gives the folded words of a text. An apostrophe ends a word.
func WordsIn(text string) []string { return slices.Collect(words.Split(words.Fold(text))) }

// Lexicon remembers the terms of words: stemming is most of the work of reading a prompt, and words come again.
type Lexicon map[lexeme]Term

type lexeme struct {
	language string
	word     string
}

// Terms gives the terms of folded words in order, without the words that say nothing.
func (x Lexicon) Terms(text []string, lang string) []Term {
	terms := make([]Term, 0, len(text)/2)
	for _, word := range text {
		if stopWords[lang][word] {
			continue
		}
		t, known := x[lexeme{lang, word}]
		if !known {
			t = termOf(word, lang)
			x[lexeme{lang, word}] = t
		}
		terms = append(terms, t)
	}
	return terms
}

func termOf(word, lang string) Term {
	root := stem(word, lang)
	if concept, ok := concepts[lang][root]; ok {
		return concept
	}
	return Term(root)
}

// Of gives the terms of a text, in its order.
func Of(text, lang string) []Term { return Lexicon{}.Terms(WordsIn(text), lang) }

func stem(word, lang string) string {
	if lang == Spanish {
		return stemspanish.Stem(word, true)
	}
	return stemenglish.Stem(word, true)
}
