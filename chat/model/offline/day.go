package offline

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/facts/dates"
	"narthex/chat/words"
)

const (
	englishMonths = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`
	spanishMonths = `(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)`
	partOfDay     = `(?:mañana|manana|tarde|noche)`
	weekday       = `(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|lunes|martes|miercoles|jueves|viernes|sabado)`
)

// whenForm finds a day or a time as people say it. In Spanish the morning is the word for tomorrow: where it is a part of the day, it is
// found with what makes it one.
var whenForm = regexp.MustCompile(`(?i)\ba las? \d{1,2}(?::\d{2})?(?: (?:de|por|en) la ` + partOfDay + `)?|\b(?:de|por|en|a) la ` + partOfDay + `|\besta ` + partOfDay + `|\b(?:the )?day after tomorrow\b|` +
	`\b(?:(?:this|next|on|este|el|próximo)\s+)*(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|today|tomorrow|tonight|domingo|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|hoy|pasado mañana|pasado manana|mañana|manana)s?(?:\s+(?:morning|afternoon|evening|night|por la ` + partOfDay + `))?|` +
	`\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `\b|\b(?:el )?\d{1,2} de ` + spanishMonths + `\b|` +
	`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b`)

var (
	isoDate  = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	clock    = regexp.MustCompile(`\b(?:at|a las?) \d{1,2}(?::\d{2})?\b(?: ?[ap]\.?m\b\.?)?|\b\d{1,2}(?::\d{2})? ?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b`)
	morning  = regexp.MustCompile(`\b(?:de|por|en|a) la manana\b|\besta manana\b`)
	today    = regexp.MustCompile(`\b(?:today|tonight|hoy|this (?:morning|afternoon|evening)|esta (?:manana|tarde|noche))\b`)
	comesOn  = regexp.MustCompile(`\b(?:visit|visiting|come|coming|attend|attending|join|stop by|be there|ir|vamos|voy|iremos|venir|asistir|visitar\w*|visita)(?: [^\s.,;:!?]+){0,4} ` + today.String())
	dayNames = map[string]time.Weekday{"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
		"domingo": 0, "lunes": 1, "martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5, "sabado": 6}
)

// named are the days that a message names, in its words: a date, a weekday, or one counted from today on, and a feast.
type named struct {
	days  []string // folded, each apart: "10:30" and "June 14" make no "30 June"
	feast string
}

// daysIn are those of a message. A feast that the church is called by is only meant where a day was asked for.
func daysIn(message string, answers slotKind, church string) (n named) {
	text := unquoted(message)
	if feast := feastIn(text); feast != "" {
		text = ofFeast(feast).ReplaceAllString(text, " , ")
		if answers == slotWhen || !ofFeast(feast).MatchString(unquoted(church)) {
			n.feast = feast
		}
	}
	text = clock.ReplaceAllString(text, " , ")
	if answers == slotWhen {
		n.days = strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
		return n
	}
	for _, found := range whenForm.FindAllString(text, -1) {
		if !today.MatchString(found) || meansToday(text, answers) {
			n.days = append(n.days, found)
		}
	}
	return n
}

// meansToday reports whether an unquoted text that names today means it for the day: because of what it answers, or by its verb. "I found
// you today and would love to visit" does not.
func meansToday(text string, answers slotKind) bool {
	return answers != "" || comesOn.MatchString(text)
}

// unquoted is a text as the names of feasts are written: folded, without apostrophes.
func unquoted(text string) string { return strings.ReplaceAll(words.Fold(text), "'", "") }

// feastIn is a feast of one day that an unquoted text names.
func feastIn(text string) string {
	text = " " + strings.Join(wordsIn(text), " ") + " "
	for _, spoken := range [...]language{english, spanish} {
		if feast, ok := calendar.Named(spoken, text); ok && len(feast.Days) == 1 {
			return strings.TrimSpace(feast.Phrase)
		}
	}
	return ""
}

// ofFeast finds the name of a feast, with the weekday that may belong to it: Pentecost Sunday, domingo de Pentecostés.
func ofFeast(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b(?:` + weekday + ` de )?` + strings.ReplaceAll(name, " ", `\W+`) + `\b(?: ` + weekday + `\b)?`)
}

// resolve finds the day that is meant: a date, the next one of its name, but never today, the one so many days from now, or, where nothing
// else is named, that of a feast. A church is called by some of them.
func (n named) resolve(now time.Time, country string) (time.Time, bool) {
	for _, meant := range [...]func(string, time.Time) (time.Time, bool){isoDay, dateOf, nextOfName, fromNow} {
		for _, said := range n.days {
			if date, ok := meant(said, now); ok {
				return date, true
			}
		}
	}
	return feastDay(n.feast, now, country)
}

func isoDay(said string, _ time.Time) (time.Time, bool) {
	date, err := time.Parse(time.DateOnly, isoDate.FindString(said))
	return date, err == nil
}

// dateOf is the next day of a date that is named by its number.
func dateOf(said string, now time.Time) (time.Time, bool) {
	list := wordsIn(said)
	for i := range list {
		var around [5]string
		for j := range around {
			if at := i - 2 + j; at >= 0 && at < len(list) {
				around[j] = list[at]
			}
		}
		for _, spoken := range [...]language{english, spanish} {
			if month, day, _, _ := dates.Read(spoken, around); day > 0 {
				return dates.Next(now, month, day)
			}
		}
	}
	return time.Time{}, false
}

func nextOfName(said string, now time.Time) (time.Time, bool) {
	for _, word := range wordsIn(said) {
		day, ok := dayNames[word]
		if !ok {
			day, ok = dayNames[strings.TrimSuffix(word, "s")]
		}
		if ok {
			return now.AddDate(0, 0, 1+int(day-now.Weekday()+6)%7), true
		}
	}
	return time.Time{}, false
}

func fromNow(said string, now time.Time) (time.Time, bool) {
	list := wordsIn(morning.ReplaceAllString(said, " "))
	switch {
	case today.MatchString(said):
		return now, true
	case strings.Contains(said, "pasado manana"), strings.Contains(said, "day after tomorrow"):
		return now.AddDate(0, 0, 2), true
	case slices.Contains(list, "tomorrow"), slices.Contains(list, "manana"):
		return now.AddDate(0, 0, 1), true
	}
	return time.Time{}, false
}

// feastDay is the next day of a feast, in a country where that has a day of its own.
func feastDay(name string, now time.Time, country string) (time.Time, bool) {
	if name == "" {
		return time.Time{}, false
	}
	for _, spoken := range [...]language{english, spanish} {
		feast, ok := calendar.Named(spoken, " "+name+" ")
		for ahead := 0; ok && ahead <= 366; ahead++ {
			if day := now.AddDate(0, 0, ahead); feast.Is(day, calendar.Tradition{Country: country}) {
				return day, true
			}
		}
	}
	return time.Time{}, false
}
