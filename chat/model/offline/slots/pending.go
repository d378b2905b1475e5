package slots

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/facts/days"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/party"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
	"narthex/static/messages"
)

// wantedIn finds the request that the newest message makes, or goes on with: a request since which the assistant has only asked for details
// or for a yes, or its own offer. since is how many earlier messages belong to it.
func wantedIn(h *dialogue.History) (found *intent.Intent, since int) {
	direct := intent.Of(h.Question)
	if len(h.Messages) < 2 {
		return direct, 0
	}
	before := h.Messages[0].After
	asked, shown := AskedIn(before), dialogue.ShowsCard(before)
	if direct == nil && TakesBack(h.Question, asked) {
		return nil, 0
	}
	if direct != nil && direct.Withdraws && (asked != "" || shown) {
		return nil, 0 // from the form that is open
	}
	folded := words.Fold(h.Question)
	amends := direct != nil && shown && !direct.OwnWords() && (reply.Amends(folded) || direct.Joins() && party.In(h.Question).People > 0 || direct.Tool == intent.Callback) && isOfCard(h, direct)
	if direct != nil && asked != slotMessage && !amends {
		return direct, 0
	}
	if since := PassedOn(h); since > 0 {
		return intent.Named(intent.LeaveMessage), since
	}
	if asked == "" && !shown {
		if told, since := takenUp(h); told != nil {
			return told, since
		}
	}
	said := h.TextsOf(before)
	counted := asked == slotCount && !reply.AnswersNothing(folded) && party.Only(h.Question) // "no, just me" declines nothing, and "como 4" asks nothing
	private := (shown || asked == slotPrayer) && reply.WantsPrivacy(folded)                  // though it may be put as a question
	given := answersThough(h.Question, asked) || shown && reply.WithoutName(folded) || shown && toNote.MatchString(folded) && !strings.Contains(h.Question, "?")
	switch {
	case intent.Denied(h.Question) && !private && !given, reply.Refuses(h.Question), reply.Declines(folded) && !counted && !private && !given && !(shown && reply.Corrects(h.Question)):
		return nil, 0
	case h.Offering():
		if reply.TakesUp(h.Question) || signs(h.Question) {
			return intent.Named(intent.LeaveMessage), offeredSince(h, said)
		}
		return nil, 0
	case strings.Contains(before, said.Text("card_open")) && reply.TakesUp(h.Question):
		return stillOpen(h)
	case asked == "" && !shown && !strings.Contains(before, said.Text("need_more")), !counted && !private && asksBack(h.Question, asked, shown):
		return nil, 0
	}
	for at := 1; at < min(len(h.Messages), 7); at++ {
		pending, since := requestAt(h, at)
		switch {
		case pending == nil:
		case shown && !goesOn(pending, h.Question, numberSaid(h.Messages[1:])):
			return nil, 0
		default:
			return pending, since
		}
	}
	return nil, 0
}

// heldUp is a request for a prayer that waits for what another wish of its message needs, where the visitor says no to that; nil for none.
func heldUp(h *dialogue.History) (found *intent.Intent, since int) {
	if len(h.Messages) < 2 || !reply.Refuses(h.Question) || takingBack.MatchString(words.Fold(h.Question)) || dialogue.ShowsCard(h.Messages[0].After) {
		return nil, 0
	}
	switch AskedIn(h.Messages[0].After) {
	case slotName, slotPhone, slotContact, slotWhen:
	default:
		return nil, 0
	}
	request, since := stillOpen(h)
	if request == nil || request.Tool != intent.Praying || intent.Besides(h.Messages[since].Text, request) == nil {
		return nil, 0
	}
	return request, since
}

// answersThough reports whether a message gives what was asked for, though it begins as a refusal does: "no importa la hora, al 956 555 0123".
func answersThough(message string, asked Kind) bool {
	soft := reply.Soft(words.Fold(message))
	switch asked {
	case slotPrayer, slotMessage:
		return soft && !TakesBack(message, asked)
	case slotPhone, slotEmail, slotContact:
		return !reply.Refuses(message) && gives(asked, message)
	case "":
		return false
	}
	return soft && !reply.Refuses(message) && gives(asked, message)
}

// isOfCard reports whether a request is the one whose card was shown last: "actually, call me instead" behind the card of a visit is another.
func isOfCard(h *dialogue.History, request *intent.Intent) bool {
	of, _ := stillOpen(h)
	return of == nil || of.Tool == request.Tool
}

// PassedOn is how many messages a correction is about that comes when its request has been passed on: those from the request on, 0 where the
// newest message corrects none. The visitor has said yes to the card before it.
func PassedOn(h *dialogue.History) (since int) {
	rest, amends := reply.Amended(words.Fold(h.Question))
	if len(h.Messages) < 3 || !amends || !dialogue.ShowsCard(h.Messages[1].After) || !reply.Agrees(h.Messages[1].Text) || asksBack(h.Question, "", true) {
		return 0
	}
	for i, u := range h.Messages[2:min(len(h.Messages), 8)] {
		if request := requestOf(u); request != nil {
			if !goesOn(request, h.Question, numberSaid(h.Messages[1:])) && (!request.OwnWords() || !reply.GoesOn(rest) || reply.Apologizes(rest)) {
				return 0
			}
			return i + 2
		}
	}
	return 0
}

