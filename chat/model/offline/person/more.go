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
	message = Besides(message, asked)
	return slices.ContainsFunc(term.Of(message, words.Language(message, term.English)), func(t term.Term) bool { return !t.WeakWord() })
}

// Besides is what a message says besides who somebody is, and how to reach them, "" for nothing. asked tells that it answers what they are called.
func Besides(message string, asked bool) string {
	for _, found := range []string{Signed(message), OpeningName(message, "")} {
		if found != "" {
			message = strings.ReplaceAll(message, found, " ")
		}
	}
	message = saysContact.ReplaceAllString(naming.ReplaceAllString(Without(message), " "), " ")
	if bareName.MatchString(message) || asked && NameIn(message) != "" && !strings.Contains(message, ",") {
		return ""
	}
	return message
}
