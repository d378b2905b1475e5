package speech

import (
	"strings"
)

var english = &tongue{
	language: "en",
	digits:   [10]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"},
	months:   englishMonths,
	month: monthNames(`january jan; february feb; march mar; april apr; may; june jun; july jul; august aug; september sept sep; october oct;
		november nov; december dec`),
	cardinal:   englishCardinal,
	ordinal:    englishOrdinal,
	year:       englishYear,
	day:        englishDay,
	clock:      englishClock,
	counted:    func(n int, _ string) string { return englishCardinal(n) },
	thisNumber: englishThisNumber,
	to:         "to", point: "point", percent: "percent", dollars: "dollar", cents: "cent", website: "the web page", at: "at", dot: "dot",
	extension: "extension", number: "number", or: "or", and: "and", half: "and a half", degrees: "degrees", per: "a",
	chapter: "chapter", verse: "verse", verses: "verses",
	ordinalBook: [5]string{"", "First", "Second", "Third", "Fourth"},
	short: map[string]string{
		"e.g.": "for example", "i.e.": "that is", "etc.": "and so on", "vs.": "versus", "w/": "with", "&": "and", "+": "and", "dr.": "Doctor", "mr.": "Mister",
		"mrs.": "Missus", "ms.": "Miz", "rev.": "Reverend", "fr.": "Father", "sr.": "Sister", "jr.": "Junior", "ave.": "Avenue", "ave": "Avenue", "rd.": "Road", "rd": "Road",
		"blvd.": "Boulevard", "blvd": "Boulevard", "ln.": "Lane", "hwy": "Highway", "hwy.": "Highway", "apt.": "apartment", "approx.": "about", "min.": "minutes",
		"mins": "minutes", "hr": "hour", "hrs": "hours", "am": "am", "q&a": "questions and answers", "and/or": "and or", "no.": "no", "tel.": "telephone", "p.o.": "P O",
		"=": "is", "ft": "feet", "lbs": "pounds",
	},
	weekday: map[string]string{
		"mon": "Monday", "tue": "Tuesday", "tues": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "thur": "Thursday", "thurs": "Thursday", "fri": "Friday", "sat": "Saturday",
		"sun": "Sunday", "monday": "Monday", "tuesday": "Tuesday", "wednesday": "Wednesday", "thursday": "Thursday", "friday": "Friday", "saturday": "Saturday", "sunday": "Sunday",
	},
	ending:  wordSet("noon midnight"),
	dialing: wordSet("call text dial or at to phone ring number telephone on calling texting dialing is via"),
}

var englishMonths = [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

var englishSmall = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
	eighteen nineteen`)

var englishTens = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")

var englishOrdinals = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

func englishCardinal(n int) string {
	switch {
	case n < 20:
		return englishSmall[n]
	case n < 100 && n%10 == 0:
		return englishTens[n/10]
	case n < 100:
		return englishTens[n/10] + "-" + englishSmall[n%10]
	case n < 1000:
		return joinCount(englishSmall[n/100]+" hundred", n%100, englishCardinal)
	case n < 1_000_000:
		return joinCount(englishCardinal(n/1000)+" thousand", n%1000, englishCardinal)
	default:
		return joinCount(englishCardinal(n/1_000_000)+" million", n%1_000_000, englishCardinal)
	}
}

// joinCount adds what is left of a number, where anything is.
func joinCount(before string, rest int, cardinal func(int) string) string {
	if rest == 0 {
		return before
	}
	return before + " " + cardinal(rest)
}

func englishOrdinal(n int) string {
	said := englishCardinal(n)
	at := strings.LastIndexAny(said, " -") + 1
	last := said[at:]
	switch known := englishOrdinals[last]; {
	case known != "":
		return said[:at] + known
	case strings.HasSuffix(last, "y"):
		return said[:len(said)-1] + "ieth"
	}
	return said + "th"
}

func englishYear(n int) string {
	high, low := n/100, n%100
	switch {
	case n >= 2000 && n < 2010, n < 1100:
		return englishCardinal(n)
	case low == 0:
		return englishCardinal(high) + " hundred"
	case low < 10:
		return englishCardinal(high) + " oh " + englishSmall[low]
	}
	return englishCardinal(high) + " " + englishCardinal(low)
}

func englishDay(day, month, year int) string {
	said := englishOrdinal(day)
	if month > 0 {
		said = englishMonths[month-1] + " " + said
	}
	if year > 0 {
		said += ", " + englishYear(year)
	}
	return said
}

func englishClock(hour, minute int, half meridiem) string {
	if half == bare {
		return englishHour(hour, minute)
	}
	if half == untold && hour > 12 {
		hour, half = hour-12, afternoon
	} else if half == untold && hour == 0 {
		hour, half = 12, morning
	}
	switch {
	case hour == 12 && minute == 0 && half == afternoon:
		return "noon"
	case hour == 12 && minute == 0 && half == morning:
		return "midnight"
	case half == untold && minute == 0:
		return englishHour(hour, 0) + " o'clock"
	case half == untold:
		return englishHour(hour, minute)
	}
	part := "at night"
	switch {
	case half == morning:
		part = "in the morning"
	case hour == 12 || hour < 6:
		part = "in the afternoon"
	case hour < 9:
		part = "in the evening"
	}
	return englishHour(hour, minute) + " " + part
}

func englishHour(hour, minute int) string {
	said := englishCardinal(hour)
	switch {
	case minute == 0:
		return said
	case minute < 10:
		return said + " oh " + englishCardinal(minute)
	}
	return said + " " + englishCardinal(minute)
}

func englishThisNumber(before, earlier string) string {
	if before == "number" && earlier != "" {
		return "that you called"
	}
	return "this number"
}
