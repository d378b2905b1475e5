package tools

// matching gives the items that fit a search best, in their own order: those that share the most of its words, inflection
// aside. Words that any request has ("group", "pastor") count less than others. Nothing fits a search without words.
func matching[T any](items []T, search string, text func(T) string) []T {
	wanted := stemsOf(fold(search))
	var found []T
	best := 0
	for _, item := range items {
		score := score(wanted, fold(text(item)))
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

func score(wanted []stem, folded string) int {
	has := make(map[string]bool)
	for _, s := range stemsOf(folded) {
		has[s.text] = true
	}
	total := 0
	for _, s := range wanted {
		switch {
		case !hasAlike(has, s.text):
		case s.weak:
			total += weakMatch
		default:
			total += strongMatch
		}
	}
	return total
}
