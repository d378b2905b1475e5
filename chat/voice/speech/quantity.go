package speech

import (
	"regexp"
	"strings"
)

var (
	ordinalNumber = regexp.MustCompile(`^(\d{1,4})(?:st|nd|rd|th|\.?(?:[ºª]|er)|ro|do|ra|da|to|ta|vo|mo)\b?`)
	numberSpan    = regexp.MustCompile(`^(\d{1,6}) ?[-–—] ?(\d{1,6})(\+?)`)
	fraction      = regexp.MustCompile(`^(?:(\d{1,3}) )?([1-7])/([2348])`)
	decimal       = regexp.MustCompile(`^(\d{1,9})\.(\d{1,6})(%?)`)
	cardinal      = regexp.MustCompile(`^(\d{1,3}(?:,\d{3}){1,2}|\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(%|\+|°)?`)
	houseNumber   = regexp.MustCompile(`^(\d{2,5}) (?:(?:[NSEW]|North|South|East|West)\.? )?(?:\p{Lu}[\p{L}'.]*|\d{1,3}(?:st|nd|rd|th)) (?:\p{Lu}[\p{L}'.]* ){0,2}?(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Boulevard|Blvd|Way|Court|Ct|Place|Pl|Highway|Hwy|Square|Parkway|Pkwy|Terrace|Circle|Row)\b`)
)

// fractions are halves, quarters and eighths.
var fractions = map[string]map[string]string{
	"en": {"1/2": "half", "1/4": "a quarter", "1/8": "an eighth", "1/3": "a third", "2/3": "two thirds", "3/4": "three quarters"},
	"es": {"1/2": "medio", "1/4": "un cuarto", "1/8": "un octavo", "1/3": "un tercio", "2/3": "dos tercios", "3/4": "tres cuartos"},
}

// inPairs are words before a number that is said in pairs.
var inPairs = wordSet("box room suite interstate route exit")

// sayHouse says the number of a house in pairs, as Americans do: "four twelve Harbor Street".
func sayHouse(s *spot, t *tongue, text string) (int, string) {
	m := houseNumber.FindStringSubmatch(text)
	if m == nil || t.language != "en" {
		return 0, ""
	}
	defer func() { s.house = strings.Count(m[0], " ") + 2 }()
	return len(m[1]), t.pairs(m[1])
}

// pairs says a number of three or four digits by its hundreds, as houses have it.
func (t *tongue) pairs(digits string) string {
	n := number(digits)
	switch {
	case digits[0] == '0', len(digits) == 5:
		return t.spell(digits)
	case n < 100, n%1000 == 0:
		return t.cardinal(n)
	case n%100 == 0:
		return t.cardinal(n/100) + " hundred"
	case n%100 < 10:
		return t.cardinal(n/100) + " oh " + t.cardinal(n%100)
	}
	return t.cardinal(n/100) + " " + t.cardinal(n%100)
}

// sayNumber says a number and what belongs to it.
func sayNumber(s *spot, t *tongue, text string) (int, string) {
	if m := fraction.FindStringSubmatch(text); m != nil && after(text, len(m[0])) && fractions[t.language][m[2]+"/"+m[3]] != "" {
		return len(m[0]), t.fraction(m)
	}
	if m := cardinal.FindString(text); t.language == "en" && m != "" && after(text, len(m)) && inPairs[s.before] && len(m) > 2 && len(m) < 5 {
		return len(m), t.pairs(m)
	}
	if m := numberSpan.FindStringSubmatch(text); m != nil && after(text, len(m[0])) {
		from, to := t.counting(m[1]), t.counting(m[2])
		return len(m[0]), from + " " + t.to + " " + to
	}
	if m := ordinalNumber.FindStringSubmatch(text); m != nil && after(text, len(m[0])) {
		return len(m[0]), t.ordinal(number(m[1]))
	}
	if m := decimal.FindStringSubmatch(text); m != nil && after(text, len(m[0])) && !strings.HasPrefix(text[len(m[0]):], ".") && len(m[2]) != 3 {
		said := t.cardinal(number(m[1])) + " " + t.point + " " + t.spell(m[2])
		if m[3] != "" {
			said += " " + t.percent
		}
		return len(m[0]), said
	}
	m := cardinal.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	if rest := text[len(m[0]):]; rest != "" && rest[0] >= '0' && rest[0] <= '9' { // too long to be counted
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		return digits, t.spell(text[:digits])
	}
	return len(m[0]), t.quantity(m, text)
}

// quantity says a number as cardinal found it in a text.
func (t *tongue) quantity(m []string, text string) string {
	digits := strings.NewReplacer(",", "", ".", "").Replace(m[1])
	rest := text[len(m[0]):]
	spoken := t.counting(m[1])
	if next, found := strings.CutPrefix(rest, " "); found && digits == m[1] && m[2] == "" {
		next, _, _ = strings.Cut(next, " ")
		if n := number(digits); !t.isYear(digits) {
			spoken = t.counted(n, next)
		}
	}
	if strings.HasPrefix(digits, "0") && len(digits) > 1 {
		spoken = t.spell(digits)
	}
	switch m[2] {
	case "%":
		spoken += " " + t.percent
	case "+":
		if t.language == "es" {
			return spoken + " o más"
		}
		if sentenceGoesOn(rest) {
			return spoken + " or more"
		}
		return spoken + " and up"
	case "°":
		spoken += " " + t.degrees
	}
	if rest != "" && !after(rest, 0) { // "5K": the letters are said after the number
		spoken += " "
	}
	return spoken
}

// counting says digits as a number, or as a year where they are most likely one.
func (t *tongue) counting(digits string) string {
	if t.isYear(digits) {
		return t.year(number(digits))
	}
	return t.cardinal(number(strings.NewReplacer(",", "", ".", "").Replace(digits)))
}

func (t *tongue) isYear(digits string) bool {
	return len(digits) == 4 && digits >= "1500" && digits < "2100"
}

func (t *tongue) fraction(m []string) string {
	part := fractions[t.language][m[2]+"/"+m[3]]
	if m[1] == "" {
		return part
	}
	if t.language == "en" && m[3] == "2" {
		part = "a half"
	}
	return t.cardinal(number(m[1])) + " " + t.and + " " + part
}
