package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"narthex/chat/church"
	"narthex/chat/helplines"
)

// Contact is how a visitor wants to be reached.
type Contact struct{ Phone, Email string }

func (c Contact) String() string {
	return strings.TrimSpace(strings.Join([]string{c.Phone, c.Email}, " "))
}

// mostWordsBesides is how many words a message may have besides a contact: one that says more is for whoever understands it.
const mostWordsBesides = 16

// mostDigits is how many a telephone number has at the most (E.164).
const mostDigits = 15

var (
	emailForm = regexp.MustCompile(`[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`)
	phoneForm = regexp.MustCompile(`\+?\(?\d[\d \t().-]{5,18}\d`)
	// What makes a number of what would be a date, unless it is another date: "06.12.34" in "06.12.34.56.78".
	pairBefore = regexp.MustCompile(`\d[.-]$`)
	pairNext   = regexp.MustCompile(`^[.-]\d`)
	aDate      = regexp.MustCompile(`(?:\d{1,2}[./-]\d{1,2}[./-]\d{4})[.-]$`)
	dateNext   = regexp.MustCompile(`^[.-]\d{1,2}[./-]\d{1,2}[./-]\d{4}`)
	dateForm   = regexp.MustCompile(`\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\b`)
)

// ContactIn finds the contact in a message that says little else. A question, the number of a helpline or of the church, a number that is
// not to be called and one that is not the visitor's are none.
func ContactIn(c *church.Snapshot, message string) (Contact, bool) {
	rest := inDigits(strings.ReplaceAll(message, theContact, " "))
	found := Contact{Email: emailForm.FindString(rest)}
	if found.Email != "" {
		rest = strings.Replace(rest, found.Email, theContact, 1)
	}
	rest = withoutDates(rest)
	for _, number := range phoneForm.FindAllString(rest, -1) {
		place := " "
		if digits := digitsOf(number); found.Phone == "" && isNumber(digits) && !known(c, digits) {
			found.Phone, place = strings.TrimSpace(number), " "+theContact+" "
		}
		rest = strings.Replace(rest, number, place, 1)
	}
	if found == (Contact{}) || strings.ContainsAny(rest, "?¿") || unwanted(rest) || len(strings.Fields(strings.ReplaceAll(rest, theContact, ""))) > mostWordsBesides {
		return Contact{}, false
	}
	return found, true
}

// NumbersIn gives the telephone numbers that a message may have, in the digits in which they are read back.
func NumbersIn(message string) (found []string) {
	for _, number := range phoneForm.FindAllString(withoutDates(inDigits(message)), -1) {
		if isNumber(digitsOf(number)) {
			found = append(found, number)
		}
	}
	return found
}

// isNumber reports whether a telephone number may have so many digits.
func isNumber(digits string) bool { return len(digits) >= fewestSaid && len(digits) <= mostDigits }

// withoutDates leaves out the dates, but not what looks like one in the middle of a number that is written in pairs.
func withoutDates(text string) string {
	left, from := "", 0
	for _, at := range dateForm.FindAllStringIndex(text, -1) {
		if before, after := text[:at[0]], text[at[1]:]; !aDate.MatchString(before) && pairBefore.MatchString(before) || !dateNext.MatchString(after) && pairNext.MatchString(after) {
			continue
		}
		left, from = left+text[from:at[0]]+" ", at[1]
	}
	return left + text[from:]
}

// ownDigits is how many digits the number of a helpline of another country has, besides what is dialled before it, that is taken for
// nobody's own: a visitor's may end with as many as a shorter one has.
const ownDigits = 9

// known reports whether digits are those of a helpline or of the church.
func known(c *church.Snapshot, digits string) bool {
	near := append(helplines.In(c.Address.Country).Numbers(), c.Phone, c.Safeguarding.Phone)
	endsAs := func(number string, least int) bool {
		of := digitsOf(number)
		rest := strings.TrimLeft(of, "01") // of a placeholder nothing is left
		return len(of) >= fewestSaid && len(rest) >= least && strings.HasSuffix(digits, rest)
	}
	return slices.ContainsFunc(near, func(number string) bool { return digits == digitsOf(number) || endsAs(number, fewestSaid) }) ||
		slices.ContainsFunc(helplines.Numbers(), func(number string) bool { return endsAs(number, ownDigits) })
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
