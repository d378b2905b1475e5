package slots

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// takingBack begins what somebody says who does not want it after all: "actually never mind, we're away", "ay no, mejor no".
var takingBack = regexp.MustCompile(`^\W*(?:(?:oh|ah|ay|um|hmm?|actually|ok|okay|no|nah|sorry|well|wait|you know what|on second thoughts?|bueno|pues|perdon|disculpe|la verdad|sabe que|oiga|gracias|pero|but)\b\W*)*` +
	`(?:never ?mind|nvm|forget (?:it|that|about (?:it|that))|cancel (?:it|that|this)|scratch that\W*$|dont (?:bother|send (?:it|that|this)|sign (?:me|us) up|register (?:me|us))|(?:ive |i have |we )?changed (?:my|our) minds?|i(?:d| would)? rather not\W*$|(?:ill|we(?:ll)?) pass\W*$|` +
	`(?:i|we) (?:dont|do not) (?:want|need) (?:it|that|this|to (?:do (?:it|that|this)|come|go|register|sign up|join|send (?:it|that|this)|leave (?:it|that|a message)))(?: any ?more| after all)\b|mejor no(?:\W*$|\W*[,.;]|\W+(?:dej|olvid|gracias|asi|por ahora|todavia)\w*)|leave it(?: so| be| there)?(?:\W*$|\W*[,.;])|mejor (?:yo )?(?:voy|llamo|paso|hablo|yo voy)\b|ya no(?:\W*$|\W*[,.;]| quiero(?:\W*$|\W*[,.;])| hace falta| es necesario)|` +
	`(?:olvid[ae]l[oa]|olvide(?:n)?l[oa]|dej[ae]l[oa](?: asi)?|cancel[ae]l[oa]|no (?:importa|hace falta))(?: ya)?(?:,? (?:muchas )?gracias)?(?:\W*$|\W*[.;])|cambie de (?:idea|opinion))`)

// onOwnAccount is what somebody says who sees to it themselves, unless a day stands behind it: then it may be the one that was asked for.
var onOwnAccount = regexp.MustCompile(`\bmejor (?:yo )?(?:voy|llamo|paso|hablo|yo voy)\b`)

// courteous stands behind what is taken back.
var courteous = regexp.MustCompile(`^(?:\W*\b(?:thanks|thank you|please|anyway|then|sorry|now|it is|its|fine|ok|okay|muchas|gracias|por favor|perdon|disculpe|entonces|ya|asi)\b)*\W*$`)

// TakesBack reports whether a message lets go of what it was about, where the assistant asked for something: "" for nothing. What gives that is
// no such, and where words to pass on were asked for, all of the message has to be.
func TakesBack(message string, asked Kind) bool {
	if reply.Refuses(message) || asked != slotPrayer && asked != slotMessage && takenBackIn(message) {
		return true
	}
	if withdraws(message) {
		return asked != slotPrayer && asked != slotMessage
	}
	if gives(asked, message) {
		return false
	}
	folded := strings.ReplaceAll(words.Fold(message), "'", "")
	at := takingBack.FindStringIndex(folded)
	switch {
	case at == nil, onOwnAccount.MatchString(folded[:at[1]]) && moment.Form.MatchString(message):
		return false
	case asked == slotPrayer || asked == slotMessage:
		for at != nil {
			folded = folded[at[1]:]
			at = takingBack.FindStringIndex(folded)
		}
		return courteous.MatchString(folded)
	}
	return true
}

// outright takes back whatever stands before it in another sentence: "her sister is flying in. never mind, we r ok".
var outright = regexp.MustCompile(`^\W*(?:(?:so|but|and|oh|ah|ok|okay|actually|sorry|no|thanks|pero|y|asi que|entonces|gracias|ay|perdon)\b\W*)*(?:never ?mind|nvm|forget (?:it|about it)|cancel (?:it|that|this)|leave it(?: so| be)?\W*$|mejor no\b|olvid[ae]l[oa]\b|dej[ae]l[oa] asi\b|ya no hace falta|ya no es necesario)(?: (?:dej[ae]l[oa]|todavia|ahora|hoy|anyway|now|please|for now|you|us|set|good|we|were|we're|im|i'm|i|its|it's|that|thats|gracias|thanks|thank|ya|asi|por|then|ok|fine|good|r|are|am|all|set|ok)\b)*\s*(?:[.,;:!)]|$)`)

// sentenceEnd ends a sentence, however the next begins.
var sentenceEnd = regexp.MustCompile(`[.!?;\n]\s+`)

// takenBackIn reports whether a sentence behind the first takes back what was wished for.
func takenBackIn(message string) bool {
	all := sentenceEnd.Split(message, -1)
	for _, sentence := range all[1:] {
		if outright.MatchString(strings.ReplaceAll(words.Fold(sentence), "'", "")) {
			return true
		}
	}
	return false
}

// withdraws reports whether a message wants somebody taken off what they are on.
func withdraws(message string) bool {
	found := intent.Of(message)
	return found != nil && found.Withdraws
}
