package slots

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

// takingBack begins what somebody says who does not want it after all: "actually never mind, we're away", "ay no, mejor no".
var takingBack = regexp.MustCompile(`^\W*(?:(?:oh|ah|ay|um|hmm?|actually|ok|okay|no|nah|sorry|well|wait|you know what|on second thoughts?|bueno|pues|perdon|disculpe|la verdad|sabe que|oiga|gracias|pero|but)\b\W*)*` +
	`(?:never ?mind|nvm|forget (?:it|that|about (?:it|that))|cancel (?:it|that|this)|scratch that\W*$|dont (?:bother|send (?:it|that|this)|sign (?:me|us) up|register (?:me|us))|(?:ive |i have |we )?changed (?:my|our) minds?|i(?:d| would)? rather not\W*$|(?:ill|we(?:ll)?) pass\W*$|` +
	`(?:i|we) (?:dont|do not) (?:want|need) (?:to|it|that)(?: \w+)?(?: any ?more| after all)\b|mejor no(?:\W*$|\W*[,.;])|mejor (?:yo )?(?:voy|llamo|paso|hablo|yo voy)\b|ya no(?:\W*$|\W*[,.;]| quiero| hace falta| es necesario)|olvid[ae]l[oa]|olvide(?:n)?l[oa]|dej[ae]l[oa]|cancel[ae]l[oa]|no (?:importa|hace falta)\b|cambie de (?:idea|opinion))`)

// TakesBack reports whether a message lets go of what it was about.
func TakesBack(message string) bool {
	return Refuses(message) || takingBack.MatchString(strings.ReplaceAll(words.Fold(message), "'", ""))
}
