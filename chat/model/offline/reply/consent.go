package reply

import (
	"regexp"

	"narthex/chat/assent"
	"narthex/chat/model/offline/person"
	"narthex/chat/question"
)

// passing is what somebody says behind a yes who has more to say for what is passed on, or for whom it is.
var passing = regexp.MustCompile(`^(?:(?:and|also|so|y|tambien|pues|que) )*(?:please |por favor )?(?:ask|tell|let|pass|send|forward|say|mention|add|have|get|give|see if|find out|for|to|that|its|it is|im|i am|my|our|the (?:number|name|email|address)|call|text|email|reach|you can|` +
	`pregunt\w+|dig[ao]\w*|diles?|decirles?|dil[eo]s?|avis\w+|mand\w+|envi\w+|pas\w+|comuniq\w+|agreg\w+|para|por|de parte|es|soy|me llamo|mi|mis|nuestro|el (?:numero|nombre|correo)|llam\w+|quiero que|necesito que|que)\b`)

// TakesUp reports whether a message says yes to an offer: alone, or with more for what is to be passed on. Whoever asks something behind a yes,
// or goes on to say that they see to it themselves, has not.
func TakesUp(message string) bool {
	accept, heard := assent.Heard(message)
	if heard {
		return accept
	}
	rest, ok := assent.Leading(message)
	return ok && !assent.Turned(rest) && !AsksSomething(rest) &&
		(passing.MatchString(rest) || person.ContactAt(message) != nil || person.Name.MatchString(message))
}

// Agrees reports whether a message begins with a yes, whatever stands behind it.
func Agrees(message string) bool {
	accept, _ := assent.Heard(message)
	_, leads := assent.Leading(message)
	return accept || leads
}

// Refuses reports whether a message says no, and nothing else.
func Refuses(message string) bool {
	accept, heard := assent.Heard(message)
	return heard && !accept
}

// AsksSomething reports whether a text puts a question, whatever stands before it.
func AsksSomething(rest string) bool {
	return question.Asks(butBefore.ReplaceAllString(rest, ""))
}

// butBefore turns to what somebody has to ask first.
var butBefore = regexp.MustCompile(`^(?:(?:but|and|first|so|then|pero|y|primero|entonces)\W+)+`)

// AskedBehind is what somebody asks behind a yes, and nothing else: "yes, but what is the address".
func AskedBehind(message string) (asked string, ok bool) {
	rest, ok := assent.Leading(message)
	return butBefore.ReplaceAllString(rest, ""), ok && AsksSomething(rest)
}
