package guard

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// digitRun is a run of digits and what people write between them.
type digitRun struct {
	digits string
	end    int // after the last digit
	open   bool
}

const (
	minNumber = 7  // digits of a phone number, without the area's code
	maxNumber = 15 // E.164
	maxGap    = 2  // characters between two digits, besides brackets
)

// startsNumber reports whether a number may begin a text after what is before it: not within a word, a date, a time or an amount.
func startsNumber(before, text string) bool {
	if b := text[0]; !isDigit(b) && b != '+' && b != '(' {
		return false
	}
	last, size := utf8.DecodeLastRuneInString(before)
	if size == 0 {
		return true
	}
	if continues(last) || unicode.Is(unicode.Sc, last) {
		return false
	}
	afterDigit := len(before) > 1 && isDigit(before[len(before)-2])
	return !afterDigit || !strings.ContainsRune(".:-/", last) && !(last == ',' && isThousand(text))
}

// isThousand reports whether what a comma precedes belongs to one amount with what is before it.
func isThousand(text string) bool {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return digits == 3 && len(text) > 3 && text[3] != '-'
}

// phoneAt reads the phone number at text[i], if it is one. It is open where more of the text is needed to know.
func phoneAt(text string, i int, final bool) (n digitRun, is, open bool) {
	n = scanNumber(text[i:])
	after := text[i+n.end:]
	switch {
	case !final && (n.open && len(n.digits) <= maxNumber && (n.end > 0 || len(text)-i < 3) || n.end > 0 && after == ":"):
		return n, false, true
	case n.end == 0:
		return n, false, false
	}
	if len(after) > 1 && after[0] == ':' && isDigit(after[1]) {
		n = n.withoutHour(text[i:])
	} else if next, size := utf8.DecodeRuneInString(after); size > 0 && continues(next) {
		return n, false, false
	}
	return n, isPhone(text[i:i+n.end], n.digits), false
}

// withoutHour is what precedes the hour of a time: 13.06.2026 18:00, 207-555-0142 9:00-17:00.
func (n digitRun) withoutHour(text string) digitRun {
	before := strings.TrimRight(text[:n.end], "0123456789")
	hour := n.end - len(before)
	if hour > 2 || hour == len(n.digits) {
		return n
	}
	return digitRun{digits: n.digits[:len(n.digits)-hour], end: strings.LastIndexAny(before, "0123456789") + 1}
}

// scanNumber reads the number at the beginning of a text. It is open when more text might go on with it.
func scanNumber(text string) digitRun {
	var digits []byte
	n := digitRun{open: true}
	gap := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isDigit(text[i]):
			digits, gap, n.end = append(digits, text[i]), 0, i+1
		case r == '+' && len(digits) == 0, r == '(' || r == ')':
		case strings.ContainsRune(" .-/\u00a0\u2011\u2013\u2010\u202f", r) && gap < maxGap:
			gap++
		default:
			n.digits, n.open = string(digits), false
			return n
		}
		i += size
	}
	n.digits = string(digits)
	return n
}

// isPhone tells phone numbers from dates, years, postal codes and amounts, by how their digits are grouped.
func isPhone(written, digits string) bool {
	if len(digits) < minNumber || len(digits) > maxNumber {
		return false
	}
	if strings.HasPrefix(strings.TrimLeft(written, "("), "+") {
		return true
	}
	groups := strings.FieldsFunc(written, func(r rune) bool { return r > utf8.RuneSelf || !isDigit(byte(r)) })
	switch sizes := lengths(groups); {
	case len(digits) == minNumber:
		return sizes == "3-4"
	case day.MatchString(written) || sizes == "4-4" && isYear(groups[0]) && isYear(groups[1]):
		return false // days and years
	case sizes == "5-4" && strings.Contains(written, "-") || len(groups) == 1 && len(digits) < 10:
		return false // postal codes, numbers of other things
	case strings.Contains(written, ".") && len(groups) == 2 && len(groups[0]) < 3:
		return false // a decimal
	}
	return true
}

// day is a date, or what follows its month, with the hour or, as in German, the hour and minutes behind it: 13.06.2026 18.30. What closes
// the bracket before it is of no date: (20) 75 5501.
var day = regexp.MustCompile(`^\(*(?:\d{4}[^\d)]+\d\d[^\d)]+\d\d|\d\d?[^\d)]+\d\d?[^\d)]+\d{4}|` +
	`(?:(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:(?:19|20)\d\d|\d\d)|\d\d? (?:19|20)\d\d)[ \x{a0}\x{202f}]{1,2}\d\d?(?:\.\d\d)?)$`)

func lengths(groups []string) string {
	var sizes []byte
	for i, group := range groups {
		if i > 0 {
			sizes = append(sizes, '-')
		}
		sizes = append(sizes, byte('0'+min(len(group), 9)))
	}
	return string(sizes)
}

func isYear(group string) bool {
	return strings.HasPrefix(group, "19") || strings.HasPrefix(group, "20")
}

func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && isDigit(byte(r)) {
			return r
		}
		return -1
	}, text)
}
