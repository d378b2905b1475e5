package attribution

import (
	"slices"

	"narthex/chat/words"
)

// Source is what of a stored text answers are compared with. It shares no memory with the text and may be kept and read by
// several goroutines.
type Source struct {
	terms    []term // sorted, each once
	language string // empty where the text does not tell
}

// Read reads a stored text.
func Read(title, text string) Source {
	terms := appendTerms(appendTerms(nil, title), text)
	slices.Sort(terms)
	return Source{terms: slices.Clone(slices.Compact(terms)), language: words.Language(text, "")}
}

func (s Source) has(t term) bool {
	_, found := slices.BinarySearch(s.terms, t)
	return found
}
