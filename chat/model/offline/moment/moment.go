// Package moment reads days and times as people say them, in English and Spanish. What day that is, is left to package days.
package moment

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/days"
	"narthex/chat/words"
)

const (
	englishMonths = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`
	spanishMonths = `(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)`
	hourInWords   = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
	partOfDay     = `(?:mañana|manana|tarde|noche)`
)

// Form finds a day or a time as people say it. In Spanish the morning is the word for tomorrow: where it is a part of the day, it is
// found with what makes it one.
var Form = regexp.MustCompile(`(?i)\ba las? \d{1,2}(?::\d{2})?(?: (?:de|por|en) la ` + partOfDay + `)?|\b(?:de|por|en|a) la ` + partOfDay + `|\besta ` + partOfDay + `|\b(?:the )?day after tomorrow\b|` +
	`\b(?:(?:this|next|on|este|el|próximo)\s+)*(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|today|tomorrow|tonight|domingo|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|hoy|pasado mañana|pasado manana|mañana|manana)s?(?:\s+(?:morning|afternoon|evening|night|por la ` + partOfDay + `))?|` +
	`\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `\b|\b(?:el )?\d{1,2} de ` + spanishMonths + `\b|` +
	`\b\d{4}-\d{2}-\d{2}\b|\b(?:on|for) the \d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b|` +
	`\bat \d{1,2}\s*(?:[,;!]|$)|\b(?:the )?(?:\d{1,2}|` + hourInWords + `) ?o'?clock\b|\bhalf (?:past )?(?:\d{1,2}|` + hourInWords + `)\b|\b(?:(?:en|por|de) las (?:mañanas|manana|mananas|tardes|noches)|mornings|afternoons|evenings|weekdays|weekends)\b|` +
	`\b(?:(?:not )?(?:before|after|until|around|at|by) )?(?:noon|midday|lunchtime)\b|\b(?:(?:no )?(?:antes|despues|después) del )?mediod[ií]a\b`)

var (
	// inFigures are days, years and hours as they are written in figures.
	inFigures = regexp.MustCompile(`(?i)\d{4}-\d{2}-\d{2}|\b\d{1,2}[.-]\d{1,2}[.-]20\d\d\b|\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d\b)?|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `,? 20\d\d\b|\bde ` + spanishMonths + ` (?:de |del )?20\d\d\b|` +
		`\b\d{1,2}[.:]\d{2} ?[-–] ?\d{1,2}[.:]\d{2}\b|\b20\d\d,? \d{1,2} ?[-–] ?\d{1,2}\b`)
	// denied stands before a day that somebody does not mean.
	denied  = regexp.MustCompile(`(?i)\b(?:not|except|but not|any day but|besides|no|menos|excepto|salvo|can'?t|can’t|cannot|won'?t|no (?:puedo|podemos|podr[eé]))(?: (?:on|the|el|los|la|for|before|any|do|make|make it|come|free|available|ir|venir|estoy|libre))*\s*$`)
	today   = regexp.MustCompile(`\b(?:today|tonight|hoy|this (?:morning|afternoon|evening)|esta (?:manana|tarde|noche))\b`)
	comesOn = regexp.MustCompile(`\b(?:visit|visiting|come|coming|attend|attending|join|stop by|be there|ir|vamos|voy|iremos|venir|asistir|visitar\w*|visita)(?: [^\s.,;:!?]+){0,4} ` + today.String())
)

// WithoutDates is a text with blanks for the days, years and hours that are written in figures, which are no telephone numbers. It is as long.
func WithoutDates(text string) string { return inFigures.ReplaceAllStringFunc(text, blank) }

func blank(found string) string { return strings.Repeat(" ", len(found)) }

// Named are the days and times of a text that are not denied there: "not on monday" names none.
func Named(text string) (found []string) {
	for _, at := range Form.FindAllStringIndex(text, -1) {
		if !denied.MatchString(text[:at[0]]) {
			found = append(found, text[at[0]:at[1]])
		}
	}
	return found
}

// SaysToday reports whether a folded text names today.
func SaysToday(folded string) bool { return today.MatchString(folded) }

// MeansToday reports whether a text that names today means it for the day: because it answers what was asked, or by its verb. "I found
// you today and would love to visit" does not.
func MeansToday(text string, answers bool) bool {
	return answers || comesOn.MatchString(strings.ReplaceAll(words.Fold(text), "'", ""))
}

// namedDay is a day that is named, and no mere hour.
// A month is one beside a figure: "you may text me" and "Julio" name none.
var namedDay = regexp.MustCompile(`\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b` + englishMonths + `\.? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?` + englishMonths + `\b|\b\d{1,2} de ` + spanishMonths + `\b|\b\d{4}-\d{2}-\d{2}\b|\b(?:tomorrow|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b`)

// NamesDay reports whether a text names a day that it does not deny, and no mere hour.
func NamesDay(text string) bool {
	return slices.ContainsFunc(Named(text), func(found string) bool { return namedDay.MatchString(words.Fold(found)) })
}

// ReadsAs reports whether a message speaks of the day on which somebody comes, in one of some ways.
func ReadsAs(message string, ways ...days.Clarity) bool {
	now := time.Now()
	return slices.Contains(ways, days.Read(message, days.Context{Now: now, Earlier: now, Today: true}).Clarity)
}
