package slots

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/facts/days"
	"narthex/chat/words"
)

const (
	englishMonths = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`
	spanishMonths = `(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)`
	hourInWords   = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
	partOfDay     = `(?:mañana|manana|tarde|noche)`
)

// whenForm finds a day or a time as people say it. In Spanish the morning is the word for tomorrow: where it is a part of the day, it is
// found with what makes it one.
var whenForm = regexp.MustCompile(`(?i)\ba las? \d{1,2}(?::\d{2})?(?: (?:de|por|en) la ` + partOfDay + `)?|\b(?:de|por|en|a) la ` + partOfDay + `|\besta ` + partOfDay + `|\b(?:the )?day after tomorrow\b|` +
	`\b(?:(?:this|next|on|este|el|próximo)\s+)*(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|today|tomorrow|tonight|domingo|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|hoy|pasado mañana|pasado manana|mañana|manana)s?(?:\s+(?:morning|afternoon|evening|night|por la ` + partOfDay + `))?|` +
	`\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `\b|\b(?:el )?\d{1,2} de ` + spanishMonths + `\b|` +
	`\b\d{4}-\d{2}-\d{2}\b|\b(?:on|for) the \d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b|` +
	`\bat \d{1,2}\s*(?:[,;!]|$)|\b(?:the )?(?:\d{1,2}|` + hourInWords + `) ?o'?clock\b|\bhalf (?:past )?(?:\d{1,2}|` + hourInWords + `)\b|\b(?:(?:en|por|de) las (?:mañanas|manana|mananas|tardes|noches)|mornings|afternoons|evenings|weekdays|weekends)\b|` +
	`\b(?:(?:not )?(?:before|after|until|around|at|by) )?(?:noon|midday|lunchtime)\b|\b(?:(?:no )?(?:antes|despues|después) del )?mediod[ií]a\b`)

var (
	isoDate = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	today   = regexp.MustCompile(`\b(?:today|tonight|hoy|this (?:morning|afternoon|evening)|esta (?:manana|tarde|noche))\b`)
	comesOn = regexp.MustCompile(`\b(?:visit|visiting|come|coming|attend|attending|join|stop by|be there|ir|vamos|voy|iremos|venir|asistir|visitar\w*|visita)(?: [^\s.,;:!?]+){0,4} ` + today.String())
)

// meansToday reports whether an unquoted text that names today means it for the day: because of what it answers, or by its verb. "I found
// you today and would love to visit" does not.
func meansToday(text string, answers Kind) bool {
	return answers != "" || comesOn.MatchString(text)
}

// unquoted is a text folded, without apostrophes.
func unquoted(text string) string { return strings.ReplaceAll(words.Fold(text), "'", "") }

// dayKnown is the day that somebody wants to come on, as far as they have said.
type dayKnown struct {
	day     time.Time // the zero time: not known
	differs time.Time // the date that their newest message names with a weekday that it is not
}

// coming follows the day through their messages: the newest that names one tells, unless it takes back the one before and names no other.
func (d details) coming(now time.Time, country string) (known dayKnown) {
	for _, u := range d.said {
		in := days.Context{Now: now, In: calendar.Tradition{Country: country}, Earlier: known.day, Today: meansToday(unquoted(u.text), u.answers), Church: d.church}
		aboutDay := u.answers == slotWhen || u.behindCard
		if u.answers == slotWhen {
			in.Church = "" // a feast that the church is called by is only meant where a day was asked for
		}
		text := u.text
		if before, rest, ok := strings.Cut(text, ","); ok && softly.MatchString(words.Fold(before)) {
			text = rest // "it does not matter" denies no day
		}
		meant := days.Read(text, in)
		known.differs = time.Time{}
		switch meant.Clarity {
		case days.One:
			known.day = meant.Day
		case days.Differs:
			known = dayKnown{differs: meant.Day}
		case days.Open, days.Several:
			if aboutDay {
				known.day = time.Time{}
			}
		}
	}
	return known
}

// differs is the date that is named with a weekday that it is not, where a parameter wants a date.
func (d details) differs(p parameter, now time.Time, country string) time.Time {
	if p.kind != slotWhen || p.schema.Format != "date" {
		return time.Time{}
	}
	return d.coming(now, country).differs
}

// namesDay reports whether a message speaks of the day on which somebody comes, in one of some ways.
func namesDay(message string, ways ...days.Clarity) bool {
	now := time.Now()
	return slices.Contains(ways, days.Read(message, days.Context{Now: now, Earlier: now, Today: true}).Clarity)
}
