package offline

import (
	"regexp"
	"strconv"
	"strings"
)

var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"un": 1, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12,
}

const aNumber = `(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|una?|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)`

// How many come, as people say it: in all, the grown-ups, the children, and by whom they are.
var (
	totalForm  = regexp.MustCompile(`(?i)\b(?:(?:we|there) (?:are|will be|would be)|we're|family of|party of|group of|somos|seremos|familia de)\s+` + aNumber + `\b|\b` + aNumber + `\s+(?:of us|people|persons?|personas?)\b`)
	adultForm  = regexp.MustCompile(`(?i)\b` + aNumber + `\s+(?:adults?|grown-?ups?|adult[oa]s?|mayores)\b`)
	childForm  = regexp.MustCompile(`(?i)\b` + aNumber + `\s+(?:(?:small|little|young) )?(?:kids?|child|children|niñ[oa]s?|nin[oa]s?|hij[oa]s?)\b`)
	coupleForm = regexp.MustCompile(`(?i)\bmy (?:wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend) and (?:i|me)\b|\b(?:me|i) and my (?:wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend)\b|` +
		`\bmi (?:espos[oa]|marido|mujer|pareja|novi[oa]) y yo\b|\byo y mi (?:espos[oa]|marido|mujer|pareja|novi[oa])\b`)
	soloForm   = regexp.MustCompile(`(?i)\b(?:just|only) (?:me|myself)\b|\bby myself\b|\bon my own\b|\balone\b|\bs[oó]l[oa]mente yo\b|\bs[oó]lo yo\b|\byo sol[oa]\b|\bnada m[aá]s yo\b|\b(?:voy|vengo|ir[eé]) sol[oa]\b|^\W*(?:me|myself|yo)\W*$`)
	parentForm = regexp.MustCompile(`(?i)\b(?:me|i|myself) and my (?:` + aNumber + ` )?(?:kids?|child|children|sons?|daughters?)\b|\byo y mis? (?:` + aNumber + ` )?(?:niñ[oa]s?|hij[oa]s?)\b`)
)

func number(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return numbers[strings.ToLower(word)]
}

// counts is the first number that a form finds.
func counts(form *regexp.Regexp, message string) int {
	for _, found := range form.FindAllStringSubmatch(message, -1) {
		for _, word := range found[1:] {
			if n := number(word); n > 0 {
				return n
			}
		}
	}
	return 0
}

// partyIn is how many come, children counted with them, as tools want it, and how many of them are children; 0: the message does not say.
func partyIn(message string) (total, children int) {
	adults := counts(adultForm, message)
	total, children = counts(totalForm, message), counts(childForm, message)
	switch {
	case adults > 0:
	case coupleForm.MatchString(message):
		adults = 2
	case parentForm.MatchString(message):
		adults = 1
		children = max(children, counts(parentForm, message))
	}
	if children > total && total > 0 && adults == 0 {
		adults, total = total, 0 // "4 people and 6 kids" are ten
	}
	if adults > 0 && total == 0 {
		total = adults + children
	}
	return total, children
}

// readCount takes a number, which the visitor was asked for, in whatever form it comes.
func readCount(reply string) (n int) {
	list := wordsIn(reply)
	for _, word := range list {
		if word == "once" && len(list) > 2 {
			continue // no number in English
		}
		n = max(n, number(word))
	}
	if n == 0 && soloForm.MatchString(reply) {
		return 1
	}
	return n
}