// stillOpen is the request of a card that is to be shown once more, and how many messages ago it was made.
func stillOpen(h *dialogue.History) (found *intent.Intent, since int) {
	for at := 1; at < min(len(h.Messages), 8); at++ {
		if request, since := requestAt(h, at); request != nil {
			return request, since
		}
	}
	return nil, 0
}

// requestAt is the request that a message makes, and how many messages belong to it from the one that began it on; at counts from the newest. A yes
// to an offer makes the offer's request, whatever was wished for before.
func requestAt(h *dialogue.History, at int) (found *intent.Intent, since int) {
	u := h.Messages[at]
	found, offer := requestOf(u), h.TextsOf(u.After)
	if found != nil || at+1 >= len(h.Messages) || !dialogue.OffersToPass(u.After, offer) || !reply.TakesUp(u.Text) && !signs(u.Text) {
		return found, at
	}
	then := dialogue.History{Question: u.Text, Messages: h.Messages[at:], Language: h.Language}
	if told, since := takenUp(&then); told != nil {
		return told, at + since
	}
	return intent.Named(intent.LeaveMessage), at + offeredSince(&then, offer)
}

// signs reports whether a message says who somebody is and how to reach them, and asks nothing.
func signs(message string) bool {
	return !strings.ContainsAny(message, "?¿") && person.ContactAt(message) != nil && (person.Signed(message) != "" || person.Name.MatchString(message) || person.NameSaid(message) != "")
}

// heard are the messages that a request is made of, oldest first: the newest and so many before it, but for those that were not understood.
func heard(h *dialogue.History, since int) (said []dialogue.Utterance) {
	for i, u := range slices.Backward(h.Messages[:since+1]) {
		if i > 0 && h.LeftOpen(h.Messages[i-1].After) {
			continue
		}
		said = append(said, u)
	}
	return said
}

// mostOffered is how far back an offer looks for what it is about.
const mostOffered = 8

// wishing is in what somebody would have done, and not only told.
var wishing = regexp.MustCompile(`\b(?:(?:could|can|would|will) (?:someone|somebody|anyone|anybody|one of|you|the)|(?:i|we)(?:'d| would|d)? (?:really )?(?:like|love|need|want)|please|quier[eo]|queremos|quisiera\w*|necesit\w+|gustaria|pued[ea]n?|podrian?|podria alguien|busco|ocupo)\b`)

// offeredSince is how many messages an offer to pass them on is about: those since the first that was offered, or wished for something and
// was not answered with a card. What was asked and answered before that is no part of it.
func offeredSince(h *dialogue.History, said messages.Texts) (since int) {
	since = 1
	for i := 1; i < min(len(h.Messages), mostOffered); i++ {
		answer := h.Messages[i-1].After
		if dialogue.ShowsCard(answer) || i > 1 && dialogue.Settles(answer) {
			break
		}
		if dialogue.OffersToPass(answer, said) || wishing.MatchString(words.Fold(h.Messages[i].Text)) && !intent.WantsToKnow(reply.Unled(h.Messages[i].Text)) {
			since = i
		}
	}
	return since
}

// numberSaid is the newest telephone number in messages, newest first, "" for none.
func numberSaid(before []dialogue.Utterance) string {
	for _, u := range before {
		if found := person.PhoneIn(u.Text); found != "" {
			return found
		}
	}
	return ""
}

// goesOn reports whether a message behind the card of a request adds to it or corrects it. number is the telephone number said before.
func goesOn(i *intent.Intent, message, number string) bool {
	folded := words.Fold(message)
	if reply.WantsPrivacy(folded) || i.Tool == intent.Praying && reply.WithoutName(folded) || i.Joins() && (party.In(message).People > 0 || changedTo(message) > 0 || toNote.MatchString(folded) || insteadForm.MatchString(folded)) ||
		i.Tool != intent.Praying && reply.CorrectedNumber(number, message) != "" || (i.Contact || i.Tool == intent.Subscribing) && reply.NamesDomain(message) && reply.Amends(folded) {
		return true
	}
	if i.Form && (toNote.MatchString(folded) || reply.GoesOn(folded) || reply.Adds(folded) || reply.Amends(folded) || changedTo(message) > 0 || party.Only(message) || moment.Form.MatchString(message)) {
		return true
	}
	if i.OwnWords() && (reply.GoesOn(folded) || reply.Adds(folded)) {
		return true
	}
	return person.Name.MatchString(message) || person.NameSaid(message) != "" || person.ContactAt(message) != nil ||
		i.Tool == intent.Callback && moment.Form.MatchString(message) || i.Tool == intent.Visiting && (moment.ReadsAs(message, days.One, days.Differs, days.Several, days.Open) || party.Only(message) || reply.Amends(folded) && party.In(message).People > 0)
}
