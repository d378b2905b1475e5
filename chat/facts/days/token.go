package days

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// kind is what a word is for naming a day.
type kind uint8

const (
	other     kind = iota
	stop           // a mark, or an hour
	weekday        // n: time.Weekday
	month          // n: time.Month
	number         // 13, thirteen
	nth            // 13th, thirteenth, first; n is -1 for last
	exact          // 2026-12-13
	feast          // a feast
	season         // Advent, Lent
	fromToday      // today, tomorrow: n days from now
	article        // the
	some           // a, some
	any            // every
	this
	next
	following
	past
	anaphor // the one after: a week behind the day that was spoken of
	after
	before
	bound // until, since: not the day itself
	of
	in
	on
	from
	fromNow // from now, from today
	week
	day
	months
	year
	inWeeks // en ocho: n days
	right   // just, immediately
	or
	carried // what may stand between a denial and what is denied: come, work
	subject // what may stand between a day and its denial: I, is
	not
	no
	except
	correct // no wait, I mean
	counted // people, which a number before it counts
	silent  // nothing: a part of the day, please
)

// token is a word, or several that mean one thing.
type token struct {
	text   string // folded, without apostrophes
	kind   kind
	n      int
	figure bool // a number in figures
	feast  calendar.Naming
	date   time.Time // of an exact one
}

var (
	clock   = regexp.MustCompile(`\b(?:at|a las?) \d{1,2}(?::\d{2})?\b(?: ?[ap]\.?m\b\.?)?|\b\d{1,2}(?::\d{2})? ?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b|\b\d{1,2} (?:o ?clock|(?:de|por) la (?:manana|tarde|noche))\b`)
	slashed = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?\b`)
	spoken  = regexp.MustCompile(`\d{4}-\d{2}-\d{2}|\d+(?:st|nd|rd|th)?|[\p{L}\p{M}]+|\S`)
	ordinal = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)$`)
)

// tokens reads a message. An hour is a mark: "10:30, June 14" names no 30 June.
func tokens(message string) (said []token) {
	text := strings.ReplaceAll(words.Fold(strings.ReplaceAll(message, "\n", " . ")), "'", "")
	text = slashed.ReplaceAllStringFunc(text, inOrder)
	text = clock.ReplaceAllString(text, " , ")
	plain := spoken.FindAllString(text, -1)
	for at := 0; at < len(plain); {
		t, used := longest(plain[at:])
		if ofAnHour[t.text] && deniesAtEnd(said) {
			t.kind = other // "we won't be late on Sunday" denies no Sunday
		}
		if t.kind != silent {
			said = append(said, t)
		}
		at += used
	}
	return byNeighbours(said)
}

var ofAnHour = words.Set("early late temprano")

// deniesAtEnd reports whether words end with a denial, and what may stand between it and what is denied.
func deniesAtEnd(said []token) bool {
	for _, t := range slices.Backward(said) {
		switch t.kind {
		case not, no:
			return true
		case carried, bound, before, article, subject:
		default:
			return false
		}
	}
	return false
}

// inOrder writes a date in numbers alone as year, month and day, where only one of the numbers can be the month. 6/12 is another day in
// another country: it stays what cannot be told.
func inOrder(date string) string {
	part := slashed.FindStringSubmatch(date)
	first, _ := strconv.Atoi(part[1])
	second, _ := strconv.Atoi(part[2])
	switch {
	case first > 12 && second <= 12 && second > 0:
		first, second = second, first
	case second <= 12 && first != second || second == 0 || first == 0 || first > 12:
		return " , "
	}
	if year, err := strconv.Atoi(part[3]); err == nil {
		return " " + time.Date(2000+year%100, time.Month(first), second, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) + " "
	}
	return " " + strings.ToLower(time.Month(first).String()) + " " + strconv.Itoa(second) + " "
}

const longestPhrase = 4 // words

// longest is the longest phrase that words begin with: a feast, or what the lexicon has.
func longest(plain []string) (t token, used int) {
	if named, n := calendar.At(plain); n > 0 {
		return token{text: strings.Join(plain[:n], " "), kind: feast, feast: named}, n
	}
	for n := min(longestPhrase, len(plain)); n > 0; n-- {
		text := strings.Join(plain[:n], " ")
		if known, ok := lexicon[text]; ok {
			return token{text: text, kind: known.kind, n: known.n}, n
		}
	}
	return unlisted(plain[0]), 1
}

// unlisted is a word that is in no list: a figure, a mark.
func unlisted(text string) token {
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		return token{text: text, kind: exact, date: date}
	}
	if n, err := strconv.Atoi(text); err == nil {
		return token{text: text, kind: number, n: n, figure: true}
	}
	if found := ordinal.FindStringSubmatch(text); found != nil {
		n, _ := strconv.Atoi(found[1])
		return token{text: text, kind: nth, n: n}
	}
	if !isWord.MatchString(text) {
		return token{text: text, kind: stop}
	}
	return token{text: text}
}

var isWord = regexp.MustCompile(`^[\p{L}\p{M}\d]`)

// byNeighbours takes for days and months what is short for one, and "may" and "march", only beside what makes it one: the sun is none.
func byNeighbours(said []token) []token {
	for i := range said {
		prior, behind := kindAt(said, i-1), kindAt(said, i+1)
		switch {
		case !short[said[i].text]:
		case said[i].kind == month && (isNumber(prior) || isNumber(behind) || prior == in || prior == of && (isNumber(kindAt(said, i-2)) || kindAt(said, i-2) == weekday)):
		case said[i].kind == weekday && (prior == this || prior == next || prior == on || isNumber(behind) || i == 0 && behind == stop):
		default:
			said[i].kind = other
		}
	}
	return said
}

func isNumber(k kind) bool { return k == number || k == nth }

// kindAt is the kind of a word, stop at either end of a message.
func kindAt(said []token, i int) kind {
	if i < 0 || i >= len(said) {
		return stop
	}
	return said[i].kind
}
