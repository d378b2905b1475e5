package cache

import (
	"slices"
	"strings"
)

// What is good for one day only is not kept: a question whose answer depends on the day it is asked on, and an answer that says when
// something is by how far it is from today.

// questionIsTimeBound reports whether the answer to a question depends on the day it is asked on: "tonight", "next Sunday".
func questionIsTimeBound(m meaning) bool {
	return slices.ContainsFunc(m.features, func(f string) bool { return strings.Contains(f, "day:") })
}

// answerIsTimeBound reports whether an answer names a day, or a moment, by how far it is from the one in which it is given: "tomorrow at 7
// PM", "this Sunday". Kept, it would be wrong the day after. "Now" by itself says nothing of the kind, nor does the Spanish word for
// tomorrow where it means the morning.
func answerIsTimeBound(answer string) bool {
	tokens := tokenise(answer)
	for i := range tokens {
		if passes(tokens, i) || isNear(tokens, i) {
			return true
		}
	}
	return false
}

// passes reports whether a word says by itself how far a time is, or with its neighbours.
func passes(tokens []token, i int) bool {
	before, after := wordBefore(tokens, i), word(tokens, i+1)
	switch tokens[i].text {
	case "today", "tonight", "tomorrow", "yesterday", "ayer":
		return true
	case "now":
		return momentary[before]
	case "hoy":
		return after != "en" || word(tokens, i+2) != "dia" // nowadays
	case "manana":
		return !beforeMorning[before]
	case "ahora":
		return after == "mismo" || momentary[before]
	}
	return false
}

// isNear reports whether a word is a time that its neighbours count from the present: "next week", "el domingo que viene". "The last
// Sunday of May" is the same one all year, and "this week's bulletin" is what it is called.
func isNear(tokens []token, i int) bool {
	before := wordBefore(tokens, i)
	if i > 0 && tokens[i-1].pause {
		before = "" // "after this, Sunday school"
	}
	if partsOfDay[tokens[i].text] {
		return before == "this" || before == "esta"
	}
	if !spans[tokens[i].text] && !isWeekend(tokens, i) {
		return false
	}
	after := word(tokens, i+1)
	if before == "last" {
		return wordBefore(tokens, i-1) != "the" && after != "of" && after != "in"
	}
	return nearBefore[before] && !isVerb(tokens, i-1) || nearAfter[after] || after == "que" && comes[word(tokens, i+2)]
}

// isVerb reports whether a word that may say of a time that it is near is a verb before it: "if you are coming Sunday", and without its
// accent the Spanish "está martes y jueves", as weekdays are masculine.
func isVerb(tokens []token, i int) bool {
	switch tokens[i].text {
	case "coming":
		return i > 0 && !tokens[i-1].pause && !beforeComing[tokens[i-1].text]
	case "esta":
		return word(tokens, i+1) != "semana"
	}
	return false
}

// isWeekend reports whether the Spanish words for a week's end begin here.
func isWeekend(tokens []token, i int) bool {
	return tokens[i].text == "fin" && word(tokens, i+1) == "de" && word(tokens, i+2) == "semana"
}

func wordBefore(tokens []token, i int) string {
	if i < 1 {
		return ""
	}
	return tokens[i-1].text
}

var (
	// momentary is what makes a moment of "now".
	momentary = map[string]bool{"right": true, "open": true, "closed": true, "abierto": true, "abierta": true, "cerrado": true, "cerrada": true}
	// beforeMorning is what makes a morning of the Spanish word for tomorrow.
	beforeMorning = map[string]bool{"la": true, "una": true, "media": true, "cada": true, "toda": true, "buena": true}
	// partsOfDay are of the day on which somebody speaks where they are near.
	partsOfDay = map[string]bool{"morning": true, "afternoon": true, "evening": true, "night": true, "tarde": true, "noche": true}
	// spans are times of which there are others before and after them.
	spans = map[string]bool{
		"week": true, "weekend": true, "month": true, "semana": true, "mes": true,
		"sunday": true, "monday": true, "tuesday": true, "wednesday": true, "thursday": true, "friday": true, "saturday": true,
		"sundays": true, "mondays": true, "tuesdays": true, "wednesdays": true, "thursdays": true, "fridays": true, "saturdays": true, // "this Sunday's"
		"domingo": true, "lunes": true, "martes": true, "miercoles": true, "jueves": true, "viernes": true, "sabado": true,
	}
	// nearBefore and nearAfter say of such a time that it is the one about now.
	nearBefore = map[string]bool{
		"this": true, "next": true, "coming": true,
		"este": true, "esta": true, "proximo": true, "proxima": true, "pasado": true, "pasada": true,
	}
	// beforeComing is what makes an adjective of it.
	beforeComing = map[string]bool{"this": true, "the": true}
	nearAfter    = map[string]bool{"proximo": true, "proxima": true, "pasado": true, "pasada": true}
	comes        = map[string]bool{"viene": true, "entra": true}
)
