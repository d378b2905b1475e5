package draft

import "regexp"

// word is a pattern for one of some words in a folded text.
func word(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^a-z0-9])(?:` + alternatives + `)(?:[^a-z0-9]|$)`)
}
