package church

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/words"
)

// Weeks are those of a month in which something is held, a bit for each; none: every week. Of the first Saturday, the week is the first.
type Weeks uint8

// lastWeek is the one with the last such weekday of the month, the fourth or the fifth.
const lastWeek Weeks = 1 << 7

// On reports whether a day is in one of the weeks.
func (w Weeks) On(day time.Time) bool {
	return w == 0 || w&(1<<((day.Day()-1)/7)) != 0 || w&lastWeek != 0 && day.AddDate(0, 0, 7).Month() != day.Month()
}

// orders are the words for a week of the month, by how a church may write them.
var orders = map[string]Weeks{
	"first": 1, "1st": 1, "second": 1 << 1, "2nd": 1 << 1, "third": 1 << 2, "3rd": 1 << 2, "fourth": 1 << 3, "4th": 1 << 3, "fifth": 1 << 4, "5th": 1 << 4, "last": lastWeek,
	"primer": 1, "primero": 1, "segundo": 1 << 1, "tercer": 1 << 2, "tercero": 1 << 2, "cuarto": 1 << 3, "quinto": 1 << 4, "ultimo": lastWeek,
}

var (
	beforeOrders = words.Set("on the every each el los cada todos and y e")
	ofTheMonth   = words.Set("of in the each every a month del de cada mes")
	// A worship with Communion on the first Sunday may be one on every Sunday: what has two parts is never taken for monthly.
	ofTwoParts = words.Set("with and plus incl including con y e")
)

// weeksOf are the weeks that the brackets behind what happens on a weekday name: "Men's breakfast (first Saturday of the month)".
func weeksOf(label string, day time.Weekday) Weeks {
	name, weeks, of := cutWeeks(label)
	if of != day || strings.ContainsAny(name, ",;&+/") || slices.ContainsFunc(strings.Fields(words.Fold(name)), func(w string) bool { return ofTwoParts[w] }) {
		return 0
	}
	return weeks
}

// cutWeeks takes from a label the brackets that hold nothing but weeks of a month. Of a label without such it is all, and no weeks.
func cutWeeks(label string) (name string, weeks Weeks, day time.Weekday) {
	name, inner := "", label // a time may have nothing but weeks behind it
	if before, bracket, found := strings.Cut(label, "("); found {
		rest, closed := strings.CutSuffix(bracket, ")")
		if !closed {
			return label, 0, 0
		}
		name, inner = strings.TrimSpace(before), rest
	}
	weeks, day = readWeeks(inner)
	if weeks == 0 {
		return label, 0, 0
	}
	return name, weeks, day
}

// readWeeks reads which weeks of a month a text names; none where it says anything else.
func readWeeks(text string) (weeks Weeks, day time.Weekday) {
	named := false
	for w := range strings.FieldsFuncSeq(words.Fold(text), func(r rune) bool { return strings.ContainsRune(" ,&/", r) }) {
		on, isDay := ParseWeekday(w)
		switch {
		case named && ofTheMonth[w], !named && beforeOrders[w]:
		case !named && orders[w] != 0:
			weeks |= orders[w]
		case !named && isDay && weeks != 0:
			named, day = true, on
		default:
			return 0, 0
		}
	}
	if !named {
		return 0, 0
	}
	return weeks, day
}
