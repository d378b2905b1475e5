package person

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

var (
	bareName    = regexp.MustCompile(`^\W*(?:` + proper + `)?\W*$`)
	saysContact = regexp.MustCompile(`(?i)\b(?:(?:my|the|mi|el) )?(?:number|phone|cell|e-?mail|address is|n[uú]mero|tel[eé]fono|celular|correo)(?: (?:is|es))?\b`)
)

// TellsMore reports whether a message says more than who somebody is, and how to reach them. asked tells that it answers what they are called.
func TellsMore(message string, asked bool) bool {
	for _, found := range []string{Signed(message), OpeningName(message, "")} {
		if found != "" {
			message = strings.ReplaceAll(message, found, " ")
		}
	}
	message = saysContact.ReplaceAllString(naming.ReplaceAllString(Without(message), " "), " ")
	if bareName.MatchString(message) || asked && NameIn(message) != "" && !strings.Contains(message, ",") {
		return false
	}
	return slices.ContainsFunc(term.Of(message, words.Language(message, term.English)), func(t term.Term) bool { return !t.WeakWord() })
}
