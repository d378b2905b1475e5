package main

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// additionMark stands at both ends of a word that the translators added: the source has lost the spaces there.
const additionMark = "\x01"

var (
	word    = regexp.MustCompile(`\pL+`)
	clitics = regexp.MustCompile(`^(le|les|lo|la|los|las|se|me|te|nos|os)$`)
	edge    = regexp.MustCompile(`(\pL*)\x01([(¿¡]?\pL*)`)
)

// countWords counts the words as they are written.
func countWords(books []*book) map[string]int {
	counts := map[string]int{}
	for _, b := range books {
		for _, v := range b.verses {
			for _, found := range word.FindAllString(v.text, -1) {
				counts[found]++
			}
		}
	}
	return counts
}

// closeAdditions puts the lost spaces back. An added pronoun belongs to its verb ("díjo" and "le") if they are written
// as one word elsewhere.
func closeAdditions(books []*book) {
	known := countWords(books)
	for _, b := range books {
		for i, v := range b.verses {
			for at := edge.FindStringSubmatchIndex(v.text); at != nil; at = edge.FindStringSubmatchIndex(v.text) {
				left, right := v.text[at[2]:at[3]], v.text[at[4]:at[5]]
				v.text = v.text[:at[0]] + together(left, right, known) + v.text[at[1]:]
			}
			b.verses[i].text = spaces.ReplaceAllString(v.text, " ")
		}
	}
}

func together(left, right string, known map[string]int) string {
	if left == "" || right == "" || clitics.MatchString(right) && known[left+right] > 0 {
		return left + right
	}
	return left + " " + right
}

// lowerOpenings writes the first words of chapters, which the print has in capitals, as other words: with a capital if
// they open a sentence or are mostly written with one.
func lowerOpenings(books []*book) {
	counts := countWords(books)
	for _, b := range books {
		for i, v := range b.verses {
			if v.number == 1 {
				b.verses[i].text = lowerOpening(v.text, counts)
			}
		}
	}
}

// openingWords is among how many words those in capitals are.
const openingWords = 9

func lowerOpening(text string, counts map[string]int) string {
	var lowered strings.Builder
	rest := 0
	for _, at := range word.FindAllStringIndex(text, openingWords) {
		written := text[at[0]:at[1]]
		if utf8.RuneCountInString(written) == 1 || written != strings.ToUpper(written) {
			continue
		}
		lowered.WriteString(text[rest:at[0]])
		low := strings.ToLower(written)
		if title := capital(low); opensSentence(text[:at[0]]) || counts[title] > counts[low] {
			low = title
		}
		lowered.WriteString(low)
		rest = at[1]
	}
	return lowered.String() + text[rest:]
}

func opensSentence(before string) bool {
	before = strings.TrimRight(before, " ¡¿")
	return before == "" || strings.HasSuffix(before, ".") || strings.HasSuffix(before, ":")
}

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
