// Package conduct tells a rude or harassing visitor. Read conduct.go (what a manner is); lexicon.go, english.go and spanish.go
// hold the words and phrases, read.go and phrase.go find them in a message, and answer.go is what is said.
package conduct

import (
	"sync"
)

// Manner is how a visitor's message treats those who read it.
type Manner string

// The manners of a message.
const (
	Fine Manner = "fine"
	// Profane is a message with coarse words that are aimed at nobody here. It is answered like any other.
	Profane Manner = "profane"
	// Harassing is a message that insults, threatens or sexually harasses the assistant or the people of the church.
	Harassing Manner = "harassing"
)

// Judge judges the manner of a message in English or Spanish. It needs nothing but the message, and takes microseconds.
//
// Coarse words by themselves are never harassing: people in distress use them. Neither is telling what others have said,
// which is how people ask for help ("he calls me a stupid bitch"): words that follow "he said", "me dice" and the like in
// the same sentence or the next, or stand in quotation marks within a longer message, are not the visitor's own. Somebody
// can therefore disguise an insult as a report; refusing a victim would be worse.
//
// Words are known in spite of capitals, accents, look-alike letters, digits for letters ("1d10t"), masks ("f**k"),
// repeated letters and spaces between letters. Only whole words count, so that Scunthorpe, the cock that crowed, Balaam's
// ass and a man called Dick are safe. Call it after the crisis gate: a threat may be both.
func Judge(message string) Manner {
	l := abuseLexicon()
	m := l.read(message)
	if l.harassing(m) {
		return Harassing
	}
	for _, w := range m {
		if l.profane[w.id] {
			return Profane
		}
	}
	return Fine
}

// harassing reports whether a phrase of abuse is there that is the visitor's own.
func (l *lexiconOfAbuse) harassing(m []spoken) bool {
	reported := -1 // the sentence of the last report of what others said
	outside := 0   // words that are not in quotation marks
	for _, w := range m {
		if !w.quoted {
			outside++
		}
	}
	for i, w := range m {
		if l.reports.startAt(m, i) {
			reported = w.sentence
		}
		if reported >= 0 && w.sentence-reported <= 1 || w.quoted && outside >= wordsAroundQuote {
			continue
		}
		if l.abuses.startAt(m, i) {
			return true
		}
	}
	return false
}

// wordsAroundQuote is from how many words on a message is about what it quotes, rather than the quotation itself.
const wordsAroundQuote = 3

var abuseLexicon = sync.OnceValue(func() *lexiconOfAbuse { return newLexiconOfAbuse(abuseEnglish, abuseSpanish) })
