package ask

import "strings"

// shortestRepaired is how many letters a word must have to be taken for a misspelling: shorter ones are near to too many others.
const shortestRepaired = 5

// repair writes a question out: shorthand in full, misspellings of words that matter as they are spelt, and nothing of the sentences
// that only say who asks.
func (l *language) repair(text string, names Names) string {
	var written strings.Builder
	written.WriteByte(' ')
	for w := range strings.FieldsSeq(text) {
		written.WriteString(l.spelt(w, names))
		written.WriteByte(' ')
	}
	return l.preambles.removedFrom(written.String())
}

// spelt is a word as it is spelt in full.
func (l *language) spelt(w string, names Names) string {
	if full := l.shorthand[w]; full != "" {
		return full
	}
	if len(w) < shortestRepaired || l.known[w] || names.Has(w) {
		return w
	}
	near := ""
	for _, known := range l.spelling[w[0]] {
		if Near(w, known) {
			if near != "" && near != known && !strings.HasPrefix(near, known) && !strings.HasPrefix(known, near) {
				return w // it might be either
			}
			if near == "" {
				near = known
			}
		}
	}
	if near != "" {
		return near
	}
	if name := names.Near(w); name != "" {
		return name
	}
	return w
}

// Near reports whether one letter too many, too few, wrong or swapped with the next is all that two words of at least five letters
// differ by. The first letter is hardly ever the wrong one.
func Near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < shortestRepaired-1 || len(b) < shortestRepaired || a[0] != b[0] {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false // the same
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return a[i+1:] == b[i+1:] || swapped
}
