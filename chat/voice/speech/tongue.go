package speech

import (
	"strings"
)

// tongue is how a language counts and what it calls things.
type tongue struct {
	language string
	digits   [10]string
	months   [12]string
	month    map[string]int // by its name or abbreviation, in lower case and without a full stop

	cardinal   func(n int) string // up to a thousand million
	ordinal    func(n int) string // of days and streets
	year       func(n int) string
	day        func(day, month, year int) string            // month 0: the day alone; year 0: none
	clock      func(hour, minute int, half meridiem) string // see clock.go
	counted    func(n int, next string) string              // agrees with the word that follows
	thisNumber func(before, earlier string) string          // the number that was called, behind two words, of which before is the last

	to, point, percent, dollars, cents, website, at, dot, extension, number, or, and, half, degrees, per string
	chapter, verse, verses                                                                               string
	ordinalBook                                                                                          [5]string // "First", before the name of a book
	short                                                                                                map[string]string
	weekday                                                                                              map[string]string // by its name or abbreviation, in lower case
	ending                                                                                               map[string]bool   // what a time may go on until
	dialing                                                                                              map[string]bool   // words before a number that is dialled
}

// spell says a number digit by digit; whatever parts its groups lets the voice rest.
func (t *tongue) spell(number string) string {
	var out strings.Builder
	gap := ""
	for i, r := range number {
		if r < '0' || r > '9' {
			if out.Len() > 0 && i > 0 {
				gap = ", "
			}
			continue
		}
		out.WriteString(gap)
		out.WriteString(t.digits[r-'0'])
		gap = " "
	}
	return out.String()
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// monthNames are names and abbreviations, months parted by semicolons.
func monthNames(names string) (months map[string]int) {
	months = make(map[string]int)
	for i, of := range strings.Split(names, ";") {
		for name := range strings.FieldsSeq(of) {
			months[name] = i + 1
		}
	}
	return months
}
