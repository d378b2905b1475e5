package guard

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// goesOn is what follows a border in a link whose path has words of another script, such as those of /2026年报.pdf, and no address.
var goesOn = regexp.MustCompile(`^[^\x00-\x7f]+[./][A-Za-z0-9][^@:\\]*$`)

// beyondBorder gives where a link that ends before text[end] goes on to behind a border between scripts; end where the next word is none
// of its own. A page that is known by itself goes on, and in a site one whose path plainly does. It is open where more of the text is
// needed to know.
func (s *Sieve) beyondBorder(link, text string, end int, final bool) (further int, open bool) {
	if next, _ := utf8.DecodeRuneInString(text[end:]); !isUnspaced(next) {
		return end, false
	}
	run := runEnd(text, end)
	if run == len(text) && !final && run-end < maxWord {
		return end, true
	}
	rest := strings.TrimRight(text[end:run], "*_~'.,;:!?")
	_, path, has := strings.Cut(link, "://")
	if !has {
		path = link
	}
	if s.known.hasPage(link+rest) || strings.Contains(path, "/") && goesOn.MatchString(rest) && s.known.hasLink(link+rest) {
		return end + len(rest), false
	}
	return end, false
}
