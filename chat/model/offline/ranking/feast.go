package ranking

import (
	"slices"
	"strings"

	"narthex/chat/facts/calendar"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// isOther reports whether a text names a feast, and another than the one that was asked for: New Year's Eve has a word in common with
// Christmas Eve, and nothing else. The vigil of Easter goes with Easter.
func isOther(asked calendar.Naming, text string) bool {
	named := feastNamed(text)
	return named.Phrase != "" && named.Phrase != asked.Phrase && !slices.ContainsFunc(named.Days, func(day string) bool { return slices.Contains(asked.Days, day) })
}

// feastNamed is the feast that a text names in either language; it has no phrase where that is none.
func feastNamed(text string) calendar.Naming {
	text = " " + strings.Join(term.WordsIn(strings.ReplaceAll(words.Fold(text), "'", "")), " ") + " "
	for _, spoken := range [...]string{term.English, term.Spanish} {
		if feast, ok := calendar.Named(spoken, text); ok {
			return feast
		}
	}
	return calendar.Naming{}
}

// ofItsFeast leaves out the special days that are another feast than the one a question names.
func (l *Library) ofItsFeast(question string, ranked []Match) []Match {
	asked := feastNamed(question)
	return slices.DeleteFunc(ranked, func(m Match) bool { return l.isOtherFeast(m.source, asked) })
}

// isOtherFeast reports whether a source is a special day that is another feast.
func (l *Library) isOtherFeast(at int, asked calendar.Naming) bool {
	from := &l.sources[at]
	if asked.Phrase == "" || from.Title != "Special day" {
		return false
	}
	name := specialName.FindStringSubmatch(from.Whole)
	return name != nil && isOther(asked, name[1])
}
