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
	switch {
	case continues(last):
		return false
	case unicode.Is(unicode.Sc, last):
		return noAmount.MatchString(text)
	}
	if len(before) < 2 || !isDigit(before[len(before)-2]) {
		return true
	}
	return last == ':' && noTime.MatchString(text) || !strings.ContainsRune(".:-/", last) && !(last == ',' && isThousand(text))
}

var (
	// noAmount is what follows the sign of a currency as in $207-555-0122, or may become that.
	noAmount = regexp.MustCompile(`^(?:\d{1,3}$|\d{3}-(?:\d{0,3}$|\d{3}-(?:\d{0,3}$|\d{4})))`)
	// noTime is what follows a digit and a colon, and is neither minutes nor a verse: Option 1:207-555-0122.
	noTime = regexp.MustCompile(`^(?:\d{3}|[+(]|\d\d?[-./]\d{3})`)
	// extension is what follows a number as in 207-555-0122x5.
	extension      = regexp.MustCompile(`^(?i:x|ext(?:ensi[oó]n)?)[.: ]{0,2}\d`)
	extensionBegun = regexp.MustCompile(`^(?i:e|ex|exten?|extensi?|extensi[oó]|(?:x|ext(?:ensi[oó]n)?)[.: ]{0,2})$`)
)

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
	case !final && (n.open && len(n.digits) <= maxNumber && (n.end > 0 || len(text)-i < 3) || n.end > 0 && (after == ":" || extensionBegun.MatchString(after))):
		return n, false, true
	case n.end == 0:
		return n, false, false
	}
	if len(after) > 1 && after[0] == ':' && isDigit(after[1]) {
		n = n.withoutHour(text[i:])
	} else if next, size := utf8.DecodeRuneInString(after); size > 0 && continues(next) && !extension.MatchString(after) {
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
	return mayBePhone(written, digits) && !decimal.MatchString(written)
}

// decimal is a degree, or the like: 43.8091234, but not an Italian number, 055.2769990.
var decimal = regexp.MustCompile(`^\(*(?:0|[1-9]\d?|1[0-7]\d|180)\.\d+$`)

// mayBePhone is isPhone of a number that is on file: of what a church or a visitor has written, more are theirs than an answer may invent.
func mayBePhone(written, digits string) bool {
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
	case len(groups) == 1 && len(digits) == 13 && (digits[:3] == "978" || digits[:3] == "979"):
		return false // of a book
	}
	return true
}

// day is a date, or what follows its month, with the hours or, as in German, the hours and minutes behind it, 13.06.2026 18.30-20.00, or
// one day to another. What closes the bracket before it is of no date but one with its year: (20) 75 5501, (12/24/2026) 6.
var day = func() *regexp.Regexp {
	const (
		hour   = `\d\d?(?:\.\d\d)?`
		dash   = `[-–‐‑]`
		blanks = `[ \x{a0}\x{202f}]{1,2}`
		year   = `(?:(?:19|20)\d\d)`
		date   = `(?:` + year + `[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:` + year + `|\d\d)|(?:\d\d? )?` + year + `)`
		month  = `(?:0?[1-9]|1[0-2])`
		ofIt   = `(?:0?[1-9]|[12]\d|3[01])`
		short  = `(?:` + month + `[/.]` + ofIt + `|` + ofIt + `[/.]` + month + `)`
		oneDay = short + `(?:[/.](?:` + year + `|\d\d)|\.)?`
		clock  = `(?:[01]?\d|2[0-4])`
		days   = `(?:` + month + `[/.]` + ofIt + dash + ofIt + `[/.]` + year + `|` + ofIt + `\.?` + dash + ofIt + `[/.]` + month + `[/.](?:` + year + `|\d\d))` // of one month
	)
	return regexp.MustCompile(`^\(*(?:\d{4}[^\d)]+\d\d[^\d)]+\d\d|\d\d?[^\d)]+\d\d?[^\d)]+\d{4}|` +
		date + `\)?` + blanks + hour + `(?:` + dash + hour + `)?|` + short + `\.?` + blanks + clock + dash + clock + `|` + oneDay + dash + oneDay + `|` + days + `)$`)
}()

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
