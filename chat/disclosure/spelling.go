package disclosure

import "strings"

// spelling gives the word that is meant by one that is written as people type in a hurry: "talkin", "heyyy", "confidental". A
// word that the rules know is meant as it stands.
func (r *rules) spelling(word string) string {
	if r.knows(word) || len(word) > maxSpelled {
		return word
	}
	if whole := word + "g"; strings.HasSuffix(word, "in") && r.words[whole] {
		return whole
	}
	for _, most := range []int{2, 1} {
		if short := withoutRuns(word, most); short != word && r.knows(short) {
			return short
		}
	}
	if len(word) >= leastSpelled {
		for meant := range r.spelled {
			if oneApart(word, meant) {
				return meant
			}
		}
	}
	return word
}

const (
	leastSpelled = 5  // letters of the shortest word that may have a wrong one: shorter words are too close to others
	maxSpelled   = 40 // longer words are none
)

func (r *rules) knows(word string) bool {
	_, short := r.short[word]
	return short || r.words[word] || r.church[word] || joining[word]
}

// withoutRuns shortens what is written three times or more in a row.
func withoutRuns(word string, most int) string {
	var out []byte
	for i := 0; i < len(word); {
		end := i
		for end < len(word) && word[end] == word[i] {
			end++
		}
		n := end - i
		if n > 2 {
			n = most
		}
		out = append(out, word[i:i+n]...)
		i = end
	}
	return string(out)
}

// oneApart reports whether two words differ by one letter: another, one too many within, or two exchanged. A letter more or
// less at the end makes another form of a word.
func oneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return i < len(a) && a[i:] == b[i+1:]
	}
	if i == len(a) {
		return true
	}
	return a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
