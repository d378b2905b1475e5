package offline

import (
	"regexp"
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
)

// whenForm finds a day or a time as people say it. In Spanish the morning is the word for tomorrow: where it is a part of the day, it is
// found with what makes it one.
var whenForm = regexp.MustCompile(`(?i)\ba las? \d{1,2}(?::\d{2})?(?: (?:de|por|en) la ` + partOfDay + `)?|\b(?:de|por|en|a) la ` + partOfDay + `|\besta ` + partOfDay + `|` +
	`\b(?:(?:this|next|on|este|el|próximo)\s+)*(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|today|tomorrow|tonight|domingo|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|hoy|pasado mañana|mañana)s?(?:\s+(?:morning|afternoon|evening|night|por la ` + partOfDay + `))?|` +
	`\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `\b|\b(?:el )?\d{1,2} de ` + spanishMonths + `\b|` +
	`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b`)

var (
	isoDate  = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	morning  = regexp.MustCompile(`\b(?:de|por|en|a) la manana\b|\besta manana\b`)
	today    = regexp.MustCompile(`\b(?:today|tonight|hoy|this (?:morning|afternoon|evening)|esta (?:manana|tarde|noche))\b`)
	dayNames = map[string]time.Weekday{"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
		"domingo": 0, "lunes": 1, "martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5, "sabado": 6}
)

// feastIn is a feast of one day that a message names, folded.
func feastIn(message string) string {
	text := " " + strings.Join(wordsIn(strings.ReplaceAll(message, "'", "")), " ") + " "
	for _, spoken := range [...]language{english, spanish} {
		if feast, ok := calendar.Named(spoken, text); ok && len(feast.Days) == 1 {
			return strings.TrimSpace(feast.Phrase)
		}
	}
	return ""
}

// resolveDate finds the day meant: that of a feast or a date, the next one of its name, but never today, or the one so many days from now.
func resolveDate(said string, now time.Time) (time.Time, bool) {
	if iso := isoDate.FindString(said); iso != "" {
		date, err := time.Parse(time.DateOnly, iso)
		return date, err == nil
	}
	if date, ok := feastDay(said, now); ok {
		return date, true
	}
	list := wordsIn(said)
	if date, ok := dateOf(list, now); ok {
		return date, true
	}
	for _, word := range list {
		day, ok := dayNames[word]
		if !ok {
			day, ok = dayNames[strings.TrimSuffix(word, "s")]
		}
		if ok {
			return now.AddDate(0, 0, 1+int(day-now.Weekday()+6)%7), true
		}
	}
	folded := words.Fold(said)
	switch {
	case today.MatchString(folded):
		return now, true
	case strings.Contains(folded, "pasado manana"), strings.Contains(folded, "day after tomorrow"):
		return now.AddDate(0, 0, 2), true
	}
	for _, word := range wordsIn(morning.ReplaceAllString(folded, " ")) {
		if word == "tomorrow" || word == "manana" {
			return now.AddDate(0, 0, 1), true
		}
	}
	return time.Time{}, false
}

// feastDay is the next day of a feast that is named.
func feastDay(said string, now time.Time) (time.Time, bool) {
	name := feastIn(said)
	if name == "" {
		return time.Time{}, false
	}
	for _, spoken := range [...]language{english, spanish} {
		feast, ok := calendar.Named(spoken, " "+name+" ")
		for ahead := 0; ok && ahead <= 366; ahead++ {
			if day := now.AddDate(0, 0, ahead); feast.Is(day, calendar.Tradition{}) {
				return day, true
			}
		}
	}
	return time.Time{}, false
}

// dateOf is the next day of a date that is named by its number.
func dateOf(list []string, now time.Time) (time.Time, bool) {
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
