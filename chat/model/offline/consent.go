package offline

import (
	"regexp"
	"strings"

	"narthex/chat/assent"
	"narthex/chat/question"
	"narthex/chat/words"
	"narthex/static/messages"
)

// passing is what somebody says behind a yes who has more to say for what is passed on, or for whom it is.
var passing = regexp.MustCompile(`^(?:(?:and|also|so|y|tambien|pues|que) )*(?:please |por favor )?(?:ask|tell|let|pass|send|forward|say|mention|add|have|get|give|see if|find out|for|to|that|its|it is|im|i am|my|our|the (?:number|name|email|address)|call|text|email|reach|you can|` +
	`pregunt\w+|dig[ao]\w*|diles?|decirles?|dil[eo]s?|avis\w+|mand\w+|envi\w+|pas\w+|comuniq\w+|agreg\w+|para|por|de parte|es|soy|me llamo|mi|mis|nuestro|el (?:numero|nombre|correo)|llam\w+|quiero que|necesito que|que)\b`)

// takesUp reports whether a message says yes to an offer: alone, or with more for what is to be passed on. Whoever asks something behind a yes,
// or goes on to say that they see to it themselves, has not.
func takesUp(message string) bool {
	accept, heard := assent.Heard(message)
	if heard {
		return accept
	}
	rest, ok := assent.Leading(message)
	return ok && !assent.Turned(rest) && !asksSomething(rest) &&
		(passing.MatchString(rest) || phoneForm.MatchString(message) || emailForm.MatchString(message) || nameForm.MatchString(message))
}

// agrees reports whether a message begins with a yes, whatever stands behind it.
func agrees(message string) bool {
	accept, _ := assent.Heard(message)
	_, leads := assent.Leading(message)
	return accept || leads
}

// refuses reports whether a message says no, and nothing else.
func refuses(message string) bool {
	accept, heard := assent.Heard(message)
	return heard && !accept
}

func asksSomething(rest string) bool {
	return question.Asks(butBefore.ReplaceAllString(rest, ""))
}

// butBefore turns to what somebody has to ask first.
var butBefore = regexp.MustCompile(`^(?:(?:but|and|first|so|then|pero|y|primero|entonces)\W+)+`)

// askedBehind is what somebody asks behind a yes, and nothing else: "yes, but what is the address".
func askedBehind(message string) (asked string, ok bool) {
	rest, ok := assent.Leading(message)
	return butBefore.ReplaceAllString(rest, ""), ok && asksSomething(rest)
}

// offering reports whether the assistant has just offered to pass something on.
func (b *briefing) offering() bool {
	if len(b.messages) == 0 {
		return false
	}
	before := b.messages[0].after
	return offersToPass(before, texts.In(words.Language(before, b.language)))
}

func offersToPass(answer string, said messages.Texts) bool {
	return strings.Contains(answer, said.Text("offer_message")) || strings.Contains(answer, said.Text("offer_open"))
}

// undecided says behind an answer, of a card or an offer that the visitor has said neither yes nor no to, that nothing has been passed on.
func (b *briefing) undecided(answer string) string {
	if len(b.messages) == 0 || b.leftOpen(answer) || offersToPass(answer, b.own()) {
		return ""
	}
	before := b.messages[0].after
	_, behind := askedBehind(b.messages[0].text)
	switch {
	case showsCard(before) || strings.Contains(before, texts.In(words.Language(before, b.language)).Text("card_open")):
		return b.say("card_open")
	case behind && b.offering():
		return b.say("offer_open")
	}
	return ""
}

// letBe answers who says no to what the assistant has offered or asked for, "" others.
func (b *briefing) letBe() string {
	if len(b.messages) == 0 || !refuses(b.question) {
		return ""
	}
	before := b.messages[0].after
	if b.offering() || showsCard(before) || b.leftOpen(before) || askedIn(before) != "" {
		return cards.In(b.language).Text("declined")
	}
	return ""
}
