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
	`1?\d{10}`,                                        // 2075550142
	`\d{3}[\-–]\d{4}`,                                 // 555-0142
	`0\d{1,4}\)?[ \-]\d{3,4}[ \-]?\d{3,4}`,            // 020 7946 0958
	`\(0\d{1,4}\)[ \-]?\d{3,4}[ \-]?\d{3,4}`,          // (02) 9876 5432
	`\d{2,4}[ \-]\d{2,4}[ \-]\d{2,4}(?:[ \-]\d{2,4})`, // 55 1234 56 78
	`\d-\d-\d`, // 9-8-8
}, "|") + `)`)

var extension = regexp.MustCompile(`^,?\s?(?i:ext\.?|extension|extensión|x)\s?(\d{1,6})`)

// lines are the numbers for people in danger, of all countries, longest first: long ones are said digit by digit wherever they stand, those
// of three and four digits only where they may be meant.
var lines = func() []string {
	all := helplines.Numbers()
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// Digits as numbers are written in groups, and how dates and amounts are.
var (
	grouped   = regexp.MustCompile(`^\+?\(?\d+(?:[ .\-–/()]{1,3}\d+)*`)
	closely   = regexp.MustCompile(`^\+?\(?\d+\)?(?:[ .\-–]\(?\d+\)?)*`)
	otherwise = regexp.MustCompile(`^(?:\d{4}[./\-]\d{1,2}[./\-]\d{1,2}\b|\d{1,2}[./\-]\d{1,2}[./\-]\d{4}\b|\d{1,3}(?:\.\d{3})+$)`)
)

// How many digits a number has that is known without its area or country, and the most that one has.
const (
	fewestDigits = 7
	mostDigits   = 15
	mostPrefix   = 5 // digits of a country and an area, without zeros before them
)

// Dials has the stream say numbers digit by digit that are known to be telephone numbers, however the text writes them: with their
// country and area or without, in whatever groups. Of other numbers it is told by their form whether they are.
func (s *Stream) Dials(numbers ...string) {
	for _, number := range numbers {
		if digits := significant(grouped.FindString(strings.TrimSpace(number))); len(digits) > 3 {
			s.known = append(s.known, digits)
		}
	}
}

// Answers has the stream say "this number" for those at which the call was answered: nobody wants to be told to call the number that they
// are calling.
func (s *Stream) Answers(numbers ...string) {
	for _, number := range numbers {
		if digits := significant(number); len(digits) >= fewestDigits {
			s.answering = append(s.answering, digits)
		}
	}
}

// answered reports whether a number is one at which the call was answered.
func (s *spot) answered(number string) bool {
	digits := significant(number)
	return slices.ContainsFunc(s.answering, func(known string) bool { return sameDigits(digits, known) })
}

// significant are the digits of a number without the zeros before it, which callers from elsewhere leave out.
func significant(number string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number), "0")
}

// knownNumber finds the number that a text begins with, where it is known to be one, in whatever groups it stands.
func (s *spot) knownNumber(text string) string {
	return s.beginning(text, grouped, func(found string) bool {
		digits := significant(found)
		return slices.ContainsFunc(s.known, func(known string) bool { return sameDigits(digits, known) })
	})
}

// calledNumber finds the number that a text begins with behind a word that sends somebody to it.
func (s *spot) calledNumber(text string) string {
	if !s.called() {
		return ""
	}
	return s.beginning(text, closely, func(found string) bool {
		digits := significant(found)
		return !otherwise.MatchString(found) && len(digits) >= fewestDigits && len(digits) <= mostDigits
	})
}

// beginning is the longest beginning of a text in groups of digits that is one.
func (s *spot) beginning(text string, groups *regexp.Regexp, is func(found string) bool) string {
	for found := groups.FindString(text); found != ""; {
		if after(text, len(found)) && is(found) {
			return found
		}
		end := strings.LastIndexAny(found, " .-–/()")
		if end <= 0 {
			break
		}
		found = strings.TrimRight(found[:end], " .-–/()")
	}
	return ""
}

// sameDigits reports whether two numbers are the same, of which one may be written without its country or area.
func sameDigits(one, other string) bool {
	if len(one) > len(other) {
		one, other = other, one
	}
	return one == other || len(one) >= fewestDigits && len(other)-len(one) <= mostPrefix && strings.HasSuffix(other, one)
}

// called reports whether the words before send somebody to a number.
func (s *spot) called() bool {
	return calling[s.before] || (s.before == "is" || s.before == "es") && calling[s.earlier]
}

// calling are words that no amount follows.
var calling = wordSet("call calling text texting dial dialing phone ring telephone number at whatsapp llame llamar llama llamando llámenos llámeme marque marca teléfono número al")

// alone are numbers of three digits that nobody counts up to.
var alone = wordSet("911 988 999 741741")

func dialled(s *spot, word string) bool {
	_, opens := s.dials(word)
	return opens
}

// dials reports whether a word may begin a telephone number: with a digit, or with the bracket around an area's.
func (s *spot) dials(word string) (at int, opens bool) {
	if len(word) > 3 && word[0] == '(' && word[1] >= '0' && word[1] <= '9' {
		end := strings.IndexByte(word, ')')
		return 1, end >= 3 && end <= 6
	}
	return 0, word != "" && (word[0] == '+' && len(word) > 2 || word[0] >= '0' && word[0] <= '9')
}

func sayTelephone(s *spot, t *tongue, text string) (int, string) {
	for _, number := range lines {
		if !strings.HasPrefix(text, number) || !after(text, len(number)) {
			continue
		}
		if len(number) > 4 || alone[number] || calling[s.before] || slices.Contains(s.helps, number) || t.dialing[s.before] && slices.Contains(s.urgent, number) {
			return len(number), t.spell(number)
		}
	}
	found := s.knownNumber(text)
	if found == "" {
		found = telephone.FindString(text)
	}
	if found == "" {
		found = s.calledNumber(text)
	}
	if found == "" || !after(text, len(found)) || strings.HasPrefix(text[len(found):], "-") {
		return 0, ""
	}
	if found = strings.TrimRight(found, " -."); strings.Count(found, "-") == 2 && isoDate.MatchString(found) {
		return 0, ""
	}
	said, n := t.spell(found), len(found)
	if s.answered(found) {
		said = t.thisNumber(s.before, s.earlier)
	}
	if ext := extension.FindStringSubmatch(text[n:]); ext != nil {
		said += ", " + t.extension + " " + t.spell(ext[1])
		n += len(ext[0])
	}
	return n, said
}
