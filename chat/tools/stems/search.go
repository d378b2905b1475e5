package stems

import "narthex/chat/words"

// Search gives the items that fit a search best, in their own order: those that share the most of its words, inflection
// aside. Words that any request has ("group", "pastor") count less than others. Nothing fits a query without words.
func Search[T any](items []T, query string, text func(T) string) []T {
	wanted := Of(words.Fold(query))
	var found []T
	best := 0
	for _, item := range items {
		score := score(wanted, words.Fold(text(item)))
		if score > best {
			best, found = score, nil
		}
		if score == best && score > 0 {
			found = append(found, item)
		}
	}
	return found
}

// What one shared word counts.
const (
	strongMatch = 4
	weakMatch   = 1
)

func score(wanted []Stem, folded string) int {
	has := make(Set)
	for _, s := range Of(folded) {
		has[s.Text] = true
	}
	total := 0
	for _, s := range wanted {
		switch {
		case !has.HasAlike(s.Text):
		case s.Weak:
			total += weakMatch
		default:
			total += strongMatch
		}
	}
	return total
}
