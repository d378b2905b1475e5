package speech

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spot is what is known of the place in a text where a rule is asked.
type spot struct {
	tongue    *tongue // nil: a language whose numbers are left to the voice
	before    string  // the last word of the sentence that was said, in lower case
	earlier   string  // the one before it
	first     bool    // nothing was said yet
	paused    bool    // the voice rests here
	pesos     bool    // "$" stands for pesos
	house     int     // how many words after a house number may be the street's name
	links     []string
	known     []string // digits of telephone numbers, as significant has them
	answering []string // those at which the call was answered
	helps     []string // the numbers of the country's lines for people in danger, which nobody counts up to behind their names
	urgent    []string // its emergency numbers
}

// after reports whether a text goes on with nothing that belongs to the word before.
func after(text string, n int) bool {
	r, _ := utf8.DecodeRuneInString(text[n:])
	return n == len(text) || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// sentenceGoesOn reports whether what follows a full stop belongs to the same sentence.
func sentenceGoesOn(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	r, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && (unicode.IsLower(r) || unicode.IsDigit(r) || strings.ContainsRune(",;:()–—-&+", r))
}

func startsNumber(_ *spot, word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// said is the answer of a rule; nothing said is nothing found.
func said(found, spoken string) (int, string) {
	if spoken == "" {
		return 0, ""
	}
	return len(found), spoken
}

// number reads a number that a pattern has found; 0 where there is none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // it has few digits
	return n
}

// stop leaves the full stop of "p.m." where it ends the sentence, too.
func stop(text string, n int) int {
	if strings.HasSuffix(text[:n], ".") && !sentenceGoesOn(text[n:]) {
		return n - 1
	}
	return n
}

// linkTo keeps an address that is not spoken.
func (s *spot) linkTo(address string) {
	if (strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")) && len(s.links) < 8 && !slices.Contains(s.links, address) {
		s.links = append(s.links, address)
	}
}
