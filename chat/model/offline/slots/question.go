package slots

import (
	"regexp"
	"strings"

	"narthex/chat/facts/days"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/party"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
)

// AsksAside reports whether a message puts a question instead of what was asked for.
func AsksAside(message string, asked Kind) bool { return asksBack(message, asked, false) }

// asksBack reports whether a message asks something instead of answering. What people say in their own words may begin as questions do.
func asksBack(message string, asked Kind, shown bool) bool {
	folded := reply.Unled(message)
	if asked != "" && asked != slotMessage && asked != slotPrayer && strings.Contains(message, "?") && !gives(asked, message) {
		return true
	}
	if shown && reply.Adds(folded) {
		return false
	}
	if shown || asked == slotMessage || asked == slotPrayer {
		return strings.Contains(message, "?") || plainQuestion.MatchString(folded)
	}
	return intent.WantsToKnow(folded)
}

// gives reports whether a message with a question mark tells what was asked for: "Sunday?", "4?".
func gives(asked Kind, message string) bool {
	switch asked {
	case slotWhen:
		return moment.ReadsAs(message, days.One, days.Several, days.Differs) || moment.Form.MatchString(message)
	case slotCount, slotChildren:
		return party.Answered(message).People > 0 || party.Number(message) > 0
	case slotPhone, slotEmail, slotContact:
		return person.ContactAt(message) != nil
	case slotName:
		return person.ContactAt(message) != nil || person.Name.MatchString(message) || person.NameSaid(message) != ""
	}
	return false
}

// AsksPlainly reports whether a folded message asks something even where words were asked for.
func AsksPlainly(folded string) bool { return plainQuestion.MatchString(folded) }

// plainQuestion asks something even where words were asked for, which may begin with "que" and "cuando".
var plainQuestion = regexp.MustCompile(`^\W*(?:what|where|who|which|how (?:do|does|much|many|long|can)|is (?:there|the|this|that|your|it|\W?\d+)|are (?:there|you|they)|do you|does|did|when (?:is|are|do|does|will)|que (?:hora|dia|horario)|a que hora|donde|cual)\b`)
