package offline

import (
	"slices"
	"strings"

	"narthex/chat/facts/calendar"
)

// ofItsFeast leaves out the special days that are another feast than the one a question names.
func (l *library) ofItsFeast(question string, ranked []match) []match {
	asked := feastNamed(question)
	return slices.DeleteFunc(ranked, func(m match) bool { return l.isOtherFeast(m.source, asked) })
}

// isOtherFeast reports whether a source is a special day whose name is that of another feast: New Year's Eve has a word in common with
// Christmas Eve, and nothing else. The vigil of Easter goes with Easter.
func (l *library) isOtherFeast(at int, asked calendar.Naming) bool {
	from := &l.sources[at]
	if asked.Phrase == "" || from.title != "Special day" {
		return false
	}
	name := specialName.FindStringSubmatch(from.whole)
	if name == nil {
		return false
	}
	other := feastNamed(name[1])
	return other.Phrase != "" && other.Phrase != asked.Phrase && !slices.ContainsFunc(other.Days, func(day string) bool { return slices.Contains(asked.Days, day) })
}

// feastNamed is the feast that a text names in either language; it has no phrase where that is none.
func feastNamed(text string) calendar.Naming {
	text = " " + strings.Join(wordsIn(unquoted(text)), " ") + " "
	for _, spoken := range [...]language{english, spanish} {
		if feast, ok := calendar.Named(spoken, text); ok {
			return feast
		}
	}
	return calendar.Naming{}
}
