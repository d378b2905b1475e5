package cache

import (
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// Normalise returns the words of a question, so that it reads the same however it was typed: without case, accents,
// punctuation, repeated spaces, and polite words at its beginning and end in English and Spanish. Whatever the input, what
// has words keeps some: "Hi!" is "hi".
func Normalise(question string) string {
	tokens := wording(question)
	if len(tokens) == 0 { // punctuation only: "?" and "!!" are different texts all the same
		return words.Fold(question)
	}
	return join(tokens)
}

// wording returns the tokens of a question without polite words.
func wording(question string) []token {
	tokens := tokenise(question)
	rest := tokens
	for before := -1; before != len(rest); {
		before = len(rest)
		rest = withoutOpening(rest)
		rest = withoutClosing(rest)
	}
	if len(rest) == 0 {
		return tokens
	}
	return rest
}

func join(tokens []token) string {
	size := len(tokens)
	for _, t := range tokens {
		size += len(t.text)
	}
	return string(appendPhrase(make([]byte, 0, size), tokens))
}

// appendPhrase writes tokens as a phrase of the lexicons.
func appendPhrase(phrase []byte, tokens []token) []byte {
	for i, t := range tokens {
		if i > 0 {
			phrase = append(phrase, ' ')
		}
		phrase = append(phrase, t.text...)
	}
	return phrase
}

// withoutOpening takes one greeting, polite word or emoji off the beginning.
func withoutOpening(tokens []token) []token {
	if len(tokens) == 0 {
		return tokens
	}
	if isPictogram(tokens[0].text) {
		return tokens[1:]
	}
	if !firstPolite[tokens[0].text] {
		return tokens
	}
	var space [128]byte
	for n := min(longestPhrase, len(tokens)); n > 0; n-- {
		phrase, rest := appendPhrase(space[:0], tokens[:n]), tokens[n:]
		opens := len(rest) == 0 || polite[opener][rest[0].text]
		switch {
		case isPolite(salutation, phrase) && !opens && !tokens[n-1].pause:
			return tokens // "Good Morning Prayer"
		case isPolite(greeting, phrase), isPolite(salutation, phrase), isPolite(request, phrase),
			isPolite(requestBeforeQuestion, phrase) && opens:
			return rest
		}
	}
	return tokens
}

// withoutClosing takes one polite word or emoji off the end.
func withoutClosing(tokens []token) []token {
	if len(tokens) == 0 {
		return tokens
	}
	last := tokens[len(tokens)-1].text
	if isPictogram(last) {
		return tokens[:len(tokens)-1]
	}
	if !lastPolite[last] {
		return tokens
	}
	var space [128]byte
	for n := min(longestPhrase, len(tokens)); n > 0; n-- {
		rest := tokens[:len(tokens)-n]
		if !isPolite(closing, appendPhrase(space[:0], tokens[len(tokens)-n:])) {
			continue
		}
		if len(rest) > 0 && !rest[len(rest)-1].pause && polite[beforeClosing][rest[len(rest)-1].text] {
			return tokens // "how do I say thank you"
		}
		return rest
	}
	return tokens
}

// isPictogram says whether a token is an emoji or the like. Signs for money and the like are symbols of another kind.
func isPictogram(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r)
}
