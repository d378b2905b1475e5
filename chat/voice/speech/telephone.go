package speech

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/helplines"
)

var telephone = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`\+\d{1,3}(?:[ .\-]?\(?\d{1,5}\)?){2,6}`,    // +44 20 7946 0958
	`(?:1[ .\-])?\(\d{3}\) ?\d{3}[ .\-–]\d{4}`,  // (207) 555-0142
	`(?:1[ .\-])?\d{3}[ .\-–]\d{3}[ .\-–]\d{4}`, // 1-800-799-7233
	`1?\d{10}`,                          // 2075550142
	`\d{3}[\-–]\d{4}`,                   // 555-0142
	`0\d{2,4}[ \-]\d{3,4}[ \-]?\d{3,4}`, // 020 7946 0958
	`\d{2,4}[ \-]\d{2,4}[ \-]\d{2,4}(?:[ \-]\d{2,4})`, // 55 1234 56 78
	`\d-\d-\d`, // 9-8-8
}, "|") + `)`)

var extension = regexp.MustCompile(`^,?\s?(?i:ext\.?|extension|extensión|x)\s?(\d{1,6})`)

// lines are the numbers for people in danger, longest first: each is said digit by digit wherever it stands.
var lines = func() []string {
	all := helplines.Numbers()
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// alone are numbers of three digits that nobody counts up to.
var alone = wordSet("911 988 999 741741")

func dialled(s *spot, word string) bool {
	_, opens := s.dials(word)
	return opens
}

// dials reports whether a word may begin a telephone number: with a digit, or with the bracket around an area's.
func (s *spot) dials(word string) (at int, opens bool) {
	if len(word) > 3 && word[0] == '(' && word[1] >= '0' && word[1] <= '9' {
		return 1, strings.IndexByte(word, ')') == 4
	}
	return 0, word != "" && (word[0] == '+' && len(word) > 2 || word[0] >= '0' && word[0] <= '9')
}

func sayTelephone(s *spot, t *tongue, text string) (int, string) {
	for _, number := range lines {
		if !strings.HasPrefix(text, number) || !after(text, len(number)) {
			continue
		}
		if len(number) > 4 || alone[number] || t.dialing[s.before] {
			return len(number), t.spell(number)
		}
	}
	found := telephone.FindString(text)
	if found == "" || !after(text, len(found)) || strings.HasPrefix(text[len(found):], "-") {
		return 0, ""
	}
	if found = strings.TrimRight(found, " -."); strings.Count(found, "-") == 2 && isoDate.MatchString(found) {
		return 0, ""
	}
	said, n := t.spell(found), len(found)
	if ext := extension.FindStringSubmatch(text[n:]); ext != nil {
		said += ", " + t.extension + " " + t.spell(ext[1])
		n += len(ext[0])
	}
	return n, said
}
