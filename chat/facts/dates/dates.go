// Package dates reads the dates that a question names by number: the 3rd, December 24, el 24 de diciembre.
package dates

import (
	"strconv"
	"strings"
	"time"

	"narthex/chat/words"
)

// months are their names, folded, by language.
var months = map[string]map[string]time.Month{
	"en": named("january february march april may june july august september october november december", "jan feb mar apr may jun jul aug sept oct nov dec"),
	"es": named("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
}

func named(lists ...string) map[string]time.Month {
	all := make(map[string]time.Month)
	for _, list := range lists {
		for i, name := range strings.Fields(list) {
			all[name] = time.Month(i + 1)
		}
	}
	return all
}

// Read reads the date that is around a word that begins with a digit, which is the third of five; day is 0 where there is none. The
// words from and to, counted from it, are the date's. Without a month only an English ordinal after "the" is one, and in Spanish a number
// after "el", or any number after a weekday, and only if nothing follows that could make it another: "the 2nd service", "Sunday 9 am" are none.
func Read(language string, w [5]string) (month time.Month, day, from, to int) {
	number := strings.TrimRight(w[2], "stndrh")
	day, err := strconv.Atoi(number)
	if err != nil || day < 1 || day > 31 {
		return 0, 0, 0, 0
	}
	of := map[string]string{"en": "of", "es": "de"}[language]
	names := months[language]
	switch {
	case names[w[1]] != 0:
		return names[w[1]], day, -1, 0
	case names[w[3]] != 0:
		return names[w[3]], day, 0, 1
	case w[3] == of && names[w[4]] != 0:
		return names[w[4]], day, 0, 2
	case language == "en" && w[3] == "" && (w[1] == "the" && number != w[2] || weekdays[w[1]]):
		return 0, day, 0, 0
	case language == "es" && (w[1] == "el" || w[1] == "del" || weekdays[w[1]]) && followsDate(w[3], w[4]):
		return 0, day, 0, 0
	}
	return 0, 0, 0, 0
}

// weekdays may stand before the number of a day.
var weekdays = words.Set(`sunday monday tuesday wednesday thursday friday saturday sun mon tue wed thu fri sat
	domingo lunes martes miercoles jueves viernes sabado`)

// followsDate reports whether two words may stand behind the number of a day in Spanish: none, a part of the day, an hour, a verb.
func followsDate(next, afterNext string) bool {
	switch next {
	case "", "hay", "habra", "tienen":
		return true
	case "en", "por":
		return afterNext == "la"
	case "a":
		return afterNext == "la" || afterNext == "las" || afterNext == "que"
	}
	return false
}

// InNumbers reports whether a text has something that may be a date in numbers alone: 12/24 is another day in another country.
func InNumbers(text string) bool {
	for {
		before, after, found := strings.Cut(text, "/")
		switch {
		case !found:
			return false
		case before != "" && after != "" && isDigit(before[len(before)-1]) && isDigit(after[0]):
			return true
		}
		text = after
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Next is the first day from now on that has a date; ok is false where there is none, as for February 30.
func Next(now time.Time, month time.Month, day int) (next time.Time, ok bool) {
	for ahead := range 48 {
		first := time.Date(now.Year(), now.Month()+time.Month(ahead), 1, 12, 0, 0, 0, now.Location())
		next = first.AddDate(0, 0, day-1)
		if next.Month() != first.Month() || month != 0 && next.Month() != month || ahead == 0 && day < now.Day() {
			continue
		}
		return next, true
	}
	return time.Time{}, false
}
