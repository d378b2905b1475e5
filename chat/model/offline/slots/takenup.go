package slots

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// quietOf is the quiet wish in a message that answers nothing, nil for none.
func quietOf(u dialogue.Utterance) *intent.Intent {
	if AskedIn(u.After) != "" || dialogue.ShowsCard(u.After) {
		return nil
	}
	return intent.QuietIn(u.Text)
}

// requestOf is the wish that a message makes, quiet or not.
func requestOf(u dialogue.Utterance) *intent.Intent {
	if found := intent.Of(u.Text); found != nil {
		return found
	}
	return quietOf(u)
}

// MayLeaveWord reports whether a message makes a wish for which nothing was asked, and that can be taken up: its visitor is told how.
func MayLeaveWord(h *dialogue.History) bool {
	if len(h.Messages) == 0 {
		return false
	}
	if told := intent.Of(h.Question); told != nil {
		return told.Form || told.Errand // in grief or need
	}
	found := quietOf(h.Messages[0])
	return found != nil && found.Tool != intent.Bereaved && found.Tool != intent.Visiting
}

// mostBefore is how many messages ago a wish may have been made that is taken up by who then says who they are.
const mostBefore = 4

// takenUp is the wish that somebody goes on with who says who they are, and how to reach them, though nothing was asked.
func takenUp(h *dialogue.History) (found *intent.Intent, since int) {
	invited := strings.Contains(h.Messages[0].After, h.TextsOf(h.Messages[0].After).Text("leave_word"))
	if !reaches(h) && !(invited && reply.TakesUp(h.Question)) {
		return nil, 0
	}
	offering := h.Offering()
	accepted := offering && acceptsOffer(h.Question)
	for i, u := range h.Messages[1:min(len(h.Messages), mostBefore+1)] {
		before := h.Messages[i].After // what this message was answered
		if accepted && i > 0 {
			return nil, 0 // the offer is about the message before it
		}
		if AskedIn(before) != "" || dialogue.ShowsCard(before) || dialogue.Settles(before) {
			return nil, 0
		}
		if told := intent.Of(u.Text); told != nil && (told.Joins() && !(offering && i == 0) || told.Form || told.Errand) {
			return told, i + 1
		}
		if told := quietOf(u); told != nil && (!offering || i == 0 || told.Form) {
			return told, i + 1
		}
		if TakesBack(u.Text, "") || intent.Denied(u.Text) || intent.QuietlyDenied(u.Text) || reply.Declines(words.Fold(u.Text)) {
			return nil, 0
		}
	}
	return nil, 0
}

// accepting is a plain yes, and thatOne says what of several is meant by it.
var (
	accepting = regexp.MustCompile(`^\W*(?:yes|yeah|yep|yup|sure|please|si|claro|por favor)\b`)
	thatOne   = regexp.MustCompile(`^\W*(?:\w+\W+){1,2}?(?:(?:that|this|the (?:\w+ )?(?:first|second|last)?) ?one|es[ae]|est[ae]|el (?:primero|segundo)|la (?:primera|segunda))\b`)
)

// acceptsOffer reports whether a message says yes to the offer before it, and not to something on file.
func acceptsOffer(message string) bool {
	folded := words.Fold(message)
	return accepting.MatchString(folded) && !thatOne.MatchString(folded)
}

// reaches reports whether the newest message says how to reach its visitor, and asks nothing: what is put to the assistant is no answer to it.
func reaches(h *dialogue.History) bool {
	if strings.ContainsAny(h.Question, "?¿") || intent.WantsToKnow(reply.Unled(h.Question)) {
		return false
	}
	number := person.PhoneIn(h.Question)
	return person.Email.MatchString(h.Question) || number != "" && !saidByAssistant(h, number)
}

// saidByAssistant reports whether the assistant has given a telephone number before any message of the visitor's had it: it is the church's.
func saidByAssistant(h *dialogue.History, number string) bool {
	digits := person.Digits(number)
	for _, u := range slices.Backward(h.Messages) {
		if strings.Contains(person.Digits(u.After), digits) {
			return true
		}
		if strings.Contains(person.Digits(u.Text), digits) {
			return false
		}
	}
	return false
}
