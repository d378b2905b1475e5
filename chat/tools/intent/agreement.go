package intent

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// consents reports whether a message says yes to what it answers, or gives what a yes would be followed by. It is laxer than package assent
// on purpose: a yes heard wrongly here tells a pastor once too often, while package assent, which must not err so, is for cards.
func consents(message string) bool {
	said := slices.Collect(words.Split(words.Fold(message)))
	if len(said) == 0 || noWords[said[0]] {
		return false
	}
	return yesWords[said[0]] || soundsLikeYes(message) || grounding.GivesContact(message) || welcome.MatchString(words.Fold(message))
}

var welcome = regexp.MustCompile(`\b(?:that would be|that'd be|that is|that's|sounds|would be) (?:so |very |really |just )?(?:great|good|lovely|nice|wonderful|helpful|kind|perfect|fine)|\b(?:i'd|i would|we'd|we would) (?:really )?(?:like|love|appreciate) (?:that|it)\b|\bgo ahead\b|\bdo it\b|\bplease do\b` +
	`|\b(?:me gustaria|nos gustaria|se lo agradezco|se lo agradeceria|me parece bien|esta bien|hagalo|por favor|perfecto|con gusto|genial|excelente|seria (?:bueno|lindo|genial|una bendicion))\b`)

var (
	yesWords = words.Set("yes yeah yep yup sure ok okay agree agreed accept absolutely definitely please correct si claro acepto vale bueno adelante conforme desde correcto")
	noWords  = words.Set("no not dont don never nope nunca tampoco")
)

// longestYes is how many words a yes may have: a longer message is about something else, whatever small words it has.
const longestYes = 8

// soundsLikeYes reports whether a short message has any word of a yes in it, and none of a no.
func soundsLikeYes(message string) bool {
	said := slices.Collect(words.Split(words.Fold(message)))
	if len(said) > longestYes || strings.ContainsAny(message, "?¿") || slices.ContainsFunc(said, func(word string) bool { return noWords[word] }) {
		return false
	}
	return slices.ContainsFunc(said, func(word string) bool { return yesWords[word] })
}
