package redact

import (
	"regexp"
	"unicode"

	"narthex/chat/words"
)

// judge decides what each token of a question is.
func (r *Redactor) judge(tokens []token) {
	shouted := isShouted(tokens)
	for i := range tokens {
		t := &tokens[i]
		if shouted {
			t.capital = false
		}
		r.judgeAlone(t)
	}
	for i := range tokens {
		r.judgeBeside(tokens, i)
	}
	hideRuns(tokens, isNumeric, 2)
	hideRuns(tokens, isNumeral, 3)
	hideRuns(tokens, isLetter, 3)
	r.hideStreets(tokens)
}

// isShouted reports whether a question is in capitals, which then tell nothing.
func isShouted(tokens []token) bool {
	for _, t := range tokens {
		for _, c := range t.text {
			if unicode.IsLower(c) {
				return false
			}
		}
	}
	return true
}

// judgeAlone judges a token by itself.
func (r *Redactor) judgeAlone(t *token) {
	switch {
	case isAddress(t.text):
		t.is = hidden
		return
	case hasDigit(t.text):
		if !isShortNumber(t.text) {
			t.is = hidden
		}
		return
	}
	for _, word := range t.words {
		t.is = max(t.is, r.kindOf(word))
		t.name = t.name || known().names[word]
	}
	if len(t.words) == 0 {
		t.is = unknown
	}
}

func (r *Redactor) kindOf(word string) kind {
	switch lexicon := known(); {
	case r.own[word], lexicon.vocabulary[word], shortWords[word], words.SmallInAny(word):
		return plain
	case lexicon.names[word]:
		return hidden
	}
	return unknown
}

// judgeBeside judges a token by what stands around it: a word that may be a name is one beside a name or behind a title, and where it
// has a capital letter that no sentence gives it.
func (r *Redactor) judgeBeside(tokens []token, i int) {
	t := &tokens[i]
	if t.is == hidden || r.owns(t) || hasDigit(t.text) {
		return
	}
	if !t.name && t.is == plain || allOf(t.words, words.SmallInAny) {
		return
	}
	behindTitle := i > 0 && isTitle(tokens, i-1)
	besideName := i > 0 && isName(&tokens[i-1]) && tokens[i-1].closing == "" || i+1 < len(tokens) && isName(&tokens[i+1]) && t.closing == ""
	capitalName := isCapitalName(tokens, i)
	if behindTitle || besideName || capitalName {
		t.is = hidden
	}
}

// isName reports whether a token is surely a name.
func isName(t *token) bool {
	return t.name && (t.is == hidden || t.capital && !t.first && !allOf(t.words, words.SmallInAny)) && !hasDigit(t.text)
}

// isCapitalName finds names that are words, too, by their capital letter. Words that always have one are left alone where they
// mean what they mean: Jesus, and a month behind "in".
func isCapitalName(tokens []token, i int) bool {
	t := tokens[i]
	if !t.name || !t.capital || t.first || len(t.words) != 1 || t.words[0] == "jesus" {
		return t.name && t.capital && !t.first && len(t.words) != 1
	}
	return !months[t.words[0]] || !beforeMonths[tokens[i-1].words[0]]
}

func isTitle(tokens []token, i int) bool {
	t := tokens[i]
	if len(t.words) != 1 || !titles[t.words[0]] || endsSentence(t.closing) && t.closing != "." {
		return false
	}
	return i == 0 || len(tokens[i-1].words) != 1 || !articles[tokens[i-1].words[0]]
}

// owns reports whether the church has published all words of a token.
func (r *Redactor) owns(t *token) bool {
	return allOf(t.words, func(word string) bool { return r.own[word] })
}

var (
	mailOrSite  = regexp.MustCompile(`@|://|^www\.|\pL\.\pL{2,}`)
	shortNumber = regexp.MustCompile(`(?i)^(\d{1,2}([:.h]\d{2})?|20[2-3]\d)(am|pm|a\.m|p\.m|h|hs|st|nd|rd|th|º|ª|°)?(-\d{1,2}([:.h]\d{2})?(am|pm|a\.m|p\.m|h)?)?$`)
)

// isAddress finds mail addresses, sites and names of accounts.
func isAddress(text string) bool { return mailOrSite.MatchString(text) }

func hasDigit(text string) bool {
	for _, c := range text {
		if unicode.IsNumber(c) {
			return true
		}
	}
	return false
}

// isShortNumber finds the numbers that many ask about: an age, a time, a day, a year of this time.
func isShortNumber(text string) bool { return shortNumber.MatchString(text) }

func isNumeric(t *token) bool { return hasDigit(t.text) }
func isNumeral(t *token) bool { return len(t.words) == 1 && numerals[t.words[0]] || hasDigit(t.text) }
func isLetter(t *token) bool {
	return len([]rune(t.text)) == 1 && !hasDigit(t.text)
}

// hideRuns hides what comes so often in a row: a number that was written in pieces, a name that was spelled.
func hideRuns(tokens []token, is func(*token) bool, least int) {
	for start := 0; start < len(tokens); {
		end := start
		for end < len(tokens) && is(&tokens[end]) {
			end++
		}
		if end-start >= least {
			hide(tokens[start:end])
		}
		start = max(end, start+1)
	}
}

func hide(tokens []token) {
	for i := range tokens {
		tokens[i].is = hidden
	}
}

// streetLength is how many words the name of a street may have.
const streetLength = 3

// hideStreets hides streets with their numbers, but for the church's own.
func (r *Redactor) hideStreets(tokens []token) {
	for i := range tokens {
		if len(tokens[i].words) != 1 {
			continue
		}
		from, to := i, i+1
		switch word := tokens[i].words[0]; {
		case streetsAfter[word]:
			for from > 0 && i-from < streetLength && isStreetName(&tokens[from-1]) {
				from--
			}
			numbered := from > 0 && from < i && hasDigit(tokens[from-1].text)
			if numbered {
				from--
			}
			named := tokens[i].capital && tokens[from].capital && !tokens[from].first
			if from == i || !numbered && !named && !properStreets[word] {
				continue // "which way", "do you drive"
			}
		case streetsBefore[word]:
			for to < len(tokens) && to-i <= streetLength+1 && (isStreetName(&tokens[to]) || hasDigit(tokens[to].text) || isSmall(&tokens[to]) && to-i <= 2) {
				to++
			}
			if to == i+1 {
				continue
			}
		default:
			continue
		}
		if !r.ownsAll(tokens[from:to]) {
			hide(tokens[from:to])
		}
	}
}

// properStreets are words that hardly mean anything but a street.
var properStreets = map[string]bool{"street": true, "road": true, "rd": true, "avenue": true, "ave": true, "lane": true, "ln": true, "boulevard": true, "blvd": true, "highway": true, "hwy": true, "parkway": true, "pkwy": true}

func isSmall(t *token) bool { return len(t.words) == 1 && smallWords[t.words[0]] }

func isStreetName(t *token) bool {
	return len(t.words) > 0 && !isSmall(t) && !words.SmallInAny(t.words[0]) && !hasDigit(t.text) && t.closing == ""
}

func (r *Redactor) ownsAll(tokens []token) bool {
	for i := range tokens {
		if !isSmall(&tokens[i]) && !r.owns(&tokens[i]) {
			return false
		}
	}
	return true
}
