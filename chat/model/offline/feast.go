package offline

import (
	"slices"
	"strings"

	"narthex/chat/facts/calendar"
	"narthex/chat/model/offline/term"
)

// isOther reports whether a text names a feast, and another than the one that was asked for: New Year's Eve has a word in common with
// Christmas Eve, and nothing else. The vigil of Easter goes with Easter.
func isOther(asked calendar.Naming, text string) bool {
	named := feastNamed(text)
	return named.Phrase != "" && named.Phrase != asked.Phrase && !slices.ContainsFunc(named.Days, func(day string) bool { return slices.Contains(asked.Days, day) })
}

// feastNamed is the feast that a text names in either language; it has no phrase where that is none.
func feastNamed(text string) calendar.Naming {
	text = " " + strings.Join(term.WordsIn(unquoted(text)), " ") + " "
	for _, spoken := range [...]string{term.English, term.Spanish} {
		if feast, ok := calendar.Named(spoken, text); ok {
			return feast
		}
	}
	return calendar.Naming{}
}
