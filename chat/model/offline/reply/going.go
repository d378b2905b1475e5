package reply

import (
	"regexp"

	"narthex/chat/facts/days"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/party"
	"narthex/chat/words"
)

var (
	declining = regexp.MustCompile(`^\W*(?:no|nope|never ?mind|not now|forget it|no gracias)\b|^\W*(?:dejalo|olvidelo)(?:\W*$|\W*[,.;])`)
	// softly begins what may well go on with what was asked for.
	softly = regexp.MustCompile(`^\W*(?:(?:oh|ah|ay|pues|bueno|well)\W+)*(?:no (?:importa|hace falta|pasa nada|matter|problem|worries|rush)|never ?mind (?:what|that|if|who|how|about|the)|dej[ae]l[oa]|it does ?n'?t matter)\b`)
	// refusing is no answer to anything: "no, just me" is one.
	refusing = regexp.MustCompile(`^\W*(?:no,? (?:thanks|thank you|gracias)|never ?mind|not now|forget it)\b|^\W*(?:dejalo|olvidelo)(?:\W*$|\W*[,.;])`)
	// correcting is no refusal of a card.
	correcting = regexp.MustCompile(`^\W*no\W+(?:it's|it is|its|my|make it|es|son|mejor|mi|que sea|digale|dile|tell|say)\b`)
	// goingOn adds to what is to be passed on.
	goingOn = regexp.MustCompile(`^\W*(?:(?:si|yes|yeah|ok|okay|claro|por favor|please|no)\W+)?(?:digale|dile|diganle|decirle|tell|say|let|that|que|and|also|plus|but|because|since|when|he|she|they|hes|shes|theyre|its|his|her|their|it's|it is|for|to|y|e|tambien|ademas|pero|porque|es que|cuando|si cuando|el|ella|ellos|su|sus|esta|estan|tiene|tienen|anda|andan|sufre|sufren|padece|padecen|l[aoe]s? (?:van a|dio|dieron|duele|hicieron|operan|operaron|diagnosticaron|encontraron|detectaron)|se|es|por|para|de)\b\W*\w`)
	// amending begins what somebody says who has thought better of what they said.
	amending = regexp.MustCompile(`^\W*(?:(?:oh|ah|ay|oops|um|mm+|hmm?|ok|okay|great|well|so|then|thanks|thank you|and|but|yes|no|gracias|y|pero|si|bueno|entonces)\W+)*(?:actually|sorry|wait|hold on|correction|scratch that|i mean(?:t)?|make (?:it|that)|we'?ll be|we will be|there'?ll be|there will be|it'?ll be|it will be|the (?:right |correct )?(?:number|name|day|date) is|` +
		`perdon|disculpe|en realidad|mejor|espere|espera|quise decir|seremos|vamos a ser|es que el numero|el numero (?:correcto )?es|corrijo)\b`)
	// bothered is what stands behind a "sorry" that puts nothing right.
	bothered = regexp.MustCompile(`^\W*(?:por (?:la molestia|molestar\w*|las molestias)|to (?:bother|trouble)|for (?:bothering|troubling|the (?:trouble|bother)))\b`)
	// adding wants something more in what is to be passed on.
	adding = regexp.MustCompile(`^\W*(?:(?:oh|and|also|actually|sorry|wait|please|y|tambien|perdon|por favor)\W+)*(?:(?:can|could|would|will) you (?:please |also )*(?:add|include|put in|mention)|add|include|(?:puede|podria|pueden|puedes) (?:agregar|anadir|incluir|mencionar)|agregue|agrega|anada|incluya)\b`)
)

// Declines reports whether a folded message begins as one that turns something down.
func Declines(folded string) bool { return declining.MatchString(folded) }

// Soft reports whether a folded message begins with a no that may well go on with what was asked for: "no importa la hora".
func Soft(folded string) bool { return softly.MatchString(folded) }

// AnswersNothing reports whether a folded message begins with a no that answers no question.
func AnswersNothing(folded string) bool { return refusing.MatchString(folded) }

// GoesOn reports whether a folded message adds to what is to be passed on.
func GoesOn(folded string) bool { return goingOn.MatchString(folded) }

// Adds reports whether a folded message wants something more in what is to be passed on.
func Adds(folded string) bool { return adding.MatchString(folded) }

// Amends reports whether a folded message begins as one does of somebody who has thought better of what they said.
func Amends(folded string) bool { return amending.MatchString(folded) }

// Amended is what stands behind such a beginning; ok is false where there is none.
func Amended(folded string) (rest string, ok bool) {
	at := amending.FindStringIndex(folded)
	if at == nil {
		return "", false
	}
	return folded[at[1]:], true
}

// Apologizes reports whether what stands behind a "sorry" puts nothing right: "sorry to bother you".
func Apologizes(rest string) bool { return bothered.MatchString(rest) }

// Corrects reports whether a message that begins with a no says what should stand on a card instead.
func Corrects(message string) bool {
	folded := words.Fold(message)
	return correcting.MatchString(folded) || party.Answered(message).People > 0 && party.Only(message) || !refusing.MatchString(folded) && moment.ReadsAs(message, days.One)
}
