package slots

import (
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
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

// MayLeaveWord reports whether a message makes a quiet wish that can be taken up: its visitor is told how.
func MayLeaveWord(h *dialogue.History) bool {
	if len(h.Messages) == 0 || intent.Of(h.Question) != nil {
		return false
	}
	found := quietOf(h.Messages[0])
	return found != nil && found.Tool != intent.Bereaved && found.Tool != intent.Visiting
}

// mostBefore is how many messages ago a wish may have been made that is taken up by who then says who they are.
const mostBefore = 4

// takenUp is the wish that somebody goes on with who says who they are, and how to reach them, though nothing was asked.
func takenUp(h *dialogue.History) (found *intent.Intent, since int) {
	before := h.Messages[0].After
	if invited := strings.Contains(before, h.TextsOf(before).Text("leave_word")); person.ContactAt(h.Question) == nil && !(invited && reply.TakesUp(h.Question)) {
		return nil, 0
	}
	for i, u := range h.Messages[1:min(len(h.Messages), mostBefore+1)] {
		before := h.Messages[i].After // what this message was answered
		if AskedIn(before) != "" || dialogue.ShowsCard(before) || dialogue.Settles(before) {
			return nil, 0
		}
		if told := intent.Of(u.Text); told != nil && (told.Joins() || told.Form || told.Errand) {
			return told, i + 1
		}
		if told := quietOf(u); told != nil {
			return told, i + 1
		}
	}
	return nil, 0
}
